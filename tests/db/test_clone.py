"""A copy of a row that is kept is the caller's to change."""

import copy

import pytest

from nomic.accounts.models import ApiToken, Person
from nomic.db.clone import clone


@pytest.fixture
def token() -> ApiToken:
    return ApiToken(name="a bot's", person=Person(username="Ada"))


def test_a_twin_is_what_a_copy_would_be(token: ApiToken) -> None:
    ours, djangos = clone(token), copy.copy(token)
    state = vars(ours).pop("_state"), vars(djangos).pop("_state")
    del djangos._django_version  # for who unpickles it with another Django
    assert vars(ours) == vars(djangos)
    assert vars(state[0]) == vars(state[1])
    assert clone(("a", 1)) == ("a", 1)
    assert clone({"a": 1}) == {"a": 1}


def test_what_is_done_to_a_twin_is_not_done_to_the_row(token: ApiToken) -> None:
    """Neither to its values nor to what it is linked to, nor to where it is said to be stored."""
    ours = clone(token)
    ours.name, ours.person = "another", Person(username="Bob")
    ours._state.adding, ours._state.db = False, "elsewhere"
    assert (token.name, token.person.username) == ("a bot's", "Ada")
    assert token._state.adding
    assert token._state.db != "elsewhere"
    assert "person" not in clone(ApiToken(name="nobody's"))._state.fields_cache
