"""News of the journal for those who listen."""

import asyncio
from collections.abc import AsyncGenerator, Coroutine
from contextlib import aclosing
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.db import OperationalError, connection
from django.test.utils import CaptureQueriesContext

from nomic.accounts.models import Person
from nomic.cycles.commands.perform import perform
from nomic.cycles.creation import create_cycle
from nomic.cycles.domain.actor import Actor
from nomic.cycles.domain.exceptions import NoSuchCycle
from nomic.cycles.live import feed
from nomic.cycles.live.position import Position
from nomic.cycles.models import Cycle

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def hall(monkeypatch: pytest.MonkeyPatch) -> Cycle:
    monkeypatch.setattr(feed, "POLL_SECONDS", 0.01)
    return create_cycle("cycle-16", slug="hall", practice=True, owner_name="Ada")


def join(name: str) -> None:
    perform("hall", Actor.person(Person.objects.get_or_create(username=name)[0]), "join", {})


@sync_to_async
def joins(name: str) -> None:
    """As `join`, from the event loop; the thread gives its connection back."""
    try:
        join(name)
    finally:
        connection.close()


def in_loop(story: Coroutine[Any, Any, None]) -> None:
    async def bounded() -> None:
        async with asyncio.timeout(30):
            await story

    asyncio.run(bounded())


async def next_entries(stream: AsyncGenerator[feed.News, None]) -> list[tuple[int, str, str]]:
    while not (news := await anext(stream)):
        pass
    assert not isinstance(news, feed.Rewritten)
    return [(entry["seq"], entry["actor"], entry["action"]) for entry in news]


async def until_nobody_polls() -> None:
    while feed.is_polling():
        await asyncio.sleep(0.01)


def test_what_comes_after_is_told_to_everybody_who_follows(hall: Cycle) -> None:
    """Two listeners hear of the same entry; one that asks for earlier ones gets those first, in order."""

    async def story() -> None:
        head = hall.seq
        async with (
            aclosing(feed.follow("hall", Position(head))) as first,
            aclosing(feed.follow("hall", Position(0))) as second,
        ):
            assert await next_entries(second) == [(1, "", "begin-cycle")]
            both = asyncio.gather(next_entries(first), next_entries(second))
            await joins("Ada")
            heard, heard_too = await both
            assert heard == heard_too[: len(heard)]
            assert heard[0] == (head + 1, "Ada", "join")
            assert feed.listeners() == 2
        assert feed.listeners() == 0
        await until_nobody_polls()

    in_loop(story())


def test_who_was_away_for_long_reads_it_in_pieces(hall: Cycle, monkeypatch: pytest.MonkeyPatch) -> None:
    """A listener far behind gets the whole journal, without a gap, never more than a piece at a time."""
    monkeypatch.setattr(feed, "MAX_AT_ONCE", 2)
    for name in ("Ada", "Ben", "Cleo"):
        join(name)
    head = Cycle.objects.get(slug="hall").seq

    async def story() -> None:
        seen: list[int] = []
        async with aclosing(feed.follow("hall", Position(0))) as stream:
            while len(seen) < head:
                news = await next_entries(stream)
                assert len(news) <= 2
                seen += [seq for seq, _, _ in news]
        assert seen == list(range(1, head + 1))

    in_loop(story())


def test_who_is_slow_misses_nothing(hall: Cycle, monkeypatch: pytest.MonkeyPatch) -> None:
    """What no longer fits in memory is read from the journal."""
    monkeypatch.setattr(feed, "MAX_KEPT", 1)

    async def story() -> None:
        head = hall.seq
        async with (
            aclosing(feed.follow("hall", Position(head), keepalive=0.02)) as slow,
            aclosing(feed.follow("hall", Position(head))) as quick,
        ):
            assert await anext(slow) == []
            for name in ("Ada", "Ben"):
                await joins(name)
            last = 0
            while last < head + 6:  # each joins, becomes reputable and is granted
                last = (await next_entries(quick))[-1][0]
            seen: list[int] = []
            while len(seen) < 6:
                seen += [seq for seq, _, _ in await next_entries(slow)]
            assert seen == list(range(head + 1, head + 7))

    in_loop(story())


def test_silence_is_told_too(hall: Cycle) -> None:
    """An empty list now and then lets the caller see whether anybody still listens."""

    async def story() -> None:
        async with aclosing(feed.follow("hall", keepalive=0.01)) as stream:
            assert await anext(stream) == []
            assert await anext(stream) == []

    in_loop(story())


def test_one_poller_asks_for_all(hall: Cycle) -> None:
    """However many listen, a round of polling is one query while nothing happens."""
    create_cycle("cycle-16", slug="other", practice=True, owner_name="Ada")
    known = {slug: feed._head(slug) for slug in ("hall", "other")}
    with CaptureQueriesContext(connection) as queries:
        assert feed._news(known) == ({}, set())
    assert len(queries) == 1


def test_a_number_from_the_future_hears_what_comes(hall: Cycle) -> None:
    """A number beyond the head (of another database, or invented) counts as the head."""

    async def story() -> None:
        async with aclosing(feed.follow("hall", Position(10**14), keepalive=0.02)) as stream:
            assert await anext(stream) == []
            await joins("Ada")
            assert (await next_entries(stream))[0] == (hall.seq + 1, "Ada", "join")

    in_loop(story())


def test_nobody_follows_what_is_not_there(hall: Cycle) -> None:
    async def story() -> None:
        with pytest.raises(NoSuchCycle):
            await anext(feed.follow("nowhere"))
        assert not feed.is_polling()

    in_loop(story())


def test_a_database_that_is_away_is_waited_for(hall: Cycle, monkeypatch: pytest.MonkeyPatch) -> None:
    """The listener hears of the entry once the database answers again."""
    monkeypatch.setattr(feed, "MAX_SECONDS", 0.02)
    answers, failures = feed._news, []

    def fails_twice(known: Any) -> Any:
        if len(failures) < 2:
            failures.append(known)
            raise OperationalError("away")
        return answers(known)

    monkeypatch.setattr(feed, "_news", fails_twice)

    async def story() -> None:
        async with aclosing(feed.follow("hall", Position(hall.seq))) as stream:
            heard = asyncio.create_task(next_entries(stream))
            while not failures:
                await asyncio.sleep(0.01)
            await joins("Ada")
            assert (await heard)[0] == (hall.seq + 1, "Ada", "join")
        assert len(failures) == 2

    in_loop(story())
