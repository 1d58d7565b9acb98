"""News of a person's cycles since their last visit, as a few sentences made from the journals."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.core.cache import cache
from django.db.models import QuerySet
from django.urls import reverse

from nomic.accounts.models import Person
from nomic.clauses.standing.earlier_ranks import places_before
from nomic.clauses.standing.ranking import main_standing
from nomic.clauses.standing.standings_cache import standings_now
from nomic.cycles.actions.context import ReadContext
from nomic.cycles.domain.actor import Actor
from nomic.cycles.models import Cycle, Entry
from nomic.effects.prose.english_grammar import listed
from nomic.law.labels.ordinals import ordinal_in_figures
from nomic.matches.models import Match
from nomic.outage_tolerant_cache import answer_or
from nomic.proposals.models import Proposal
from nomic.proposals.submission import open_proposals
from nomic.web.recaps.gains_from_rules import given_since

MAX_CYCLES = 10
MAX_READ = 1_000  # the newest entries of a cycle that are read
MAX_LINES = 6
MAX_NAMED = 4  # proposals, or trades and matches
KEPT_FOR = 600  # seconds; a new entry in one of the cycles invalidates them earlier
DECISIONS = {  # by the kind of the event: words for one proposal, and for several
    "proposal-enacted": ("passed", "passed"),
    "proposal-needs-hand": ("won its vote and is carried out by hand", "won their votes and are carried out by hand"),
    "proposal-failed": ("failed", "failed"),
    "proposal-vetoed": ("was vetoed", "were vetoed"),
    "proposal-lapsed": ("lapsed", "lapsed"),
}
TRADES = {  # by the kind of the event: words about the trade with the other player, and without one
    "trade-made": ("{other} accepted {trade}", "{trade} was made"),
    "trade-countered": ("{other} changed the offer of {trade}", "The offer of {trade} was changed"),
    "trade-withdrawn": ("{other} withdrew or declined {trade}", "{trade} was withdrawn"),
    "trade-expired": ("{trade} with {other} expired", "{trade} expired"),
    "trade-void": ("{trade} with {other} became void", "{trade} became void"),
}


@dataclass(frozen=True, slots=True)
class Line:
    """A sentence followed by links, each with its words and its address."""

    words: str
    links: tuple[tuple[str, str], ...] = ()
    more: int = 0  # links that are left out


@dataclass(frozen=True, slots=True)
class News:
    """The news of a cycle, and the address of its recaps."""

    title: str
    link: str
    lines: tuple[Line, ...]
    recaps: str


def cycles_with_news(person: Person, since: datetime) -> QuerySet[Cycle]:
    """Return the cycles with other people that the person plays in and in which something has happened since."""
    found = Cycle.objects.filter(players__person=person, players__left_at=None, practice=False, fork_of=None)
    return found.filter(last_at__gt=since).order_by("-last_at", "pk")[:MAX_CYCLES]


def news_since(person: Person, since: datetime, cycles: Iterable[Cycle]) -> list[News]:
    """Return the news of these cycles after an instant, cached until one of the cycles changes."""
    shown = list(cycles)
    signs = ":".join(f"{cycle.pk}.{cycle.seq}.{cycle.head[:12]}" for cycle in shown)
    if not shown:
        return []
    key = f"since:{person.pk}:{since.timestamp():.0f}:{signs}"
    found: list[News] | None = answer_or(None, lambda: cache.get(key))
    if found is None:
        found = list(_news(person, since, shown))
        answer_or(None, lambda: cache.set(key, found, KEPT_FOR))
    return found


def _news(person: Person, since: datetime, cycles: Iterable[Cycle]) -> Iterator[News]:
    for cycle in cycles:
        ctx = ReadContext(cycle, Actor.person(person), cycle.now())
        lines = tuple(_lines(ctx, since))[:MAX_LINES]
        if lines:
            hall, recaps = reverse("web:hall", args=[cycle.slug]), reverse("web:recaps", args=[cycle.slug])
            yield News(cycle.title, hall, lines, recaps)


def _lines(ctx: ReadContext, since: datetime) -> Iterator[Line]:
    """Yield the news of a cycle, the most important first."""
    cycle = ctx.cycle
    newest = Entry.objects.filter(cycle=cycle, at__gt=since).order_by("-seq")
    entries = list(newest.only("seq", "at", "phase", "actor", "events")[: MAX_READ + 1])
    if not entries:
        return
    is_cut = len(entries) > MAX_READ
    entries = entries[MAX_READ - 1 :: -1] if is_cut else entries[::-1]
    if cycle.ended_at is not None and cycle.ended_at > since:
        winners = "you" if cycle.winner == ctx.actor.name else cycle.winner or "nobody"
        yield Line(
            f"The cycle has ended: {winners} won.", (("Standings", reverse("web:standings", args=[cycle.slug])),)
        )
    if not is_cut:
        yield from _place(ctx, entries[0])
    yield from _decided(ctx, entries)
    yield from (Line(given.words) for given in given_since(ctx, since))
    yield from _proposed(ctx, entries)
    yield from _matches(ctx, entries)
    yield from _trades(ctx, entries)
    yield from _joined(ctx, entries)
    passed = cycle.phase - entries[0].phase
    if passed > 0 and cycle.is_running:
        phases = "A new phase has begun" if passed == 1 else f"{passed} new phases have begun"
        yield Line(f"{phases}; now it is “{cycle.phase_title}”.")


def _place(ctx: ReadContext, first: Entry) -> Iterator[Line]:
    """Yield how the person's place in the standings has changed since before an entry."""
    standing = main_standing(standings_now(ctx))
    row = None if standing is None else standing.row_of(ctx.actor.name)
    if standing is None or row is None or len(standing.rows) < 2 or not standing.leaders:
        return
    places = places_before(ctx, standing, first.seq, first.at)
    then = (places or {}).get(ctx.actor.name)
    if then is None or then == row.place:
        return
    column, score = standing.columns[0], row.scores[0]
    verb = "rose" if row.place < then else "fell"
    moved = f"from {ordinal_in_figures(then)} to {ordinal_in_figures(row.place)} place"
    words = f"You {verb} {moved}. {column.name} now: {score}."
    yield Line(words, (("Standings", reverse("web:standings", args=[ctx.cycle.slug])),))


def _events(entries: Iterable[Entry], kinds: Iterable[str]) -> Iterator[tuple[Entry, dict[str, Any]]]:
    for entry in entries:
        for event in entry.events:
            if event.get("kind") in kinds:
                yield entry, event


def _decided(ctx: ReadContext, entries: Sequence[Entry]) -> Iterator[Line]:
    """Yield a line for the proposals that passed and one for each other result.

    The last result of a proposal counts.
    """
    results = {int(event["number"]): str(event["kind"]) for _, event in _events(entries, DECISIONS)}
    rows = Proposal.objects.filter(cycle=ctx.cycle, number__in=list(results)).order_by("number")
    known = {row.number: row for row in rows.only("number", "title", "author")} if results else {}
    for kind, words in DECISIONS.items():
        numbers = [number for number, each in results.items() if each == kind and number in known]
        # Proposals of the visitor come first.
        numbers.sort(key=lambda number: (known[number].author != ctx.actor.name, number))
        if numbers:
            own = known[numbers[0]].author == ctx.actor.name
            count = "Your proposal" if own and len(numbers) == 1 else _count(len(numbers), "proposal")
            links = [
                (f"{number}. {known[number].title}", reverse("web:proposal", args=[ctx.cycle.slug, number]))
                for number in numbers
            ]
            yield Line(f"{count} {words[len(numbers) > 1]}:", tuple(links[:MAX_NAMED]), max(0, len(links) - MAX_NAMED))


def _proposed(ctx: ReadContext, entries: Sequence[Entry]) -> Iterator[Line]:
    """Yield a line for new open proposals of others, and one for each proposal of the visitor that others voted on.

    A proposal on which the visitor has voted already is not named.
    """
    me, slug = ctx.actor.name, ctx.cycle.slug
    authors = {int(event["number"]): entry.actor for entry, event in _events(entries, ("proposal-submitted",))}
    open_now = {each.number: each for each in open_proposals(ctx)}
    mine = {int(event["number"]): event["vote"] for entry, event in _events(entries, ("voted",)) if entry.actor == me}
    waits = [number for number, author in authors.items() if author != me and mine.get(number, "none") == "none"]
    new = [open_now[number] for number in waits if number in open_now]
    if new:
        links = [(f"{each.number}. {each.title}", reverse("web:proposal", args=[slug, each.number])) for each in new]
        words = f"{_count(len(new), 'new proposal')} to vote on:"
        yield Line(words, tuple(links[:MAX_NAMED]), max(0, len(links) - MAX_NAMED))
    voters: dict[int, dict[str, None]] = {}
    for entry, event in _events(entries, ("voted",)):
        number = int(event["number"])
        if entry.actor not in ("", me) and number in open_now and open_now[number].author == me:
            voters.setdefault(number, {})[entry.actor] = None
    for number, names in voters.items():
        link = (f"{number}. {open_now[number].title}", reverse("web:proposal", args=[slug, number]))
        yield Line(f"{_names(names)} voted on your proposal:", (link,))


def _joined(ctx: ReadContext, entries: Sequence[Entry]) -> Iterator[Line]:
    """Yield who has joined the game."""
    new = dict.fromkeys(str(event["player"]) for _, event in _events(entries, ("joined",)))
    new.pop(ctx.actor.name, None)
    if new:
        yield Line(f"{_names(new)} joined the game.")


def _names(names: Iterable[str]) -> str:
    """Return a few names as text; more are counted."""
    found = list(names)
    return listed(found) if len(found) <= MAX_NAMED else f"{len(found)} players"


def counted_in_words(cycle: Cycle, entries: Iterable[Entry]) -> str:
    """Return the results of all proposals that these entries decide, by title. Empty if they decide none.

    Sends one query if there are results.
    """
    results = {int(event["number"]): str(event["kind"]) for _, event in _events(entries, DECISIONS)}
    found = Proposal.objects.filter(cycle=cycle, number__in=list(results)).order_by("number") if results else ()
    titles = {row.number: row.title for row in found}
    said = []
    for kind, words in DECISIONS.items():
        named = [titles[number] for number in sorted(titles) if results[number] == kind]
        if named:
            said.append(f"{listed(named)} {words[len(named) > 1]}.")
    return " ".join(said)


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


def _matches(ctx: ReadContext, entries: Sequence[Entry]) -> Iterator[Line]:
    """Yield the results of the visitor's matches. A duel request that lapsed is not a match."""
    over = {str(event["match"]): event for _, event in _events(entries, ("match-over",))}
    if not over:
        return
    seated = Match.objects.filter(cycle=ctx.cycle, code__in=list(over), seats__player=ctx.actor.name)
    seated = seated.exclude(started_at=None)
    shown = list(seated.order_by("-pk").only("code", "title")[:MAX_NAMED])
    for match in shown[: MAX_NAMED - 1]:
        winners = ["you" if name == ctx.actor.name else str(name) for name in over[match.code].get("winners", [])]
        words = f"{listed(winners) if winners else 'nobody'} won."
        link = (match.title, reverse("web:match", args=[ctx.cycle.slug, match.code]))
        yield Line(f"A game of yours is over: {words}", (link,))


def _trades(ctx: ReadContext, entries: Sequence[Entry]) -> Iterator[Line]:
    """Yield others' actions on the visitor's trades, only the last one for each trade."""
    me = ctx.actor.name
    last: dict[int, tuple[Entry, dict[str, Any]]] = {}
    for entry, event in _events(entries, TRADES):
        if me in (event.get("player"), event.get("partner")):
            last[int(event["number"])] = entry, event
    found = [(number, event) for number, (entry, event) in last.items() if entry.actor != me]
    for number, event in found[-MAX_NAMED:]:
        other = str(event["partner"] if event["player"] == me else event["player"])
        words = TRADES[str(event["kind"])][0 if other else 1].format(other=other, trade=f"trade {number}")
        link = (f"Trade {number}", reverse("web:trade", args=[ctx.cycle.slug, number]))
        yield Line(f"{words[:1].upper()}{words[1:]}.", (link,))
