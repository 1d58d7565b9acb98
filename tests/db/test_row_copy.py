"""Callers may modify the clone of a cached row."""

import copy

import pytest

from nomic.accounts.models import ApiToken, Person
from nomic.db.clone_instance import clone


@pytest.fixture
def token() -> ApiToken:
    return ApiToken(name="a bot's", person=Person(username="Ada"))


def test_a_clone_equals_a_copy(token: ApiToken) -> None:
    ours, djangos = clone(token), copy.copy(token)
    state = vars(ours).pop("_state"), vars(djangos).pop("_state")
    del djangos._django_version  # for who unpickles it with another Django
    assert vars(ours) == vars(djangos)
    assert vars(state[0]) == vars(state[1])
    assert clone(("a", 1)) == ("a", 1)
    assert clone({"a": 1}) == {"a": 1}


def test_changes_of_a_clone_leave_the_row_unchanged(token: ApiToken) -> None:
    """Its values, its cached foreign keys and its model state."""
    ours = clone(token)
    ours.name, ours.person = "another", Person(username="Bob")
    ours._state.adding, ours._state.db = False, "elsewhere"
    assert (token.name, token.person.username) == ("a bot's", "Ada")
    assert token._state.adding
    assert token._state.db != "elsewhere"
    assert "person" not in clone(ApiToken(name="nobody's"))._state.fields_cache
