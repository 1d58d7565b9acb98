"""Entries of the journal grouped by day, with related entries in one row.

A match is one row of a day, and so are the votes on a proposal, a trade, and the votes in an election. Consequences of
an act by rule are in the row of that act. What one player does in succession is one row, and so are
players who join in succession. A row is at the position of its newest entry.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, tzinfo
from typing import Any

from nomic.clauses.clause_index import clauses_of
from nomic.cycles.actions.context import ReadContext
from nomic.cycles.actions.registry import action_title
from nomic.cycles.models import Entry
from nomic.effects.prose.english_grammar import action_as_verb, listed
from nomic.matches.models import Match, StepKind
from nomic.matches.practice.bot_characters import is_bot
from nomic.proposals.models import Proposal

MAX_FACES = 3
MOVES = {StepKind.MOVE, StepKind.ORDER}  # steps of a match that are moves of players, not answers to a challenge
MAX_NAMED = 4  # people in a headline; more are counted
FOLLOWS = "act-by-rule"
REPUTABLE = "become-reputable"

MATCH, VOTES, TRADE, OFFICE, LAW, PHASE, ENTRY = "match", "votes", "trade", "office", "law", "phase", "entry"
JOINED, PROPOSAL = "joined", "proposal"
MAX_TOLD = 4  # acts of one player that a row tells
BEGINNINGS = ("cycle-began", "phase-began")

Thread = tuple[str, str]  # what the entries of a row have in common: its kind, and which one


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the journal: a sentence, and the entries that it represents, newest first.

    Without a `headline`, the row shows the sentences of its own entry, or of the acts in `told`, the oldest first.
    `title` is the title of the match, or of the proposal with this `number` that has become law. `people` are those who
    won the match or wrote the proposal.
    """

    kind: str
    which: str
    entries: tuple[Entry, ...]
    headline: str = ""
    title: str = ""
    revision: int = 0
    told: tuple[Entry, ...] = ()
    people: tuple[str, ...] = ()
    number: int = 0

    @property
    def is_won(self) -> bool:
        """Whether the row is a match with a winner."""
        return self.kind == MATCH and bool(self.people)

    @property
    def may_have_more(self) -> bool:
        """Whether the entry before its oldest one may be part of the row: another joining, or its cause."""
        return _has_joined(self) or self.entries[-1].action in (FOLLOWS, REPUTABLE)

    @property
    def own(self) -> Entry | None:
        """The entry whose sentences the row shows: a trade's last step, or an act without its consequences."""
        if self.headline or self.told:
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
        """The people shown beside the row: winners, the author, those who joined, otherwise the first who acted."""
        by_time = list(reversed(self.entries))
        joined = _found(by_time, "joined", "player") if self.kind == JOINED else ()
        names = self.people or (*joined,) or (each.actor for each in by_time if each.actor)
        return list(dict.fromkeys(names))[:MAX_FACES]


def days_of(ctx: ReadContext, entries: Sequence[Entry], zone: tzinfo) -> list[tuple[date, list[Row]]]:
    """Group entries, sorted newest first, into the days of a time zone. Return each day with its rows."""
    days: dict[date, list[Entry]] = defaultdict(list)
    for entry in entries:
        days[entry.at.astimezone(zone).date()].append(entry)
    titles = _titles(ctx, entries)
    found = [(day, _rows(ctx, some, titles)) for day, some in days.items()]
    enacted = _enacted(ctx, entries)
    return [(day, [_named_law(row, enacted) for row in rows]) for day, rows in found]


def rows_of(ctx: ReadContext, entries: Sequence[Entry]) -> list[Row]:
    """Return the rows of these entries, newest first, regardless of their days."""
    return _rows(ctx, entries, _titles(ctx, entries))


def latest_rows(ctx: ReadContext, entries: Sequence[Entry], most: int) -> list[Row]:
    """Return the rows of the newest `most` of these entries, without those to which an older entry may belong.

    The newest row is returned in any case.
    """
    rows = rows_of(ctx, entries[:most])
    if len(entries) <= most:
        return rows
    oldest = entries[most - 1]
    while len(rows) > 1 and (oldest in rows[-1].entries or rows[-1].may_have_more):
        rows.pop()
    return rows


def _rows(ctx: ReadContext, entries: Sequence[Entry], titles: dict[str, str]) -> list[Row]:
    causes = {entry.key: entry for entry in entries}
    threads: dict[Thread, list[Entry]] = defaultdict(list)
    of: dict[int, Thread] = {}
    for entry in reversed(entries):
        cause = _cause(entry, causes, of)
        of[entry.seq] = of[cause.seq] if cause is not None else _thread(ctx, entry)
        threads[of[entry.seq]].append(entry)
    # the row with the newest entry first
    found = sorted(threads.items(), key=lambda thread: -thread[1][-1].seq)
    return _joined(_row(ctx, thread, tuple(reversed(some)), titles) for thread, some in found)


def _joined(rows: Iterable[Row]) -> list[Row]:
    """Join neighbours: acts of one player, and players who join the game."""
    found: list[Row] = []
    for row in rows:
        above = found[-1] if found else None
        if above is not None and _has_joined(above) and _has_joined(row):
            entries = above.entries + row.entries
            names = list(_found(reversed(entries), "joined", "player"))
            people = [name for name in names if not is_bot(name)]
            found[-1] = Row(JOINED, "", entries, f"{_named(people, _bots(len(names) - len(people)))} join the game.")
        elif above is not None and _is_act(above) and _is_act(row) and above.entries[0].actor == row.entries[0].actor:
            told = (*row.entries, *(above.told or above.entries))
            if len(told) <= MAX_TOLD:
                found[-1] = Row(ENTRY, above.which, above.entries + row.entries, told=told)
            else:
                found.append(row)
        else:
            found.append(row)
    return found


def _has_joined(row: Row) -> bool:
    return row.kind in (ENTRY, JOINED) and not row.told and _has(row.entries[-1], "joined")


def _is_act(row: Row) -> bool:
    """Return whether a row tells plain acts of a player, from which nothing followed by rule."""
    return row.kind == ENTRY and bool(row.entries[0].actor) and len(row.entries) == max(len(row.told), 1)


def _cause(entry: Entry, causes: dict[str, Entry], known: dict[int, Thread]) -> Entry | None:
    """Return the earlier entry that caused this one, if it is on the page."""
    cause = None
    if entry.action == FOLLOWS:
        cause = causes.get(str(entry.args.get("entry", "")))
    elif entry.action == REPUTABLE:
        player = entry.args.get("player")
        at_once = (each for each in causes.values() if each.at == entry.at and each.seq < entry.seq)
        cause = next((each for each in at_once if player in _found([each], "joined", "player")), None)
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
    if _has(entry, "law-changed"):
        return LAW, str(entry.seq)
    return PROPOSAL if kind.startswith("proposal-") else ENTRY, str(entry.seq)


def _row(ctx: ReadContext, thread: Thread, entries: tuple[Entry, ...], titles: dict[str, str]) -> Row:
    kind, which = thread
    title = titles.get(which, "") if kind == MATCH else ""
    headline = ""
    is_many = len(entries) > 1 or len(list(_found(entries, "voted", "vote"))) > 1
    if is_many and kind in (MATCH, VOTES, OFFICE):
        make = {MATCH: _of_match, VOTES: _of_votes, OFFICE: _of_office}[kind]
        headline = make(ctx, which, entries)
    people = tuple(next(_found(entries, "match-over", "winners"), ())) if kind == MATCH else ()
    return Row(
        kind, which, entries, headline, title, next(_found(entries, "law-changed", "revision"), 0), people=people
    )


def _of_match(ctx: ReadContext, code: str, entries: Sequence[Entry]) -> str:
    for winners in _found(entries, "match-over", "winners"):
        return f"{listed(winners)} won." if winners else "It ended without a winner."
    moves = [entry for entry in entries if MOVES & set(_found([entry], "match-step", "step"))]
    people = _people(moves) or "The bots"
    return f"{people} made {len(moves)} move{'' if len(moves) == 1 else 's'}." if moves else ""


def _of_votes(ctx: ReadContext, number: str, entries: Sequence[Entry]) -> str:
    bots = len(list(_found([each for each in entries if not each.actor], "voted", "vote")))  # one entry of all of them
    words = _people(entries, _bots(bots))
    verb = "votes" if words == next(iter(entries)).actor or words == "1 bot" else "vote"
    return f"{words} {verb} on proposal {number}."


def _of_office(ctx: ReadContext, action: str, entries: Sequence[Entry]) -> str:
    title, people = action_title(action, ctx.law), _people(entries)
    if len({each.actor for each in entries}) == len(entries):
        return f"{people} {action_as_verb(title, is_declared=True)}."
    return f"{title}, {len(entries)} times: {people}."


def _people(entries: Iterable[Entry], others: Sequence[str] = ()) -> str:
    return _named((each.actor for each in reversed(list(entries)) if each.actor), others)


def _bots(count: int) -> list[str]:
    return [f"{count} bot{'' if count == 1 else 's'}"] if count else []


def _named(people: Iterable[str], others: Sequence[str] = ()) -> str:
    names = list(dict.fromkeys(people))
    return listed([*(names if len(names) <= MAX_NAMED else [f"{len(names)} players"]), *others])


def _enacted(ctx: ReadContext, entries: Iterable[Entry]) -> dict[int, tuple[str, str]]:
    """Return the titles and authors of the proposals that these entries enact, by number. Sends at most one query."""
    numbers = set(_found(entries, "proposal-enacted", "number"))
    rows = (
        Proposal.objects.filter(cycle=ctx.cycle, number__in=numbers).order_by() if numbers else Proposal.objects.none()
    )
    return {number: (title, author) for number, title, author in rows.values_list("number", "title", "author")}


def _named_law(row: Row, enacted: Mapping[int, tuple[str, str]]) -> Row:
    number = next(_found(row.entries, "proposal-enacted", "number"), 0) if row.kind == LAW else 0
    if number not in enacted:
        return row
    title, author = enacted[number]
    return replace(row, title=title, people=(author,), number=number)


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
