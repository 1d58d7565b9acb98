"""Journal news for open connections. One poller per process queries the database for all listeners.

The journal itself is the event table: the number and digest of its newest entry are its head. Listeners hold no
database connection. All queries use one connection in a separate thread, which is released while nobody listens.
"""

import asyncio
import contextvars
from collections import deque
from collections.abc import AsyncGenerator, Callable, Collection, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar

import structlog
from django.db import close_old_connections, connection

from nomic import limits
from nomic.cycles.domain.exceptions import NoSuchCycle
from nomic.cycles.journal.append import entries_that_fit
from nomic.cycles.live.position import Position, position_before, rewritten_from, with_digest
from nomic.cycles.models import Cycle, Entry
from nomic.cycles.sealed_arguments import Opened, revealed_arguments
from nomic.cycles.visibility import is_hidden_from
from nomic.law.schema.json_size import size_of

logger = structlog.get_logger(__name__)

EntryData = dict[str, Any]
T = TypeVar("T")

POLL_SECONDS = 0.3
MAX_SECONDS = 5.0  # maximum time between two attempts while the database does not answer
KEEPALIVE_SECONDS = 15.0
MAX_AT_ONCE = 200  # entries in one batch of news
MAX_KEPT = 500  # entries of a cycle cached for listeners
MAX_BYTES = limits.PAGE_BYTES  # maximum size of these entries


def entry_data(entry: Entry, unsealed: Opened | None = None) -> EntryData:
    """Return a journal entry as JSON data, without its draws. `unsealed` holds its revealed arguments."""
    return {
        "seq": entry.seq,
        "key": entry.key,
        "digest": entry.digest,
        "at": entry.at.isoformat().replace("+00:00", "Z"),
        "actor_kind": entry.actor_kind,
        "actor": entry.actor,
        "action": entry.action,
        "args": entry.args,
        "unsealed": unsealed or {},
        "revision": entry.revision,
        "phase": entry.phase,
        "words": entry.words,
        "events": entry.events,
    }


@dataclass(frozen=True, slots=True)
class Rewritten:
    """News that the journal was rewritten from entry `first` on. The new entries follow.

    `position` is the listener's position after this news. `known` is the number of the last entry that the listener had
    received.
    """

    first: int
    known: int
    position: Position


class NewsOutsideJournal(list[EntryData]):
    """An empty list of entries that signals news outside the journal, such as a chat message.

    The listener has to read such news elsewhere.
    """


News = list[EntryData] | Rewritten
Watch = Callable[[Collection[str]], Collection[str]]
_watches: list[Callable[[], Watch]] = []


def watch_beside(begin: Callable[[], Watch]) -> None:
    """Register a source of news outside the journals.

    `begin()` is called once per poller. It returns a function that takes the slugs of followed cycles and returns those
    with news since its last call, using one cheap query.
    """
    if begin not in _watches:
        _watches.append(begin)


async def follow(
    slug: str, after: Position | None = None, *, reader: Any = None, keepalive: float = KEEPALIVE_SECONDS
) -> AsyncGenerator[News, None]:
    """Yield the entries of a cycle's journal after a position, or from now on, as they are written.

    `reader` is the person who listens, or None for the site itself. The iteration ends if the cycle is hidden from that
    person.

    Yields lists of entries in order. After `keepalive` seconds without entries it yields an empty list, so that the
    caller can check the connection, and `NewsOutsideJournal` if there is other news. If the listener's history is
    replaced, it yields `Rewritten` and then the new entries. Raises NoSuchCycle at the first step.
    """
    head = await _in_thread(partial(_head, slug))
    place = head if after is None else await _in_thread(partial(_fixed, slug, after))
    poller = _poller()
    feed = poller.join(slug, head)
    besides = feed.besides
    try:
        while True:
            changed = feed.changed
            if feed.is_hidden and await _in_thread(partial(is_hidden_from, slug, reader)):
                return
            if feed.besides != besides:
                besides = feed.besides
                yield NewsOutsideJournal()
            news: News | None = feed.since(place)
            if news is None:
                news = await _in_thread(partial(_read, slug, place))
            if isinstance(news, Rewritten):
                place = news.position
                yield news
            elif news:
                place = position_of(news[-1])
                yield news
            else:
                try:
                    async with asyncio.timeout(keepalive):
                        await changed.wait()
                except TimeoutError:
                    yield []
    finally:
        poller.leave(feed)


def listeners() -> int:
    """Return the number of listeners in this event loop."""
    poller = _pollers.get(asyncio.get_running_loop())
    return 0 if poller is None else sum(feed.listeners for feed in poller.feeds.values())


def is_polling() -> bool:
    """Return whether the poller of this event loop is running. It stops when nobody listens."""
    return asyncio.get_running_loop() in _pollers


class Feed:
    """The poller's state of one cycle.

    When there is news, the event `changed` is set and replaced with a new one.
    """

    def __init__(self, slug: str, head: Position) -> None:
        self.slug = slug
        self.head = head
        self.listeners = 0
        self.recent: deque[EntryData] = deque()
        self._sizes: deque[int] = deque()
        self._before = head  # the position before the first of the recent entries
        self.changed = asyncio.Event()
        self.is_hidden = False  # if so, each listener is checked before anything is told
        self.besides = 0  # how often there was something new beside the journal

    def hide(self, *, is_hidden: bool) -> None:
        """Record whether the cycle is hidden. If that has changed, wake all waiting listeners."""
        if is_hidden != self.is_hidden:
            self.is_hidden = is_hidden
            self._wake()

    def touch(self) -> None:
        """Wake all waiting listeners, because there is news outside the journal."""
        self.besides += 1
        self._wake()

    def add(self, entries: list[EntryData]) -> None:
        """Append entries that follow the head, and wake all waiting listeners."""
        if entries:
            self.recent.extend(entries)
            self._sizes.extend(size_of(entry) for entry in entries)
            self.head = position_of(entries[-1])
            self._forget()
            self._wake()

    def restart(self, head: Position) -> None:
        """Drop all entries and set the head of the rewritten journal. Wakes all waiting listeners."""
        self.recent.clear()
        self._sizes.clear()
        self.head = self._before = head
        self._wake()

    def _wake(self) -> None:
        waiting, self.changed = self.changed, asyncio.Event()
        waiting.set()

    def _forget(self) -> None:
        """Drop the oldest entries beyond the limits. Listeners then read them from the database."""
        held = sum(self._sizes)
        while len(self.recent) > MAX_KEPT or (held > MAX_BYTES and self.recent):
            self._before = position_of(self.recent.popleft())
            held -= self._sizes.popleft()

    def since(self, place: Position) -> list[EntryData] | None:
        """Return up to MAX_AT_ONCE cached entries after a position, or None if the database must be queried."""
        start = place.seq - self._before.seq
        if not 0 <= start <= len(self.recent):
            return None
        here = self._before if start == 0 else position_of(self.recent[start - 1])
        if here != place:
            return None
        return [self.recent[index] for index in range(start, min(start + MAX_AT_ONCE, len(self.recent)))]


class Poller:
    """Polls the heads of all followed cycles with one query, and reads new entries once for all listeners."""

    def __init__(self) -> None:
        self.feeds: dict[str, Feed] = {}
        self.watches = [begin() for begin in _watches]
        # It runs in its own context, because the context of the first request ends with the request.
        self.task = asyncio.get_running_loop().create_task(self._run(), context=contextvars.Context())

    def join(self, slug: str, head: Position) -> Feed:
        """Add a listener to a cycle, and return the feed shared with its other listeners.

        `head` is a recent head of the cycle's journal.
        """
        feed = self.feeds.setdefault(slug, Feed(slug, head))
        feed.listeners += 1
        return feed

    def leave(self, feed: Feed) -> None:
        """Remove a listener. Without listeners, the cycle is no longer polled."""
        feed.listeners -= 1
        if not feed.listeners and self.feeds.get(feed.slug) is feed:
            del self.feeds[feed.slug]

    def _beside(self, slugs: Collection[str]) -> set[str]:
        """Return the slugs of cycles with news outside their journals.

        A source that fails is retried at the next poll.
        """
        found: set[str] = set()
        for watch in self.watches:
            try:
                found.update(watch(slugs))
            except Exception as error:
                logger.warning("live_watch_failed", error=repr(error))
        return found

    async def _run(self) -> None:
        pause = POLL_SECONDS
        try:
            while True:
                await asyncio.sleep(pause)
                if not self.feeds:
                    return
                known = {slug: feed.head for slug, feed in self.feeds.items()}
                try:
                    news, hidden = await _in_thread(partial(_news, known))
                except Exception as error:  # Listeners wait until the database is available again.
                    pause = min(pause * 2, MAX_SECONDS)
                    logger.warning("live_news_unavailable", error=repr(error), next_in=pause)
                    continue
                pause = POLL_SECONDS
                for slug, feed in self.feeds.items():
                    if slug in known:
                        feed.hide(is_hidden=slug in hidden)
                for slug in await _in_thread(partial(self._beside, list(known))):
                    if slug in self.feeds:
                        self.feeds[slug].touch()
                for slug, what in news.items():
                    changed = self.feeds.get(slug)
                    if changed is None or changed.head != known[slug]:
                        continue
                    if isinstance(what, Position):
                        changed.restart(what)
                    else:
                        changed.add(what)
        finally:
            _pollers.pop(asyncio.get_running_loop(), None)
            if not _pollers:
                _reader.submit(connection.close)


_pollers: dict[asyncio.AbstractEventLoop, Poller] = {}


def _poller() -> Poller:
    """Return the poller of this event loop. A process has one loop, but tests have several."""
    loop = asyncio.get_running_loop()
    poller = _pollers.get(loop)
    if poller is None:
        poller = _pollers[loop] = Poller()
    return poller


# One thread, because a connection belongs to its thread.
_reader = ThreadPoolExecutor(max_workers=1, thread_name_prefix="live")


async def _in_thread(read: Callable[[], T]) -> T:
    """Run `read` in the thread that has the database connection, and return its result."""
    return await asyncio.get_running_loop().run_in_executor(_reader, _reading, read)


def _reading(read: Callable[[], T]) -> T:
    try:
        return read()
    finally:
        close_old_connections()  # Closes a connection that has failed, or is older than the settings allow.


def position_of(entry: EntryData) -> Position:
    """Return the position right after an entry."""
    return Position(entry["seq"], entry["digest"])


def _cycle(slug: str) -> Cycle:
    cycle = Cycle.objects.filter(slug=slug, fork_of=None).only("seq", "head", "slug").first()
    if cycle is None:
        raise NoSuchCycle(f"There is no cycle {slug[:80]!r}.")
    return cycle


def _head(slug: str) -> Position:
    cycle = _cycle(slug)
    return Position(cycle.seq, cycle.head)


def _fixed(slug: str, position: Position) -> Position:
    return with_digest(_cycle(slug), position)


def _read(slug: str, place: Position) -> News:
    """Return the entries after a position, or `Rewritten` if that part of the history has been replaced."""
    cycle = _cycle(slug)
    entries = _entries(slug, place.seq)
    # Checked last: if the position is still part of the history, so are the entries read before.
    first = rewritten_from(cycle, place)
    return entries if first is None else Rewritten(first, place.seq, position_before(cycle, first))


def _entries(slug: str, after: int) -> list[EntryData]:
    rows, _ = entries_that_fit(Entry.objects.filter(cycle__slug=slug, seq__gt=after).order_by("seq"), MAX_AT_ONCE)
    public = revealed_arguments(rows)
    return [entry_data(entry, public.get(entry.pk)) for entry in rows]


def _news(known: Mapping[str, Position]) -> tuple[dict[str, list[EntryData] | Position], set[str]]:
    """Return, by slug, the entries after the known head or, if the journal was rewritten, its new head.

    The second value contains the slugs of the hidden cycles.
    """
    # Whether the head is still part of the history is checked last. The entries read before are then part of it too.
    heads = Cycle.objects.filter(slug__in=known, fork_of=None).only("slug", "seq", "head", "hidden_at")
    hidden = set[str]()
    news: dict[str, list[EntryData] | Position] = {}
    for cycle in heads:
        if cycle.hidden_at is not None:
            hidden.add(cycle.slug)
        head = Position(cycle.seq, cycle.head)
        if head == known[cycle.slug]:
            continue
        entries = _entries(cycle.slug, known[cycle.slug].seq)
        news[cycle.slug] = entries if rewritten_from(cycle, known[cycle.slug]) is None else head
    return news, hidden
