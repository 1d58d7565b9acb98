"""Who may act as an admin in games, and who deletes and demotes whom."""

import pytest
from django.contrib.auth.models import Group, Permission
from django.test import Client

from nomic.accounts.admin_permission import admins, is_admin
from nomic.accounts.models import ADMINISTER, ApiToken, Person
from nomic.accounts.tokens import issue_token
from nomic.comments.moderation import check_moderator
from nomic.cycles.actions.registry import all_actions
from nomic.cycles.commands.perform import perform
from nomic.cycles.domain.actor import Actor
from nomic.cycles.domain.exceptions import NotAllowed, Refused
from nomic.wiki.edit_reports.parked_page_answers import answer_parked_page
from nomic.wiki.models import Given, PageKind, WikiPage
from tests.support.hall import Hall, cast, clock, hall, open_cycle
from tests.support.signed_in import browser_of

__all__ = ["cast", "clock", "hall", "open_cycle"]

LIST = "/admin/accounts/person/"


def made(name: str, **more: bool) -> Person:
    """An account."""
    return Person.objects.create_user(name, password="x", **more)


def permitted(person: Person, *codenames: str) -> Person:
    """The same person with these permissions."""
    person.user_permissions.add(*Permission.objects.filter(codename__in=codenames))
    return Person.objects.get(pk=person.pk)


@pytest.fixture
def staff(db: None) -> Person:
    """Staff, and nothing besides."""
    return made("Looker", is_staff=True)


ADMIN_ACTIONS = sorted(action.name for action in all_actions() if action.is_admin)


@pytest.mark.parametrize("action", ADMIN_ACTIONS)
def test_staff_alone_do_nothing_that_admins_do(cast: Hall, staff: Person, action: str) -> None:
    """Whatever they send."""
    with cast.nothing_changes(), pytest.raises(NotAllowed):
        perform(cast.slug, Actor.person(staff), action, {})


def test_staff_alone_do_nothing_else_that_only_admins_may(cast: Hall, staff: Person) -> None:
    """Webhooks, pages of the wiki that are set aside, comments."""
    page, _ = WikiPage.objects.get_or_create(
        cycle=cast.cycle, kind=PageKind.RULESET, defaults={"title": "Hall/Ruleset"}
    )
    client = browser_of(staff)
    assert client.get("/admin/notices/webhook/add/").status_code in (302, 403, 404)
    with pytest.raises(Refused):
        answer_parked_page(staff, page, Given.LEFT, "")
    with pytest.raises(Refused):
        check_moderator(staff)
    for table, action in (("wikipage", "unpark_with_ours"), ("publisher", "try_again")):
        assert action not in client.get(f"/admin/wiki/{table}/").content.decode()
        sent = client.post(f"/admin/wiki/{table}/", {"action": action, "_selected_action": [page.pk]}, follow=True)
        assert "will be published again" not in sent.content.decode()
        assert "Publishing goes on" not in sent.content.decode()
    cast._actors["Looker"] = Actor.person(staff)
    cast.refused("Looker", "open-correction", "may-not-correct", edits=[{"do": "void", "entry": "2"}], reason="x")


def test_whoever_has_the_permission_may(cast: Hall, staff: Person) -> None:
    """By themselves or by a group; and a superuser without it; nobody whose account is closed, or who is no staff."""
    assert not is_admin(staff)
    able = permitted(staff, ADMINISTER)
    assert Actor.person(able).is_admin
    in_group = made("Grouped", is_staff=True)
    group = Group.objects.create(name="admins")
    group.permissions.add(Permission.objects.get(codename=ADMINISTER))
    in_group.groups.add(group)
    above = made("Above", is_superuser=True)
    permitted(made("Player"), ADMINISTER)
    permitted(made("Gone", is_staff=True, is_active=False), ADMINISTER)
    made("Away", is_superuser=True, is_active=False)
    found = {person.username for person in admins()}
    assert {"Looker", "Grouped", "Above"} <= found
    assert not found & {"Player", "Gone", "Away"}
    for person in Person.objects.all():
        assert is_admin(person) == (person.username in found)
    assert above in admins()


def test_the_last_superuser_stays(db: None) -> None:
    """Neither by their own hand, on whatever page, nor by a bulk action, nor demoted, nor closed."""
    last = made("Above", is_superuser=True, is_staff=True)
    client = browser_of(last)
    client.post(f"{LIST}{last.pk}/delete/", {"post": "yes"})
    client.post(LIST, {"action": "delete_selected", "_selected_action": [last.pk], "post": "yes"})
    assert b"last superuser" in client.post("/account/delete/", {"name": "Above"}).content
    answer = client.post(f"{LIST}{last.pk}/change/", {"is_superuser": "on", "is_staff": "on", "username": "Above"})
    assert b"last superuser" in answer.content
    client.post(f"{LIST}{last.pk}/change/", {"is_active": "on", "username": "Above"})
    last.refresh_from_db()
    assert (last.is_superuser, last.is_active) == (True, True)


def test_an_owner_is_made_in_the_office_only(db: None) -> None:
    """The admin shows rights, and takes none: there is no reason to be asked for."""
    client, person = browser_of(made("Above", is_superuser=True, is_staff=True)), made("Beside")
    fields = {"username": "Beside", "is_active": "on", "is_superuser": "on", "is_staff": "on"}
    client.post(f"{LIST}{person.pk}/change/", fields)
    person.refresh_from_db()
    assert (person.is_superuser, person.is_staff) == (False, False)
    form = {"do": "roles", "roles": "owner", "reason": "keeps the site"}
    answer = client.post("/office/people/Beside/", form)
    assert (answer.status_code, Person.objects.get(pk=person.pk).is_superuser) == (422, False)
    assert b"type its name" in answer.content
    client.post("/office/people/Beside/", {**form, "name": "Beside"})
    assert Person.objects.get(pk=person.pk).is_superuser


def test_one_of_two_superusers_may_go(db: None) -> None:
    """But not both at once."""
    one, other = (made(name, is_superuser=True, is_staff=True) for name in ("Above", "Beside"))
    client = browser_of(one)
    client.post(LIST, {"action": "delete_selected", "_selected_action": [one.pk, other.pk], "post": "yes"})
    assert Person.objects.filter(is_superuser=True).count() == 2
    client.post(f"{LIST}{other.pk}/delete/", {"post": "yes"})
    assert Person.objects.filter(is_superuser=True).count() == 1


def test_a_person_with_a_token_can_be_deleted(db: None) -> None:
    """The token goes with them."""
    person = made("Botmaster")
    issue_token(person, "bot")
    client = browser_of(made("Above", is_superuser=True, is_staff=True))
    assert b"Delete the account" in client.get(f"{LIST}{person.pk}/delete/").content
    client.post(f"{LIST}{person.pk}/delete/", {"post": "yes"})
    person.refresh_from_db()
    assert person.closed_at is not None
    assert not ApiToken.objects.filter(person=person).exists()


def test_whoever_manages_accounts_gives_themselves_no_rights(staff: Person) -> None:
    """Nor do they change or delete a superuser."""
    staff = permitted(staff, "change_person", "view_person", "delete_person")
    above = made("Above", is_superuser=True, is_staff=True)
    client = browser_of(staff)
    client.post(f"{LIST}{staff.pk}/change/", {"username": "Looker", "is_superuser": "on", "is_active": "on"})
    assert not Person.objects.get(pk=staff.pk).is_superuser
    assert client.post(f"{LIST}{above.pk}/change/", {"username": "Mine"}).status_code == 403
    assert client.post(f"/admin/accounts/person/{above.pk}/password/", {}).status_code in (302, 403, 404)
    client.post(f"{LIST}{above.pk}/delete/", {"post": "yes"})
    client.post(LIST, {"action": "delete_selected", "_selected_action": [above.pk], "post": "yes"})
    above.refresh_from_db()
    assert above.username == "Above"


def test_a_reserved_name_says_so(client: Client, db: None) -> None:
    """And why."""
    answer = client.post("/accounts/signup/", {"username": "Root", "password1": "x", "password2": "x"})
    assert "is reserved for the system" in answer.content.decode()
