"""Deleting an account: what is somebody's own goes, what they did stays, and nobody else gets their name (R143)."""

import json

import pytest
from allauth.account.models import EmailAddress
from django.core.exceptions import ValidationError
from django.db.models import ProtectedError
from django.test import Client

from nomic.accounts.lifecycle import account_deletion
from nomic.accounts.lifecycle.account_deletion import NotClosed, delete_account
from nomic.accounts.models import ApiToken, Person
from nomic.accounts.tokens import issue_token
from nomic.comments.models import Comment
from nomic.cycles.commands.perform import perform
from nomic.notices.models import Notice
from nomic.players.models import Player
from nomic.proposals.models import Draft
from tests.support.hall import ADMIN, Hall, cast, clock, hall, open_cycle
from tests.support.signed_in import browser_of

__all__ = ["cast", "clock", "hall", "open_cycle"]

pytestmark = pytest.mark.django_db
NEWCOMER = {"password1": "lampions-at-dusk", "password2": "lampions-at-dusk"}


def ada(hall: Hall) -> Person:
    return Person.objects.get(pk=hall.actor("ada").person_id)


@pytest.mark.parametrize("leaves", [True, False], ids=["leaves", "stays"])
def test_R143_nobody_else_gets_the_name_of_a_deleted_account(cast: Hall, leaves: bool) -> None:
    """Nor one that looks like it; and the player is nobody's, or has left."""
    person = ada(cast)
    delete_account(person, leaves=leaves)
    for name in ("ada", "Ada", "\u0430da", "ADA"):
        answer = Client().post("/accounts/signup/", {"username": name, **NEWCOMER})
        assert answer.status_code == 200
        with pytest.raises(ValidationError):
            Person.objects.create_user(name)
    answer = Client().post("/accounts/signup/", {"username": "ada", **NEWCOMER})
    assert "journals use it" in answer.content.decode()
    assert list(Person.objects.filter(folded=person.folded)) == [person]
    assert Player.objects.get(cycle=cast.pk, name="ada").is_playing != leaves
    cast.is_sound()


def test_nobody_logs_in_to_a_deleted_account_or_acts_for_it(cast: Hall) -> None:
    """Neither by its password, nor by a session or a token that it had."""
    person = ada(cast)
    person.set_password("lampions-at-dusk")
    person.save()
    client, secret = browser_of(person), issue_token(person, "a bot")[1]
    assert client.get("/account/").status_code == 200
    delete_account(person, leaves=False)
    assert client.get("/account/").status_code == 302
    answer = Client().post("/accounts/login/", {"login": "ada", "password": "lampions-at-dusk"})
    assert "_auth_user_id" not in Client().session
    assert answer.status_code == 200
    with cast.nothing_changes():
        headers = {"Authorization": f"Bearer {secret}"}
        answer = Client().post(f"/api/v1/cycles/{cast.slug}/actions/leave/", {}, "application/json", headers=headers)
        assert answer.status_code == 401


def test_what_is_somebodys_own_goes_and_what_they_did_stays(cast: Hall) -> None:
    """Tokens, addresses, notices and drafts go; proposals, votes and comments stay under the name."""
    number = cast.propose("ada")
    person = ada(cast)
    issue_token(person, "a bot")
    EmailAddress.objects.create(user=person, email="ada@example.org")
    Draft.objects.create(cycle=cast.cycle, person=person, code="c" * 32, writer="w" * 32, saved_at=cast.clock.now)
    Comment.objects.create(cycle=cast.cycle, topic="hall", person=person, author="ada", key="k", text="Hm.")
    Person.objects.filter(pk=person.pk).update(email="ada@example.org", zone="Europe/Berlin")
    delete_account(person, leaves=True)
    person.refresh_from_db()
    assert (person.email, person.zone, person.is_active, person.has_usable_password()) == ("", "", False, False)
    for model, of in ((ApiToken, "person"), (EmailAddress, "user"), (Draft, "person"), (Notice, "person")):
        assert not model._default_manager.filter(**{of: person.pk}).exists(), model
    assert Comment.objects.get().author == "ada"
    assert cast.entries("submit-proposal")[0].actor == "ada"
    assert number
    cast.is_sound()


def test_an_account_that_has_played_is_not_removed_by_any_other_way(cast: Hall) -> None:
    """Its name would be free."""
    person = ada(cast)
    with pytest.raises(ProtectedError):
        person.delete()
    with pytest.raises(ProtectedError):
        Person.objects.filter(pk=person.pk).delete()


def test_who_cannot_leave_is_not_deleted(cast: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    """What refuses is said, and the account is as it was."""
    from nomic.cycles.domain.exceptions import Refused
    from nomic.players.membership import account_closing

    def refuses(*args: object, **more: object) -> None:
        raise Refused("busy", "The hall is closed.")

    monkeypatch.setattr(account_closing, "perform", refuses)
    with pytest.raises(NotClosed, match="cannot leave Cycle 16 now: The hall is closed"):
        delete_account(ada(cast), leaves=True)
    assert ada(cast).is_active


def test_of_two_superusers_who_go_at_once_one_stays(cast: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    """The other is gone by the time this account is emptied, though it was there when that began."""
    one, other = (Person.objects.create_user(name, is_superuser=True) for name in ("Above", "Beside"))
    Person.objects.exclude(pk__in=[one.pk, other.pk]).update(is_superuser=False)

    def meanwhile(person: Person) -> None:
        Person.objects.filter(pk=other.pk).update(is_active=False)

    monkeypatch.setattr(account_deletion, "_playing", [account_deletion.MembershipHooks(lambda person: [], meanwhile)])
    with pytest.raises(NotClosed, match="last superuser"):
        delete_account(one, leaves=True)
    one.refresh_from_db()
    assert (one.is_active, one.closed_at) == (True, None)


def test_closing_twice_changes_nothing(cast: Hall) -> None:
    person = ada(cast)
    delete_account(person, leaves=True)
    closed = ada(cast).closed_at
    delete_account(ada(cast), leaves=True)
    assert ada(cast).closed_at == closed
    assert len(cast.entries("leave")) == 1


def test_one_deletes_ones_own_account_by_typing_its_name(cast: Hall) -> None:
    """Nothing happens without the name; then one is logged out, and the player has left."""
    client = browser_of(ada(cast))
    page = client.get("/account/delete/").content.decode()
    assert "Cycle 16" in page
    for sent in ({}, {"name": "bob"}, {"name": "ada", "players": "dance"}):
        with cast.nothing_changes():
            assert client.post("/account/delete/", sent).status_code == 422
    assert ada(cast).is_active
    assert client.post("/account/delete/", {"name": "ada", "players": "leave"}).status_code == 302
    assert not ada(cast).is_active
    assert "_auth_user_id" not in client.session
    assert not Player.objects.get(cycle=cast.pk, name="ada").is_playing
    assert Client().post("/account/delete/", {"name": "ada"}).status_code == 302  # to the log-in


@pytest.mark.parametrize("players", ["leave", "stay"])
def test_deleting_an_account_in_the_admin_asks_what_becomes_of_its_players(cast: Hall, players: str) -> None:
    """One by one: there is no deleting of several at once."""
    keeper = Person.objects.get(pk=cast.actor(ADMIN).person_id)
    Person.objects.filter(pk=keeper.pk).update(is_superuser=True)
    client, person = browser_of(Person.objects.get(pk=keeper.pk)), ada(cast)
    address = f"/admin/accounts/person/{person.pk}/delete/"
    page = client.get(address).content.decode()
    assert "<li>Cycle 16</li>" in page
    assert "delete_selected" not in client.get("/admin/accounts/person/").content.decode()
    assert client.post(address, {"post": "yes", "players": players}).status_code == 302
    assert ada(cast).closed_at is not None
    assert Player.objects.get(cycle=cast.pk, name="ada").is_playing == (players == "stay")
    answer = client.post(f"/admin/accounts/person/{person.pk}/change/", {"username": "ada", "is_active": "on"})
    assert answer.status_code == 403
    assert not ada(cast).is_active


def test_one_takes_home_all_that_is_kept_of_one(cast: Hall) -> None:
    """Account, tokens, drafts, comments and acts, with what one kept sealed; no hashes, and nothing of others."""
    person = ada(cast)
    person.set_password("lampions-at-dusk")
    person.save()
    token, secret = issue_token(person, "a bot")
    cast.propose("ada")
    cast.propose("bob")
    Draft.objects.create(
        cycle=cast.cycle,
        person=person,
        code="c" * 32,
        writer="w" * 32,
        saved_at=cast.clock.now,
        fields={"title": "Mine"},
    )
    text = browser_of(person).get("/account/export/").getvalue().decode()
    told = json.loads(text)
    assert told["account"]["name"] == "ada"
    assert told["tokens"][0]["name"] == "a bot"
    assert told["drafts"][0]["fields"] == {"title": "Mine"}
    assert [play["cycle__slug"] for play in told["plays"]] == [cast.slug]
    assert {act["action"] for act in told["acts"]} >= {"join", "submit-proposal"}
    assert not [act for act in told["acts"] if "bob" in act["words"][0].split()[0]]
    for hidden in (token.hash, secret, person.password):
        assert hidden not in text
    assert Client().get("/account/export/").status_code == 302


def test_a_player_who_stays_as_nobodys_is_found_again_by_a_correction(cast: Hall) -> None:
    """A history that is adopted knows players by name: the name is still that of the empty account."""
    person = ada(cast)
    delete_account(person, leaves=False)
    perform(cast.slug, cast.actor("bob"), "submit-proposal", {"title": "On", "text": "we go", "amendments": []})
    cast.is_sound()
    assert Player.objects.get(cycle=cast.pk, name="ada").person_id == person.pk
