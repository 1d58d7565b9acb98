"""Who may open which page of the office, and do what there: every route and every action, by every role."""

import re
from collections.abc import Iterator
from html import unescape

import pytest
from django.contrib.admin.models import LogEntry
from django.test import Client
from django.urls import URLPattern
from django.utils import timezone

from nomic.accounts.admin_permission import is_admin
from nomic.accounts.lifecycle.suspension import reply_to_staff
from nomic.accounts.models import Person
from nomic.accounts.roles import GAME_KEEPER, MODERATOR, OWNER, ROLES, WIKI_KEEPER, Duty, give_roles, has_duty
from nomic.comments.models import Comment
from nomic.corrections.models import Correction
from nomic.court.models import Request
from nomic.cycles.commands.perform import perform
from nomic.cycles.creation import create_cycle
from nomic.cycles.domain.actor import Actor
from nomic.cycles.models import Cycle, Joining
from nomic.notices.models import Notice
from nomic.office import urls
from nomic.office.accounts.account_actions import STAFF_ACTIONS, take_action
from nomic.office.accounts.staff_action import ActionRefused
from nomic.office.write_staff_log import log_staff_act
from nomic.players.models import JoinRequest
from nomic.wiki.models import WikiPage
from tests.support.signed_in import browser_of

MAY = {
    OWNER.name: set(Duty),
    GAME_KEEPER.name: {Duty.LOOK, Duty.GAMES, Duty.COMMENTS, Duty.WIKI},
    MODERATOR.name: {Duty.LOOK, Duty.COMMENTS, Duty.SUSPEND},
    WIKI_KEEPER.name: {Duty.LOOK, Duty.WIKI},
    "staff": {Duty.LOOK},
    "player": set(),
}


def person_with(role: str) -> Person:
    """A person with this role, as the database has them."""
    person = Person.objects.create_user(f"Some {role}", password="x")
    if role == "owner":
        Person.objects.filter(pk=person.pk).update(is_superuser=True, is_staff=True)
    elif role == "staff":
        Person.objects.filter(pk=person.pk).update(is_staff=True)
    elif role != "player":
        give_roles(person, {role})
    return Person.objects.get(pk=person.pk)


def routes() -> Iterator[tuple[str, Duty]]:
    """Addresses of the office, with samples in place of parameters."""
    samples = {"name": "Ada", "slug": "hall", "pk": "1"}
    for pattern in urls.urlpatterns:
        assert isinstance(pattern, URLPattern)
        address = str(pattern.pattern)
        for name, sample in samples.items():
            address = address.replace(f"<str:{name}>", sample).replace(f"<slug:{name}>", sample)
        yield f"/office/{address}", pattern.callback.duty  # type: ignore[union-attr]


@pytest.mark.parametrize("role", MAY)
def test_every_role_has_its_duties_and_no_others(db: None, role: str) -> None:
    """The one place that says so, the game's admins, and what an inactive account keeps: nothing."""
    person = person_with(role)
    assert {duty for duty in Duty if has_duty(person, duty)} == MAY[role]
    assert is_admin(person) is (Duty.GAMES in MAY[role])
    person.is_active = False
    assert not any(has_duty(person, duty) for duty in Duty)


@pytest.mark.parametrize("role", MAY)
def test_every_route_by_every_role(db: None, role: str) -> None:
    """200 or a refusal of what is missing to those with the duty, 403 to others, the log-in page to visitors."""
    Person.objects.create_user("Ada", password="x")
    client = Client()
    for address, _ in routes():
        assert client.get(address)["Location"].startswith("/accounts/login/"), address
    client.force_login(person_with(role))
    for address, duty in routes():
        statuses = {client.get(address).status_code, client.post(address, {"reason": "x"}).status_code}
        if duty in MAY[role]:
            assert 403 not in statuses, address
        else:
            assert statuses <= {403, 405}, address


@pytest.mark.parametrize("role", MAY)
@pytest.mark.parametrize("action", STAFF_ACTIONS.values(), ids=lambda action: action.name)
def test_every_action_by_every_role(db: None, role: str, action: object) -> None:
    """A action is refused to those whose role does not include it, and only owners touch other staff."""
    ada, by = Person.objects.create_user("Ada", password="x"), person_with(role)
    person_with("owner") if role != "owner" else None
    typed = {"reason": "because", "until": "2999-01-01", "email": "ada@example.org", "name": "Ada", "into": "Kept"}
    Person.objects.create_user("Kept", password="x")
    if action.name == "view":
        create_cycle("cycle-16", slug="seen", title="Seen")
        perform("seen", Actor.person(ada), "join", {})
        typed |= {"game": "seen", "read": "yes"}
    if action.name in ("lift", "read-reply", "answer-reply"):
        take_action(Person.objects.filter(is_superuser=True)[0], ada, "suspend", typed)
        if action.name in ("read-reply", "answer-reply"):
            reply_to_staff(ada, "It was my brother.")
        ada.refresh_from_db()
    if action.duty in MAY[role]:
        assert take_action(by, ada, action.name, typed)
    else:
        with pytest.raises(ActionRefused, match="Your role"):
            take_action(by, ada, action.name, typed)
    colleague = Person.objects.create_user("Colleague", password="x", is_staff=True)
    if role != "owner":
        if action.name == "view":
            perform("seen", Actor.person(colleague), "join", {})
        with pytest.raises(ActionRefused):
            take_action(by, colleague, action.name, {**typed, "name": "Colleague"})


@pytest.mark.parametrize("role", MAY)
def test_an_act_is_inserted_and_a_comment_moderated_by_those_who_may(db: None, role: str) -> None:
    """By their forms, which are not pages of the office. What keepers do is offered to keepers, in their own name."""
    hall = create_cycle("cycle-16", slug="hall", title="Hall")
    ada = Person.objects.create_user("Ada", password="x")
    perform("hall", Actor.person(ada), "join", {})
    comment = Comment.objects.create(cycle=hall, topic="hall", person=ada, author="Ada", text="Boo")
    client, is_keeper, moderates = Client(), Duty.GAMES in MAY[role], Duty.COMMENTS in MAY[role]
    client.force_login(person_with(role))
    assert (b'value="correct-grant"' in client.get("/c/hall/corrections/new/").content) is is_keeper
    at = f"{hall.now():%Y-%m-%dT%H:%M:%S.%f}"
    grant = {
        "action": "correct-grant",
        "with-player": "Ada",
        "with-item": "Chip",
        "with-count": "1",
        "with-reason": "x",
    }
    for act in ({"action": "declare-battle"}, grant):
        sent = {"do": "insert", "actor": "Ada", "at": at, "args": "{}", "reason": "x", **act}
        answer = client.post(f"/c/hall/corrections/new/?action={act['action']}", sent)
        assert answer.status_code == (302 if is_keeper and act is not grant else 422), act
    assert Correction.objects.count() == is_keeper
    for doing in ("hide", "show", "time-out", "end-time-out", "let-be"):
        said = {"do": doing, "comment": comment.pk, "because": "rude", "hours": "1"}
        assert client.post("/c/hall/talk/", said).status_code == (302 if moderates else 409), doing
    assert LogEntry.objects.exists() is moderates
    assert Notice.objects.filter(kind="moderated").exists() is moderates


@pytest.mark.parametrize("role", [role for role in MAY if role != "player"])
def test_every_line_and_button_of_the_office_leads_where_the_reader_may_go(db: None, role: str) -> None:
    """What others did and what waits is told to all staff; a link is there only for those whom the page admits."""
    hall = create_cycle("cycle-16", slug="hall", title="Hall")
    Cycle.objects.update(joining=Joining.APPROVED)
    ada = Person.objects.create_user("Ada", password="x")
    JoinRequest.objects.create(cycle=hall, person=ada, asked_at=timezone.now())
    Request.objects.create(
        cycle=hall, code="r1", number=1, author="Ada", kind="question", title="May I?", filed_at=timezone.now()
    )
    WikiPage.objects.filter(cycle=hall, kind="main").update(parked_at=timezone.now())
    assert WikiPage.objects.exclude(parked_at=None).exists()
    owner = Person.objects.create(username="Owner", is_superuser=True, is_staff=True)
    leads = [address for address, _ in routes() if "stop" not in address]
    for address in leads:
        log_staff_act(owner, f"did something at {address}", link=address)
    log_staff_act(owner, "did something at a page that is gone", link="/office/gone/")
    client = browser_of(person_with(role))
    for page in ("/office/", "/office/log/"):
        text = client.get(page).content.decode()
        main = text[text.index("<h1>") :]
        links = {unescape(link) for link in re.findall(r'href="(/[^"#]*)', main)}
        assert {link: client.get(link).status_code for link in links if client.get(link).status_code >= 400} == {}
        allowed = {address for address, duty in routes() if duty in MAY[role] and address in leads}
        assert allowed <= links
        assert all(f"did something at {address}" in text for address in leads)


def test_roles_are_groups_and_are_taken_again(db: None) -> None:
    """What a role brought is gone with it, also a permission that was given by hand."""
    person = person_with(GAME_KEEPER.name)
    assert [group.name for group in person.groups.all()] == ["Game keeper"]
    give_roles(person, {MODERATOR.name})
    person = Person.objects.get(pk=person.pk)
    assert not is_admin(person)
    assert has_duty(person, Duty.SUSPEND)
    give_roles(person, set())
    assert not Person.objects.get(pk=person.pk).is_staff
    assert all(role.description.endswith(".") for role in ROLES)
