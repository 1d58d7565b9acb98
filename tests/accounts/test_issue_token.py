"""A token is made on the machine, for a bot whose owner has no browser at hand."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone

from nomic.accounts.models import ApiToken, Person
from nomic.accounts.tokens import MAX_TOKENS

pytestmark = pytest.mark.django_db


def issued(person: str, name: str = "a bot") -> str:
    """The line that the command prints."""
    out = StringIO()
    call_command("issue_token", person, name, stdout=out)
    return out.getvalue().strip()


def test_the_printed_secret_is_the_persons() -> None:
    """Whatever the case of the name; the API knows who it is."""
    Person.objects.create_user("Ada")
    answer = Client().get("/api/v1/questions/", headers={"Authorization": f"Bearer {issued('ada')}"})
    assert answer.status_code == 200
    (token,) = ApiToken.objects.all()
    assert (token.person.username, token.name) == ("Ada", "a bot")


@pytest.mark.parametrize(
    ("change", "name", "why"),
    [
        ({"username": "Ben"}, "a bot", "no open account named Ada"),
        ({"is_active": False}, "a bot", "no open account named Ada"),
        ({"closed_at": timezone.now()}, "a bot", "no open account named Ada"),
        ({}, " ", "Give the token a name."),
        ({}, "x" * 51, "at most 50 characters"),
    ],
)
def test_what_cannot_be_is_said_and_makes_none(change: dict[str, object], name: str, why: str) -> None:
    Person.objects.create_user("Ada")
    Person.objects.update(**change)
    with pytest.raises(CommandError, match=why):
        issued("Ada", name)
    assert not ApiToken.objects.exists()


def test_there_is_a_most(db: None) -> None:
    Person.objects.create_user("Ada")
    for _ in range(MAX_TOKENS):
        issued("Ada")
    with pytest.raises(CommandError, match=f"{MAX_TOKENS} tokens already"):
        issued("Ada")
