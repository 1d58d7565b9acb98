"""Who follows a journal hears that its past was rewritten, and from which entry on."""

import asyncio
from collections.abc import Callable
from contextlib import aclosing
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.db import connection

from nomic.accounts.models import Person
from nomic.corrections.background.build_fork import build_waiting
from nomic.corrections.models import Correction
from nomic.cycles.commands.perform import perform
from nomic.cycles.creation import create_cycle
from nomic.cycles.domain.actor import Actor
from nomic.cycles.live import feed as live
from nomic.cycles.live.position import Position, rewritten_from
from nomic.cycles.models import Cycle, Entry
from tests.cycles.test_live import in_loop

pytestmark = pytest.mark.django_db(transaction=True)
Edit = dict[str, Any]


@pytest.fixture
def hall(monkeypatch: pytest.MonkeyPatch) -> Cycle:
    """Ada's practice hall, in which Ben and Cleo have joined; who joins is granted something at once."""
    monkeypatch.setattr(live, "POLL_SECONDS", 0.01)
    cycle = create_cycle("cycle-16", slug="hall", practice=True, owner_name="Ada")
    for name in ("Ada", "Ben", "Cleo"):
        act(name, "join")
    return cycle


def act(name: str, action: str, **args: Any) -> Entry:
    person, _ = Person.objects.get_or_create(username=name)
    return perform("hall", Actor.person(person), action, args).entry


def joined(name: str) -> Entry:
    return Entry.objects.get(cycle__slug="hall", action="join", actor=name)


def correct(*edits: Edit) -> None:
    act("Ada", "open-correction", edits=list(edits), reason="it was wrong")
    assert build_waiting() == 1
    row = Correction.objects.latest("pk")
    act("Ada", "adopt-correction", correction=row.code, version=row.version, reason="everybody agrees")


def void(name: str) -> Edit:
    return {"do": "void", "entry": str(joined(name).seq)}


def insert(name: str) -> Edit:
    Person.objects.get_or_create(username=name)
    return {"do": "insert", "actor": name, "action": "join", "args": {}, "at": joined("Ben").at.isoformat()}


WAYS: dict[str, Callable[[], list[Edit]]] = {
    "shorter": lambda: [void("Ben"), void("Cleo")],
    "longer": lambda: [insert("Dan"), insert("Eve")],
    "about as long": lambda: [void("Ben"), insert("Dan")],
}


def in_thread(do: Callable[..., Any], *args: Any) -> Any:
    """Do something in a thread that gives its connection back."""

    def done() -> Any:
        try:
            return do(*args)
        finally:
            connection.close()

    return sync_to_async(done)()


def journal() -> list[tuple[int, str]]:
    return list(Entry.objects.filter(cycle__slug="hall").order_by("seq").values_list("seq", "digest"))


class Bot:
    """Keeps what it hears, and nothing else."""

    def __init__(self) -> None:
        self.known: list[tuple[int, str]] = []
        self.rewritten: list[live.Rewritten] = []

    @property
    def position(self) -> Position:
        return Position(*self.known[-1]) if self.known else Position(0)

    async def hear_until(self, head: Position, after: Position | None = None) -> None:
        """Follow after this position, or where the bot is, until it is at the head."""
        async with aclosing(live.follow("hall", after or self.position)) as stream:
            while self.position != head:
                self.take_in(await anext(stream))

    def take_in(self, news: live.News) -> None:
        if isinstance(news, live.Rewritten):
            self.rewritten.append(news)
            self.known = [known for known in self.known if known[0] < news.first]
            assert news.position == self.position
        else:
            self.known += [(entry["seq"], entry["digest"]) for entry in news]


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("is_live", [True, False], ids=["live", "resumed"])
def test_a_bot_that_hears_of_a_rewriting_knows_the_journal_as_it_is(hall: Cycle, way: str, is_live: bool) -> None:
    """Live and resumed alike, whether the journal is shorter, longer or as long as before."""

    async def story() -> None:
        bot, head = Bot(), await in_thread(live._head, "hall")
        await bot.hear_until(head)
        first = await in_thread(lambda: joined("Ben").seq)
        if is_live:
            async with aclosing(live.follow("hall", head)) as stream:
                hearing = asyncio.ensure_future(anext(stream))
                while not live.listeners():
                    await asyncio.sleep(0.01)
                await in_thread(lambda: correct(*WAYS[way]()))
                new = await in_thread(live._head, "hall")
                bot.take_in(await hearing)
                while bot.position != new:
                    bot.take_in(await anext(stream))
        else:
            await in_thread(lambda: correct(*WAYS[way]()))
            await bot.hear_until(await in_thread(live._head, "hall"))
        assert bot.known == await in_thread(journal)
        if bot.rewritten:
            assert all(news.first >= first for news in bot.rewritten)
        assert [news.first for news in bot.rewritten][-1:] != []

    in_loop(story())


def test_a_journal_whose_number_is_the_same_after_rewriting_is_another_one(hall: Cycle) -> None:
    """The poller compares digests: a new history of the same length is no silence."""
    head = live._head("hall")
    forged = Position(head.seq, "0" * 64)
    assert live._news({"hall": forged}) == ({"hall": head}, set())
    assert live._news({"hall": head}) == ({}, set())


def test_who_goes_on_while_the_new_entries_come_is_not_told_twice(hall: Cycle) -> None:
    """The id of `told-anew` is the position before the first new entry: going on from it brings these."""

    async def story() -> None:
        old = await in_thread(live._head, "hall")
        await in_thread(lambda: correct(void("Cleo")))
        async with aclosing(live.follow("hall", old)) as stream:
            news = await anext(stream)
        assert isinstance(news, live.Rewritten)
        assert (news.known, news.position.seq) == (old.seq, news.first - 1)
        async with aclosing(live.follow("hall", news.position)) as stream:
            entries = await anext(stream)
        assert not isinstance(entries, live.Rewritten)
        assert entries[0]["seq"] == news.first

    in_loop(story())


def test_two_rewritings_in_a_row_are_found_from_the_oldest_history(hall: Cycle) -> None:
    """A bot that was away during both drops what the earlier and the later one changed."""
    heads = [live._head("hall")]
    begun = [joined("Cleo").seq, joined("Ben").seq]
    correct(void("Cleo"))
    heads.append(live._head("hall"))
    correct(void("Ben"))
    cycle = Cycle.objects.get(slug="hall")
    firsts = [rewritten_from(cycle, head) for head in heads]
    digests = dict(journal())
    for head, first in zip(heads, firsts, strict=True):
        of_it = Entry.objects.get(cycle__fork_of=cycle, seq=head.seq, digest=head.digest).cycle
        rows = of_it.entries.order_by("seq").values_list("seq", "digest")
        assert first == next(seq for seq, digest in rows if digests.get(seq) != digest)
    assert firsts[0] is not None
    assert firsts[0] <= min(begun)


def test_a_position_in_no_known_history_has_everything_again(hall: Cycle) -> None:
    """As after the restore of an old backup: nobody knows where the two part."""
    cycle = Cycle.objects.get(slug="hall")
    assert rewritten_from(cycle, Position(2, "0" * 64)) == 1
    assert rewritten_from(cycle, Position(10**9, "0" * 64)) == 1
    assert rewritten_from(cycle, Position(0)) is None


def test_a_feed_gives_no_entries_of_another_history(hall: Cycle) -> None:
    """Whoever is at a position that the feed does not know asks the database."""
    feed = live.Feed("hall", Position(1, "a"))
    feed.add([{"seq": 2, "digest": "b"}, {"seq": 3, "digest": "c"}])
    assert feed.since(Position(1, "a")) == list(feed.recent)
    assert feed.since(Position(2, "b")) == [{"seq": 3, "digest": "c"}]
    assert feed.since(Position(2, "x")) is None
    assert feed.since(Position(1, "x")) is None
    assert feed.since(Position(4, "d")) is None
    feed.restart(Position(2, "x"))
    assert feed.since(Position(2, "x")) == []
    assert feed.since(Position(2, "b")) is None


@pytest.mark.parametrize("text", ["", "x", "-1", "1:", "1:abc", "1" * 16, "1:" + "g" * 64, "٣", "1:" + "A" * 64])
def test_what_is_no_position_is_none(text: str) -> None:
    assert Position.read(text) is None


def test_positions_are_read_as_they_are_written() -> None:
    for position in (Position(0), Position(12), Position(12, "a" * 64)):
        assert Position.read(str(position)) == position
