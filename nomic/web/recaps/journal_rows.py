"""Entries of the journal grouped by day, with related entries in one row.

A match is one row of a day, and so are the votes on a proposal, a trade, and the votes in an election. Consequences of
an act by rule are in the row of that act. A row is at the position of its newest entry.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, tzinfo
from typing import Any

from nomic.clauses.compiled import clauses_of
from nomic.cycles.actions.context import ReadContext
from nomic.cycles.actions.registry import action_title
from nomic.cycles.models import Entry
from nomic.effects.prose.english_grammar import listed
from nomic.matches.models import Match

MAX_FACES = 3
MAX_NAMED = 4  # people in a headline; more are counted
FOLLOWS = "act-by-rule"
REPUTABLE = "become-reputable"

MATCH, VOTES, TRADE, OFFICE, LAW, PHASE, ENTRY = "match", "votes", "trade", "office", "law", "phase", "entry"
BEGINNINGS = ("cycle-began", "phase-began")

Thread = tuple[str, str]  # what the entries of a row have in common: its kind, and which one


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the journal: a sentence, and the entries that it represents, newest first.

    Without a `headline`, the row shows the sentences of its own entry. `title` is the title of the match.
    """

    kind: str
    which: str
    entries: tuple[Entry, ...]
    headline: str = ""
    title: str = ""
    revision: int = 0

    @property
    def own(self) -> Entry | None:
        """The entry whose sentences the row shows: a trade's last step, or an act without its consequences."""
        if self.headline:
            return None
        return self.entries[0] if self.kind == TRADE else self.entries[-1]

    @property
    def since(self) -> int:
        """The number of the oldest entry, which stays the same while the row grows."""
        return self.entries[-1].seq

    @property
    def folded(self) -> list[Entry]:
        """The entries that are shown when the row is expanded."""
        return [each for each in self.entries if each is not self.own]

    @property
    def faces(self) -> list[str]:
        """The first people who acted."""
        return list(dict.fromkeys(each.actor for each in reversed(self.entries) if each.actor))[:MAX_FACES]


def days_of(ctx: ReadContext, entries: Sequence[Entry], zone: tzinfo) -> list[tuple[date, list[Row]]]:
    """Return the days of these entries, which are newest first, each with its rows. A day is one of that zone."""
    days: dict[date, list[Entry]] = defaultdict(list)
    for entry in entries:
        days[entry.at.astimezone(zone).date()].append(entry)
    titles = _titles(ctx, entries)
    return [(day, _rows(ctx, some, titles)) for day, some in days.items()]


def rows_of(ctx: ReadContext, entries: Sequence[Entry]) -> list[Row]:
    """Return the rows of these entries, which are newest first, whatever their days."""
    return _rows(ctx, entries, _titles(ctx, entries))


def _rows(ctx: ReadContext, entries: Sequence[Entry], titles: dict[str, str]) -> list[Row]:
    causes = {entry.key: entry for entry in entries}
    threads: dict[Thread, list[Entry]] = defaultdict(list)
    of: dict[int, Thread] = {}
    for entry in reversed(entries):
        cause = _cause(entry, causes, of)
        of[entry.seq] = of[cause.seq] if cause is not None else _thread(ctx, entry)
        threads[of[entry.seq]].append(entry)
    # A row whose newest entry is late in the day is early in the list.
    found = sorted(threads.items(), key=lambda thread: -thread[1][-1].seq)
    return [_row(ctx, thread, tuple(reversed(some)), titles) for thread, some in found]


def _cause(entry: Entry, causes: dict[str, Entry], known: dict[int, Thread]) -> Entry | None:
    """Return the earlier entry that caused this one, if it is on the page."""
    cause = None
    if entry.action == FOLLOWS:
        cause = causes.get(str(entry.args.get("entry", "")))
    elif entry.action == REPUTABLE:
        cause = next((each for each in causes.values() if each.seq == entry.seq - 1 and _has(each, "joined")), None)
    return cause if cause is not None and cause.seq in known else None


def _thread(ctx: ReadContext, entry: Entry) -> Thread:
    """Return the thread of an entry by its first event.

    Other events, such as a step of each match, are side effects.
    """
    placed = clauses_of(ctx.law).actions.get(entry.action)
    if placed is not None:  # an act of a rule; `of` is an office that has it
        return (OFFICE, entry.action) if placed.of else (ENTRY, str(entry.seq))
    event: dict[str, Any] = next(iter(entry.events), {})
    kind = str(event.get("kind", ""))
    if kind.startswith("match-") and event.get("match"):
        return MATCH, str(event["match"])
    if kind == "voted":
        return VOTES, str(event["number"])
    if kind.startswith("trade-"):
        return TRADE, str(event["number"])
    if kind in BEGINNINGS:
        return PHASE, str(entry.seq)
    return LAW if _has(entry, "law-changed") else ENTRY, str(entry.seq)


def _row(ctx: ReadContext, thread: Thread, entries: tuple[Entry, ...], titles: dict[str, str]) -> Row:
    kind, which = thread
    title = titles.get(which, "") if kind == MATCH else ""
    headline = ""
    if len(entries) > 1 and kind in (MATCH, VOTES, OFFICE):
        make = {MATCH: _of_match, VOTES: _of_votes, OFFICE: _of_office}[kind]
        headline = make(ctx, which, entries)
    return Row(kind, which, entries, headline, title, next(_found(entries, "law-changed", "revision"), 0))


def _of_match(ctx: ReadContext, code: str, entries: Sequence[Entry]) -> str:
    for winners in _found(entries, "match-over", "winners"):
        return f"{listed(winners)} won." if winners else "It ended without a winner."
    return f"{len(entries)} steps."


def _of_votes(ctx: ReadContext, number: str, entries: Sequence[Entry]) -> str:
    votes = len(list(_found(entries, "voted", "vote")))  # an entry of bots has several
    who = _people(entries)
    return f"{votes} votes{f' by {who}' if who else ''} on proposal {number}."


def _of_office(ctx: ReadContext, action: str, entries: Sequence[Entry]) -> str:
    return f"{action_title(action, ctx.law)}, {len(entries)} times: {_people(entries)}."


def _people(entries: Iterable[Entry]) -> str:
    names = list(dict.fromkeys(each.actor for each in entries if each.actor))
    return listed(names) if len(names) <= MAX_NAMED else f"{len(names)} players"


def _titles(ctx: ReadContext, entries: Iterable[Entry]) -> dict[str, str]:
    """Return the titles of the matches that these entries are about, by code. Sends at most one query."""
    codes = {str(each.events[0]["match"]) for each in entries if each.events and "match" in each.events[0]}
    rows = Match.objects.filter(cycle=ctx.cycle, code__in=codes).order_by() if codes else Match.objects.none()
    return dict(rows.values_list("code", "title"))


def _found(entries: Iterable[Entry], kind: str, field: str) -> Iterator[Any]:
    """Yield a field of all events of a kind."""
    return (event[field] for entry in entries for event in entry.events if event.get("kind") == kind)


def _has(entry: Entry, kind: str) -> bool:
    return any(event.get("kind") == kind for event in entry.events)
