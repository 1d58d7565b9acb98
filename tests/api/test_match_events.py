"""News of a match, through the whole ASGI application."""

import json
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.db import connection

from nomic.accounts.models import Person
from nomic.cycles.commands.perform import perform
from nomic.cycles.creation import create_cycle
from nomic.cycles.domain.actor import Actor
from nomic.cycles.live import feed
from nomic.cycles.models import Entry
from nomic.matches.hosting.registry import HostedGame
from tests.api.test_events import Listener, in_loop
from tests.support.lanterns_game import lanterns

__all__ = ["lanterns"]
pytestmark = pytest.mark.django_db(transaction=True)


def act(name: str, action: str, **args: Any) -> Entry:
    person, _ = Person.objects.get_or_create(username=name)
    return perform("practice", Actor.person(person), action, args).entry


@pytest.fixture
def code(lanterns: HostedGame, monkeypatch: pytest.MonkeyPatch) -> str:
    """A match of ada and bob that waits for wishes."""
    monkeypatch.setattr(feed, "POLL_SECONDS", 0.01)
    create_cycle("cycle-16", slug="practice", practice=True, owner_name="ada")
    for name in ("ada", "bob"):
        act(name, "join")
    return str(act("ada", "open-lanterns", players=["ada", "bob"]).events[0]["match"])


async def news_of(listener: Listener) -> tuple[int, dict[str, Any]]:
    """The next event about the match: its id and its data."""
    while (block := await listener.block()).startswith((":", "retry")):
        pass
    lines = dict(line.split(": ", 1) for line in block.split("\n"))
    assert lines["event"] == "match"
    return int(lines["id"].partition(":")[0]), json.loads(lines["data"])


@sync_to_async
def acts(name: str, action: str, **args: Any) -> Entry:
    """As `act`, from the event loop; the thread gives its connection back."""
    try:
        return act(name, action, **args)
    finally:
        connection.close()


def test_who_listens_to_a_match_hears_of_its_steps_only(code: str) -> None:
    """With the number of the entry, sentences and the step's version; and nothing of what is sealed."""

    async def story() -> None:
        listener = Listener(path=f"/api/v1/matches/{code}/events/")
        assert (await listener.begun())["content-type"] == "text/event-stream"
        await acts("ada", "open-lanterns", players=["ada", "bob"])
        entry = await acts("ada", "move", match=code, move={"kind": "wish"}, answers=[[6]])
        seq, data = await news_of(listener)
        assert seq == data["entry"] == entry.seq
        assert data["words"] == ["ada has made a wish."]
        assert (data["events"][0]["kind"], data["events"][0]["version"]) == ("match-step", 1)
        assert entry.sealed["answers"]["salt"] not in json.dumps(data)
        assert "answers" not in json.dumps(data)
        await listener.hang_up()

    in_loop(story())


def test_who_was_cut_off_goes_on_where_they_were(code: str) -> None:
    """Last-Event-ID: nothing about the match is missed."""

    async def story() -> None:
        entry = await acts("ada", "move", match=code, move={"kind": "wish"}, answers=[[6]])
        listener = Listener(path=f"/api/v1/matches/{code}/events/", last_event_id="1")
        await listener.begun()
        opened, _ = await news_of(listener)
        assert opened == entry.seq - 1
        assert (await news_of(listener))[0] == entry.seq
        await listener.hang_up()

    in_loop(story())
