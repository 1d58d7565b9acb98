"""Server-sent events, through the whole ASGI application."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.db import connection

from nomic.accounts.models import Person
from nomic.config.asgi import application
from nomic.corrections.background.build_fork import build_waiting
from nomic.corrections.models import Correction
from nomic.cycles.commands.perform import perform
from nomic.cycles.creation import create_cycle
from nomic.cycles.domain.actor import Actor
from nomic.cycles.live import feed
from nomic.cycles.models import Cycle, Entry
from tests.api.conftest import Bot, problem

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def practice(monkeypatch: pytest.MonkeyPatch) -> Cycle:
    monkeypatch.setattr(feed, "POLL_SECONDS", 0.01)
    return create_cycle("cycle-16", slug="practice", practice=True, owner_name="Ada")


def join(name: str) -> None:
    perform("practice", Actor.person(Person.objects.get_or_create(username=name)[0]), "join", {})


class Listener:
    """A client of the stream: what came, message by message."""

    def __init__(self, query: str = "", path: str = "/api/v1/cycles/practice/events/", **headers: str) -> None:
        self.scope = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": "GET",
            "scheme": "http",
            "path": path,
            "raw_path": path.encode(),
            "query_string": query.encode(),
            "headers": [
                (b"host", b"testserver"),
                *((name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()),
            ],
            "client": ("127.0.0.1", 1),
            "server": ("testserver", 80),
        }
        self.incoming: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.outgoing: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.incoming.put_nowait({"type": "http.request", "body": b"", "more_body": False})
        app: Callable[..., Awaitable[None]] = application
        self.task = asyncio.ensure_future(app(self.scope, self.incoming.get, self.outgoing.put))
        self.text = ""

    async def begun(self) -> dict[str, str]:
        """The headers, once they came."""
        message = await self.outgoing.get()
        assert message["type"] == "http.response.start"
        assert message["status"] == 200
        return {name.decode().lower(): value.decode() for name, value in message["headers"]}

    async def block(self) -> str:
        """The next block of the stream, up to its empty line."""
        while "\n\n" not in self.text:
            self.text += (await self.outgoing.get())["body"].decode()
        block, _, self.text = self.text.partition("\n\n")
        return block

    async def event(self) -> tuple[int, dict[str, Any]]:
        """The next event: its id and its data."""
        while (block := await self.block()).startswith((":", "retry")):
            pass
        lines = dict(line.split(": ", 1) for line in block.split("\n"))
        assert lines["event"] == "entry"
        return int(lines["id"].partition(":")[0]), json.loads(lines["data"])

    async def hang_up(self) -> None:
        self.incoming.put_nowait({"type": "http.disconnect"})
        await self.task


@sync_to_async
def joins(name: str) -> None:
    """As `join`, from the event loop; the thread gives its connection back."""
    try:
        join(name)
    finally:
        connection.close()


def in_loop(story: Coroutine[Any, Any, None]) -> None:
    async def bounded() -> None:
        async with asyncio.timeout(60):
            await story

    asyncio.run(bounded())


def test_two_clients_hear_of_each_act_and_nothing_stays_behind(practice: Cycle) -> None:
    """Both hear the same entries in order; when both have hung up, nobody polls any more."""

    async def story() -> None:
        first, second = Listener("after=0"), Listener("after=1")
        headers = await first.begun()
        await second.begun()
        assert headers["content-type"] == "text/event-stream"
        assert headers["cache-control"] == "no-cache"
        assert (await first.event())[0] == 1
        await joins("Ada")
        heard = await first.event()
        assert heard == await second.event()
        assert (heard[0], heard[1]["actor"], heard[1]["action"]) == (2, "Ada", "join")
        assert feed.listeners() == 2
        await first.hang_up()
        await joins("Ben")
        while (await second.event())[1]["actor"] != "Ben":
            pass
        await second.hang_up()
        assert feed.listeners() == 0
        while feed.is_polling():
            await asyncio.sleep(0.01)

    in_loop(story())


def test_who_was_cut_off_goes_on_where_they_were(practice: Cycle) -> None:
    """`Last-Event-ID` counts for more than `after`, which a browser sends again."""
    for name in ("Ada", "Ben"):
        join(name)

    async def story() -> None:
        listener = Listener("after=0", last_event_id="3")
        await listener.begun()
        assert (await listener.event())[0] == 4
        await listener.hang_up()

    in_loop(story())


def test_an_event_is_the_entry_of_the_journal(practice: Cycle) -> None:
    join("Ada")
    items = Bot("practice").read("journal/")["items"]

    async def story() -> None:
        listener = Listener("after=0")
        await listener.begun()
        assert [(await listener.event())[1] for _ in items] == items
        await listener.hang_up()

    in_loop(story())


def test_a_corrected_past_is_told_as_such(practice: Cycle) -> None:
    """Whoever goes on from an entry that was replaced hears from where on, and then what is there now."""
    for name in ("Ada", "Ben"):
        join(name)
    head = Cycle.objects.get(slug="practice")
    left = Entry.objects.get(cycle=head, action="join", actor="Ben").seq
    ada = Actor.person(Person.objects.get(username="Ada"))
    edits = [{"do": "void", "entry": str(left)}]
    perform("practice", ada, "open-correction", {"edits": edits, "reason": "a slip"})
    known = Cycle.objects.get(slug="practice")
    assert build_waiting() == 1
    row = Correction.objects.get()
    adopting = {"correction": row.code, "version": row.version, "reason": "as agreed"}
    perform("practice", ada, "adopt-correction", adopting)

    async def story() -> None:
        for listener in (
            Listener(last_event_id=f"{known.seq}:{known.head}"),
            Listener(f"after={known.seq}:{known.head}"),
        ):
            await listener.begun()
            assert (await listener.block()).startswith("retry: ")
            lines = dict(line.split(": ", 1) for line in (await listener.block()).split("\n"))
            assert lines["event"] == "told-anew"
            assert json.loads(lines["data"]) == {"first": left, "known": known.seq}
            assert int(lines["id"].partition(":")[0]) == left - 1
            assert (await listener.event())[0] == left
            await listener.hang_up()

    in_loop(story())


def test_silence_is_broken_now_and_then(practice: Cycle, monkeypatch: pytest.MonkeyPatch) -> None:
    """Comments keep the connection, and show when nobody is there any more."""
    monkeypatch.setattr(feed.follow, "__kwdefaults__", {"keepalive": 0.01})

    async def story() -> None:
        listener = Listener()
        await listener.begun()
        assert (await listener.block()).startswith("retry: ")
        assert await listener.block() == ": still here"
        assert await listener.block() == ": still here"
        await listener.hang_up()

    in_loop(story())


def test_a_stream_of_nothing(practice: Cycle) -> None:
    """Refusals are those of every read."""
    problem(Bot("nowhere").get("events/"), 404, "no-such-cycle")
    problem(Bot("practice").get("events/", after="soon"), 422, "bad-arguments")
    problem(Bot("practice", "nomic_wrong").get("events/"), 401, "authentication-failed")
