"""What is read at once has an end in bytes, too: a page of long entries is a short page."""

import tracemalloc
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from nomic import limits
from nomic.cycles.journal import append
from nomic.cycles.live import feed as live
from nomic.cycles.live.feed import Feed
from nomic.cycles.live.position import Position
from nomic.db import take_page
from nomic.law.schema.json_size import size_of
from tests.api.conftest import Bot
from tests.support.hall import Hall


@pytest.fixture
def long_journal(cast: Hall, monkeypatch: pytest.MonkeyPatch) -> Hall:
    """Eight proposals of 40,000 characters each, and room for three of them in a page."""
    for number in range(8):
        cast.propose("ada", title=f"Number {number}", text="x" * 40_000)
    monkeypatch.setattr(limits, "PAGE_BYTES", 130_000)
    return cast


@pytest.mark.parametrize("order", ["oldest", "newest"])
def test_pages_of_the_journal_are_cut_by_their_bytes_and_lead_on(bot: Bot, long_journal: Hall, order: str) -> None:
    """No entry is left out, none comes twice, and no page is longer than it may be."""
    seen: list[int] = []
    cursor: dict[str, Any] = {}
    while True:
        response = bot.get("journal/", order=order, limit=200, **cursor)
        page = response.json()
        assert size_of(page["items"]) < limits.PAGE_BYTES + 20_000
        seen += [entry["seq"] for entry in page["items"]]
        if page["next"] is None:
            break
        cursor = {"cursor": seen[-1]}
    numbers = list(range(1, long_journal.cycle.seq + 1))
    assert seen == (numbers if order == "oldest" else numbers[::-1])


def test_an_entry_longer_than_a_page_is_a_page(bot: Bot, long_journal: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody is led round in a circle."""
    monkeypatch.setattr(limits, "PAGE_BYTES", 10)
    page = bot.get("journal/", order="newest").json()
    assert [entry["seq"] for entry in page["items"]] == [long_journal.cycle.seq]
    assert page["next"]


def test_rows_are_asked_for_no_further_than_they_fit() -> None:
    """One beyond, to know whether there are more."""
    asked: list[int] = []

    def rows() -> Any:
        for number in range(100):
            asked.append(number)
            yield number

    assert take_page(rows(), 50, 35, lambda row: 10) == ([0, 1, 2], True)
    assert asked == [0, 1, 2, 3]
    assert take_page(range(3), 3, 1000, lambda row: 1) == ([0, 1, 2], False)
    assert take_page(range(4), 3, 1000, lambda row: 1) == ([0, 1, 2], True)
    assert take_page(range(2), 5, 0, lambda row: 1) == ([0], True)
    assert take_page([], 5, 5, lambda row: 1) == ([], False)


def test_a_list_of_proposals_reads_none_of_their_amendments(bot: Bot, cast: Hall) -> None:
    """It counts them where they lie."""
    change = [{"op": "replace", "path": "/rules/luck/body", "value": f"Luck {number}"} for number in range(3)]
    cast.propose("ada", *change)
    cast.propose("ada", title="Words only")
    with CaptureQueriesContext(connection) as asked:
        items = bot.get("proposals/").json()["items"]
    assert [item["amendments"] for item in items] == [0, 6]
    columns = '"proposals_proposal"."amendments"'
    lengths = f"ARRAY_LENGTH({columns})"
    assert not any(columns in query["sql"].replace(lengths, "") for query in asked.captured_queries)


def test_a_list_of_revisions_reads_none_of_their_documents(bot: Bot, cast: Hall) -> None:
    """Nor the amendments, which it counts."""
    cast.propose("ada", {"op": "replace", "path": "/rules/luck/body", "value": "Luck."}, **{"class": "urgent"})
    cast.wait(hours=48)
    with CaptureQueriesContext(connection) as asked:
        items = bot.get("law/revisions/").json()["items"]
    assert [(item["number"], item["amendments"]) for item in items] == [(1, 2), (0, 0)]
    listing = next(query["sql"] for query in asked.captured_queries if "ARRAY_LENGTH" in query["sql"])
    assert '"law_revision"."document"' not in listing


def test_what_is_kept_for_listeners_has_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """Old entries are forgotten when new ones need their room; whoever misses them asks the database."""
    monkeypatch.setattr(live, "MAX_BYTES", 10_000)

    class Quiet:
        def set(self) -> None: ...

    monkeypatch.setattr(live.asyncio, "Event", Quiet)
    feed = Feed("hall", Position(0))
    tracemalloc.start()
    for seq in range(1, 51):
        feed.add([{"seq": seq, "digest": "d", "words": ["x" * 3000]}])
    tracemalloc.stop()
    assert [entry["seq"] for entry in feed.recent] == [48, 49, 50]
    assert feed.since(Position(47, "d")) == list(feed.recent)
    assert feed.since(Position(46, "d")) is None
    feed.add([{"seq": 51, "digest": "d", "words": ["x" * 30_000]}])
    assert not feed.recent
    assert feed.since(Position(50, "d")) is None
    assert feed.since(Position(51, "d")) == []


def test_live_news_come_in_portions_too(long_journal: Hall) -> None:
    """The rest follows with the next look."""
    seen: list[int] = []
    while some := live._entries(long_journal.slug, seen[-1] if seen else 0):
        assert size_of(some) < limits.PAGE_BYTES + 20_000
        seen += [entry["seq"] for entry in some]
    assert seen == list(range(1, long_journal.cycle.seq + 1))
    assert append.entries_that_fit(long_journal.cycle.entries.none(), 5) == ([], False)
