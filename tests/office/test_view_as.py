"""View as: a keeper reads one game as a player, and does nothing. A walk over every address and method."""

import re
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.contrib.sessions.models import Session
from django.db import connection
from django.test import Client

from nomic.accounts.models import Person
from nomic.accounts.roles import GAME_KEEPER, MODERATOR, WIKI_KEEPER, give_roles
from nomic.accounts.tokens import issue_token
from nomic.cycles.models import Cycle, Entry
from nomic.office.accounts.merging import CannotMerge, merge_accounts
from nomic.office.models import StaffAct
from nomic.office.view_as.journal_entry import SEE
from nomic.players.models import JoinRequest
from tests.corrections.conftest import tell
from tests.office.test_roles import person_with
from tests.support.cycles_of_all_games import open_all_games
from tests.support.hall import ADMIN, START, Hall
from tests.web.test_entry_points_in_steps import Samples, address_of, routes_of

READING = ("get", "head")
METHODS = ("get", "head", "post", "put", "patch", "delete", "options")
FORM = {"do": "view", "game": "hall", "read": "yes", "reason": "Ada sees no button"}
WRITES = re.compile(r'^\s*(INSERT INTO|UPDATE|DELETE FROM)\s+"?(\w+)', re.IGNORECASE)
STOP = "/office/view-as/stop/"


def browser_of(person: Person, **options: Any) -> Client:
    client = Client(**options)
    client.force_login(person)
    return client


def view(client: Client, name: str = "ada", slug: str = "hall", **more: str) -> Any:
    return client.post(f"/office/people/{name}/", {**FORM, "game": slug, **more})


@pytest.fixture
def game(cast: Hall) -> Hall:
    """A game that counts, with players, none of whom is a keeper."""
    Cycle.objects.filter(pk=cast.pk).update(practice=False)
    return cast


def slug_of(game: Hall) -> str:
    return game.cycle.slug


def test_a_keeper_reads_as_the_player_and_stops(game: Hall) -> None:
    """The hand is that of the player, each page says so, the journal and the log have it, and Stop ends it."""
    keeper = browser_of(person_with("game-keeper"))
    hall = f"/c/{slug_of(game)}/"
    mine = f"{hall}players/ada/"
    assert "You see this as" not in keeper.get(hall).content.decode()
    assert view(keeper, slug=slug_of(game))["Location"] == hall
    for page in (hall, mine, f"{hall}ruleset/", f"{hall}act/leave/"):
        answer = keeper.get(page)
        assert answer.status_code == 200
        assert "You see this as ada." in answer.content.decode().replace("<strong>", "").replace("</strong>", "")
        assert answer["Cache-Control"] == "no-store"
        assert "data-live" not in answer.content.decode()
        assert '<fieldset class="viewed" disabled title="You see this as ada, but cannot act">' in (
            answer.content.decode()
        )
    said = game.entries()[-1]
    assert (said.action, said.actor, said.actor_kind) == (SEE, "Some game-keeper", "admin")
    assert "through the eyes of ada" in said.words[0]
    assert "Ada sees no button" in said.words[0]
    assert StaffAct.objects.get(about="ada").reason == "Ada sees no button"
    assert keeper.get("/office/").status_code == 403
    assert keeper.post(STOP)["Location"] == "/office/people/"
    assert keeper.get("/office/").status_code == 200
    assert "You see this as" not in keeper.get(hall).content.decode()
    assert "viewed" not in keeper.get(hall).content.decode()
    game.is_sound()


def test_forms_of_the_view_are_worthless_after_it(game: Hall) -> None:
    """A form that was shown as the player is refused when it is sent as the keeper."""
    keeper = browser_of(person_with("game-keeper"), enforce_csrf_checks=True)

    def token(page: str) -> str:
        return re.findall(r'name="csrfmiddlewaretoken" value="(\w+)"', keeper.get(page).content.decode())[0]

    person = "/office/people/ada/"
    keeper.post(person, {**FORM, "game": slug_of(game), "csrfmiddlewaretoken": token(person)})
    theirs = token(f"/c/{slug_of(game)}/act/leave/")
    assert keeper.post(STOP, {"csrfmiddlewaretoken": theirs}).status_code == 302
    assert keeper.post("/theme/", {"theme": "dark", "csrfmiddlewaretoken": theirs}).status_code == 403
    assert keeper.post("/theme/", {"theme": "dark", "csrfmiddlewaretoken": token("/office/")}).status_code == 302


def test_it_ends_by_itself(game: Hall) -> None:
    """After a quarter of an hour the first request is refused, whatever it is, and the next is the keeper's own."""
    keeper = browser_of(person_with("game-keeper"))
    hall, before = f"/c/{slug_of(game)}/", game.entries()
    view(keeper, slug=slug_of(game))
    game.to(game.clock.now + timedelta(minutes=14))
    assert keeper.get(hall).status_code == 200
    game.to(game.clock.now + timedelta(minutes=2))
    answer = keeper.post(f"{hall}talk/", {"do": "say", "text": "Hello"})
    assert answer.status_code == 403
    assert "You are yourself again" in answer.content.decode()
    assert "You see this as" not in keeper.get(hall).content.decode()
    assert [entry.action for entry in game.entries()][len(before) :] == [SEE]


@pytest.mark.parametrize("why", ["plays", "signed-up", "demoted", "closed", "left", "suspended"])
def test_it_ends_when_it_would_not_begin(game: Hall, why: str) -> None:
    """Whatever forbids to begin it ends it, also in the middle."""
    person = person_with("game-keeper")
    keeper, hall = browser_of(person), f"/c/{slug_of(game)}/"
    view(keeper, slug=slug_of(game))
    if why == "plays":
        game.cycle.players.create(name="x", person=person, joined_at=game.clock.now, joined_phase=0)
    elif why == "signed-up":
        JoinRequest.objects.create(cycle=game.cycle, person=person, asked_at=game.clock.now)
    elif why == "demoted":
        give_roles(person, {MODERATOR.name})
    elif why == "closed":
        Person.objects.filter(username="ada").update(closed_at=game.clock.now)
    elif why == "left":
        game.do("ada", "leave")
    else:
        Person.objects.filter(pk=person.pk).update(is_active=False)
    assert keeper.get(hall).status_code == 403
    assert "You see this as" not in keeper.get(hall).content.decode()


def test_who_may_not(game: Hall) -> None:
    """Players of the game, also former ones; those who signed up; other roles; without a reason or the tick."""
    path = f"/c/{slug_of(game)}/"

    def refused(person: Person, name: str = "ada", **more: str) -> str:
        client = browser_of(person)
        entries = len(game.entries())
        answer = view(client, name, slug_of(game), **more)
        assert answer.status_code in (403, 422)
        assert len(game.entries()) == entries
        assert "You see this as" not in client.get(path).content.decode()
        return answer.content.decode()

    keeper = person_with("game-keeper")
    assert "Give a reason" in refused(keeper, reason=" ")
    assert "tick the box" in refused(keeper, read="")
    for name in (MODERATOR.name, WIKI_KEEPER.name, "staff", "player"):
        refused(person_with(name))
    JoinRequest.objects.create(cycle=game.cycle, person=keeper, asked_at=game.clock.now)
    assert "You play in this game" in refused(keeper)
    JoinRequest.objects.all().delete()
    eve = Person.objects.get(username="eve")
    give_roles(eve, {GAME_KEEPER.name})
    assert "You play in this game" in refused(eve)
    assert "Only an owner" in refused(keeper, "eve")
    game.do("eve", "leave")
    assert "You play in this game" in refused(eve)
    assert "Choose a game" in refused(keeper, game="nothing")
    Cycle.objects.filter(pk=game.pk).update(practice=True)
    assert "plays in no running game" in refused(keeper)


def test_who_has_seen_a_hand_never_joins(game: Hall) -> None:
    """Not by the action, nor by signing up, nor after the role is gone. Other games are open to them."""
    person = person_with("game-keeper")
    keeper = browser_of(person)
    view(keeper, slug=slug_of(game))
    keeper.post(STOP)
    give_roles(person, set())
    game.refused(person.username, "join", "barred-from-joining")
    Cycle.objects.filter(pk=game.pk).update(joining="approved")
    answer = keeper.post(f"/c/{slug_of(game)}/sign-up/", follow=True)
    assert "So you cannot play in it" in answer.content.decode()
    assert not JoinRequest.objects.exists()


def test_nor_does_another_account_of_theirs(game: Hall) -> None:
    """The accounts become one only if none of them plays; then the other cannot join either."""
    seer, other = person_with("game-keeper"), Person.objects.create_user("nova")
    view(browser_of(seer), slug=slug_of(game))
    give_roles(seer, set())
    ada = Person.objects.get(username="ada")
    with pytest.raises(CannotMerge, match="has seen Cycle 16 as ada does, and ada plays in it"):
        merge_accounts(seer, ada)
    merge_accounts(seer, other)
    game.refused("nova", "join", "barred-from-joining")


@pytest.mark.parametrize("opened_first", [False, True])
def test_nor_by_a_correction_of_the_past(game: Hall, opened_first: bool) -> None:
    """Whoever makes it: neither if they had seen the hand before, nor if they have seen it since."""
    person = person_with("game-keeper")
    game.clock.wait(hours=1)
    join = {"do": "insert", "actor": person.username, "action": "join", "args": {}, "at": START.isoformat()}
    opening = {"edits": [join], "reason": "I was forgotten"}
    if opened_first:
        game.do(ADMIN, "open-correction", **opening)
        row = tell(game)
    view(browser_of(person), slug=slug_of(game))
    if opened_first:
        asked = {"correction": row.code, "reason": "x"}
        game.refused(ADMIN, "adopt-correction", "barred-from-joining", **asked)
        game.refused(ADMIN, "edit-correction", "barred-from-joining", edits=[join], **asked)
    else:
        game.refused(ADMIN, "open-correction", "barred-from-joining", **opening)


@pytest.fixture
def walked(db: None, settings: Any) -> Iterator[Client]:
    """All games, and the browser of a keeper who sees the hall as Ada."""
    settings.API_RATE_LIMIT = "100000/min"  # more than it has addresses
    with time_machine.travel(START, tick=False):
        open_all_games()
        Cycle.objects.update(practice=False)
        Person.objects.filter(username="Ada").update(email="ada@example.org", zone="Asia/Tokyo")
        client = browser_of(person_with("game-keeper"))
        assert view(client, "Ada", "hall").status_code == 302
        yield client


def test_every_route_and_method(walked: Client) -> None:
    """Only pages of the game are read, nothing is written, and nothing of the account is shown."""
    samples, read, wrong = Samples(), set[str](), list[str]()
    written = list[str]()

    def watch(execute: Any, sql: str, *rest: Any) -> Any:
        found = WRITES.match(sql)
        if found and found.group(2) != Session._meta.db_table:
            written.append(f"{found.group(1)} {found.group(2)}")
        return execute(sql, *rest)

    with connection.execute_wrapper(watch):
        for route in [route for space in ("api", "") for route in routes_of(space)]:
            for sample in samples.of(route):
                for method in METHODS:
                    address = address_of(route, sample)
                    if address == STOP:
                        continue
                    body = {"content_type": "application/json"} if method != "get" else {}
                    answer = getattr(walked, method)(address, **body)
                    where = f"{method} {route.name} {address}"
                    if written and route.name != "api:dry-run":  # which takes back what it writes
                        wrong.append(f"{where} writes {written}")
                    written.clear()
                    is_page = route.written.startswith("/c/<slug:slug>/") and sample.get("slug") == "hall"
                    ours = (200, 302, 304, 405, 422) if is_page or route.written.startswith("/api/") else ()
                    refusals = (400, 401, 403, 404, 405, 415) if route.written.startswith("/api/") else (403, 404)
                    if answer.status_code not in (ours + refusals if method in READING else refusals):
                        wrong.append(f"{where}: {answer.status_code}")
                    text = "" if answer.streaming else answer.content.decode(errors="replace")
                    if "ada@example.org" in text or "Tokyo" in text:
                        wrong.append(f"{where} shows the account")
                    if method == "get" and answer.status_code == 200:
                        read.add(route.name)
    assert not wrong, "\n".join(wrong)
    assert {"web:hall", "web:player", "web:match", "web:journal", "web:proposal"} <= read
    assert not {"web:live", "web:compose", "web:notices", "web:account", "web:home"} & read
    assert Person.objects.get(username="Ada").seen_at is None
    assert Entry.objects.filter(cycle__slug="hall").latest("seq").action == SEE

    assert walked.get("/api/v1/me/").status_code in (401, 404)


def test_a_token_is_its_owners(walked: Client) -> None:
    """A request with a token has no session, so a view has no effect on it."""
    _, secret = issue_token(Person.objects.get(username="Ben"), "bot")
    answer = walked.get("/api/v1/notices/", headers={"Authorization": f"Bearer {secret}"})
    assert answer.status_code == 200
    assert walked.get("/api/v1/notices/").status_code == 401
