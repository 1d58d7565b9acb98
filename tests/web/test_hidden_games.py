"""A hidden game does not exist for a stranger: a walk over every address of the site and of the API.

All games are hidden, and everything in them that has words carries a marker. To every address a stranger gets the same
answer as if the game did not exist. Its players and staff read it.
"""

import re
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.db.models import F, Value
from django.db.models.functions import Concat
from django.test import Client
from django.utils import timezone

from nomic.accounts.models import Person
from nomic.accounts.tokens import issue_token
from nomic.comments.models import Comment
from nomic.cycles.models import Cycle
from nomic.matches.models import Match
from nomic.notices.models import Notice
from nomic.proposals.models import Proposal
from nomic.search.update_index import refresh_changed
from tests.support.cycles_of_all_games import open_all_games
from tests.support.entry_points import Route, Sender
from tests.support.furnished_cycle import KEEPER
from tests.support.hall import START
from tests.web.test_entry_points_in_steps import Samples, address_of, routes_of

MARKER = "Zyzzyva"
ABSENT, ABSENT_CODE = "nothing-here", "00000000"
QUERY = MARKER[:4].lower()  # finds the marker, and is not the marker
# What is different in each answer, whatever it shows.
RANDOM = re.compile(r'name="csrfmiddlewaretoken" value="\w+"|nonce="[^"]+"|name="once" value="\w+"|\b[0-9a-f]{32}\b')
# Addresses for which the samples have nothing: no history was replaced, no action is called Ada, no phase has a recap.
NOT_THERE = {"api:history", "web:history", "web:act", "web:recap", "web:match-picture"}  # a match still runs
ASKED = {"web:home", "web:search", "api:search", "api:cycles", "api:matches"}  # whose lists can be narrowed
ACTS = ("join", "gift", "submit-proposal", "vote", "tolls_say", "correct-grant")


def marked(model: Any, field: str) -> None:
    model.objects.update(**{field: Concat(Value(f"{MARKER} "), F(field))})


@pytest.fixture
def hidden(db: None) -> Iterator[Samples]:
    """Real cycles with all games and all that people can do in them, hidden; Zed plays in none."""
    with time_machine.travel(START, tick=False):
        open_all_games()
        Person.objects.create(username="Zed")
        for model, field in ((Cycle, "title"), (Match, "title"), (Proposal, "title"), (Comment, "text")):
            marked(model, field)
        Cycle.objects.update(practice=False)
        refresh_changed()
        Notice.objects.create(
            person=Person.objects.get(username="Zed"), cycle=Cycle.objects.get(slug="hall"), kind="turn",
            text=f"{MARKER}: your turn.", link="/c/hall/",
        )  # fmt: skip
        Cycle.objects.update(hidden_at=timezone.now())
        yield Samples()


def strangers() -> dict[str, Sender]:
    """Nobody, and somebody who plays in none of the games, by session and by token."""
    _, secret = issue_token(Person.objects.get(username="Zed"), "bot")
    return {"nobody": Sender(), "Zed": Sender("Zed"), "bot": Sender(Authorization=f"Bearer {secret}")}


def answer_to(sender: Sender, method: str, address: str) -> tuple[int, str]:
    """The status of an answer, and its text with its headers. A stream is not read."""
    kind = "application/json" if address.startswith("/api/") else "application/x-www-form-urlencoded"
    body = ("{}" if kind == "application/json" else "a=1") if method == "post" else ""
    answer: Any = sender.ready(method, address, body, kind)()
    text = "" if answer.streaming else answer.content.decode(errors="replace")
    return answer.status_code, f"{text} {answer.headers.get('Location', '')} {answer.headers.get('Link', '')}"


def of_a_game(route: Route) -> bool:
    return bool({"slug", "code"} & set(route.parameters)) and not route.name.startswith(
        ("admin:", "office:", "channels:")
    )


def all_routes() -> list[Route]:
    return [route for space in ("api", "") for route in routes_of(space) if route.name != "account_logout"]


def without_names(text: str, sample: dict[str, Any]) -> str:
    for name in ("slug", "code"):
        text = text.replace(str(sample.get(name, ABSENT)), "*")
    return RANDOM.sub("", text.replace(ABSENT, "*").replace(ABSENT_CODE, "*"))


def absent(route: Route, sample: dict[str, Any]) -> dict[str, Any]:
    """The parameters of the same address in a game, or of a match, that does not exist."""
    return {**sample, **({"slug": ABSENT} if "slug" in route.parameters else {"code": ABSENT_CODE})}


def test_a_hidden_game_does_not_exist_for_a_stranger(hidden: Samples) -> None:
    """Every address of a game answers as if there were no such game, and no list names it."""
    people = strangers()
    every_page(hidden, people)
    every_list(hidden, people)


def every_page(hidden: Samples, people: dict[str, Sender]) -> None:
    walked, wrong = 0, list[str]()
    for route in filter(of_a_game, all_routes()):
        samples = hidden.of(route)
        if route.name in ("web:act", "api:act"):
            samples = [{**samples[0], "slug": slug, "name": name} for slug in ("hall", "rules") for name in ACTS]
        for who, sender in people.items():
            if who == "bot" and not route.written.startswith("/api/"):
                continue
            for sample in samples:
                for method in sorted(route.methods & {"get", "post"}):
                    status, text = answer_to(sender, method, address_of(route, sample))
                    other, expected = answer_to(sender, method, address_of(route, absent(route, sample)))
                    where = f"{method} {route.name} {sample.get('name')} as {who}"
                    if status != other:
                        wrong.append(f"{where}: {status}, and {other} if there is no such game")
                    elif without_names(text, sample) != without_names(expected, sample):
                        wrong.append(f"{where}: another text")
                    if MARKER in text:
                        wrong.append(f"{where}: the marker")
                    if method == "get" and status not in (302, 401, 403, 404, 405):
                        wrong.append(f"{where}: {status}")
                    walked += 1
    assert not wrong, "\n".join(wrong)
    assert walked > 400


def lists(hidden: Samples) -> Iterator[tuple[Route, str]]:
    """The addresses that belong to no game, also with what a reader may ask them for."""
    for route in all_routes():
        if of_a_game(route):
            continue
        for sample in hidden.of(route):
            address = address_of(route, sample)
            if route.name not in ASKED:
                yield route, address
                continue
            asked = ["", "?archive", f"?q={QUERY}", f"?q={QUERY}&in=hall", f"?q={QUERY}&cycle=hall", "?cycle=hall"]
            yield from ((route, address + more) for more in (asked if "get" in route.methods else [""]))


def every_list(hidden: Samples, people: dict[str, Sender]) -> None:
    codes, wrong = [match.code for match in Match.objects.all()], list[str]()
    for route, address in lists(hidden):
        for who, sender in people.items():
            if who == "bot" and not address.startswith("/api/"):
                continue
            for method in sorted(route.methods & {"get", "post"}):
                _, text = answer_to(sender, method, address)
                named = "" if "hall" in address else re.search(r'/c/(hall|rules|battle|bones)/|"(hall|bones)"', text)
                if MARKER in text or named or any(code in text for code in codes):
                    wrong.append(f"{method} {address} as {who}: {named}")
    assert not wrong, "\n".join(wrong)


def test_its_players_and_staff_read_it(hidden: Samples) -> None:
    """Without this the others could not fail."""
    for name in ("Ada", KEEPER):
        sender, shown, missing = Sender(name), set(), set()
        for route in all_routes():
            if not of_a_game(route) or route.methods.isdisjoint({"get"}):
                continue
            for sample in hidden.of(route)[:1]:
                status, text = answer_to(sender, "get", address_of(route, sample))
                if MARKER in text:
                    shown.add(route.name)
                if status == 404:
                    missing.add(route.name)
        assert missing == NOT_THERE
        assert {"web:hall", "web:match", "web:proposal", "web:recaps-feed", "api:cycle", "api:match"} <= shown
        listed = {route.name for route, address in lists(hidden) if MARKER in sender.read(address)}
        wanted = {"web:home", "web:search", "web:profile", "web:account", "api:cycles", "api:matches", "api:search"}
        assert wanted - ({"web:account"} if name == KEEPER else set()) <= listed
    # Dora has left the hall.
    assert Sender("Dora").ready("get", "/c/hall/")().status_code == 404
    # Health says that something is late, and not what.
    Cycle.objects.filter(slug="hall").update(due_at=START - timedelta(days=9), clock_offset=timedelta(0))
    assert Client().get("/healthz").json()["oldest due"]["cycle"] == ""
