"""The recap of a phase: leaders, decided proposals, the play of the phase, and proposals still open.

A recap is computed when it is read, so corrections of the journal change it. It reads a bounded part of the journal,
and only what the journal's pages show.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q

from nomic.clauses.standing.history import MAX_LOOKED, history_of
from nomic.clauses.standing.ranking import Standing
from nomic.clauses.standing.standing_line import in_one_line
from nomic.clauses.standing.standings_cache import standings_now
from nomic.cycles.actions.context import ReadContext
from nomic.cycles.models import Cycle, Entry
from nomic.cycles.schedule.phases import BEGIN_PHASE
from nomic.effects.prose.english_grammar import listed
from nomic.players.models import Player
from nomic.proposals.models import Proposal, ProposalStatus
from nomic.recaps.best_play import greatest_changes, play_of

MAX_READ = 1_000  # the newest entries of a phase that are read
MAX_SHOWN = 30  # decisions, and open votes
MAX_WAYS = 4  # ways to win whose leaders are named
MAX_LED = 3  # maximum number of leaders listed by name; the others are counted
MAX_SENTENCES = 6  # of the play of the phase
CLOSE = 1  # votes by which a close vote is won or lost
NEEDS_HAND = "proposal-needs-hand"
DECIDED = {
    "proposal-enacted": "passed",
    "proposal-failed": "failed",
    "proposal-vetoed": "was vetoed",
    "proposal-lapsed": "lapsed",
    NEEDS_HAND: "won its vote and has to be carried out by hand",
}


@dataclass(frozen=True, slots=True)
class Decided:
    """A proposal that was decided in a phase. `words` is the predicate of a sentence about it, such as "passed"."""

    proposal: Proposal
    words: str


@dataclass(frozen=True, slots=True)
class Recap:
    """The recap of a phase. `ended` is None for the current phase. If `cut` is set, the oldest acts are missing."""

    phase: int
    began: datetime | None
    ended: datetime | None
    leaders: tuple[str, ...]
    decided: tuple[Decided, ...]
    revisions: tuple[int, ...]  # of the law, made otherwise than by a proposal
    play: Entry | None
    sentences: tuple[str, ...]
    open: tuple[Proposal, ...]
    acts: int
    players: int
    cut: bool


def phase_beginnings(cycle: Cycle, phases: Collection[int]) -> dict[int, datetime]:
    """Return when these phases began, by number. Phases that the journal does not begin are missing."""
    earlier = [phase - 1 for phase in phases]  # the entry that begins a phase is the last one of the phase before
    entries = Entry.objects.filter(cycle=cycle, action=BEGIN_PHASE, phase__in=earlier).order_by("seq")
    begins = {phase + 1: at for phase, at in entries.values_list("phase", "at")}
    return {0: cycle.starts_at, **begins} if 0 in phases else begins


def recap_of(ctx: ReadContext, phase: int) -> Recap:
    """Return the recap of the current phase or of an earlier one."""
    cycle = ctx.cycle
    read = Entry.objects.whole().only("seq", "at", "actor_kind", "actor", "action", "words", "events", "moved")
    found = read.filter(cycle=cycle, phase=phase, seq__gt=max(0, cycle.seq - MAX_LOOKED))
    entries = list(found.order_by("-seq")[: MAX_READ + 1])
    cut, entries = len(entries) > MAX_READ, entries[:MAX_READ]
    acted = [entry for entry in entries if entry.actor_kind == "person" and not _is_correction(entry)]
    # The last entry of a phase is the one that begins the next.
    ended = entries[0].at if entries and phase < cycle.phase else None
    names = frozenset(Player.objects.filter(cycle=cycle).values_list("name", flat=True))
    play = play_of(acted, greatest_changes(acted, names))
    return Recap(
        phase=phase,
        began=phase_beginnings(cycle, [phase]).get(phase),
        ended=ended,
        leaders=tuple(_leaders(ctx, phase)),
        decided=tuple(_decided(ctx, entries)),
        revisions=_other_revisions(entries),
        play=play,
        sentences=tuple(map(str, play.words[:MAX_SENTENCES])) if play else (),
        open=tuple(_open(ctx, ended)),
        acts=len(acted),
        players=len({entry.actor for entry in acted}),
        cut=cut,
    )


def _is_correction(entry: Entry) -> bool:
    return entry.action.startswith("correct") or any("correction" in event for event in entry.events)


def _leaders(ctx: ReadContext, phase: int) -> Iterable[str]:
    """Yield a sentence about the leaders for each way to win whose standings are public."""
    for standing in [each for each in standings_now(ctx) if each.rows][:MAX_WAYS]:
        if phase >= ctx.cycle.phase:
            line = in_one_line(standing, is_over=ctx.cycle.ended_at is not None)
            yield f"{line[:1].upper()}{line[1:]}."
        elif words := _led(ctx, standing, phase):
            yield words


def _led(ctx: ReadContext, standing: Standing, phase: int) -> str:
    """Return a sentence about the leaders at the end of an earlier phase, or "" if the journal does not show them."""
    history = history_of(ctx, standing)
    if history is None or phase not in history.phases:
        return ""
    place = history.phases.index(phase)
    amounts = {player: line[place] for player, line in history.players.items()}
    least = any(column.least for column in standing.columns if column.name == history.name)
    best = (min if least else max)(amounts.values())
    if not any(amounts.values()):
        return f"Nobody had any {history.name} yet."
    names = sorted(player for player, amount in amounts.items() if amount == best)
    who = listed(names) if len(names) <= MAX_LED else f"{len(names)} players"
    return f"{'Fewest' if least else 'Most'} {history.name}: {who}, with {best}."


def _decided(ctx: ReadContext, entries: Sequence[Entry]) -> Iterable[Decided]:
    """Yield the proposals that were decided, in order of the decisions."""
    results = {
        int(event["number"]): DECIDED[str(event["kind"])]
        for entry in reversed(entries)
        for event in entry.events
        if event.get("kind") in DECIDED and "number" in event
    }
    shown = list(results)[:MAX_SHOWN]
    rows = {row.number: row for row in Proposal.objects.filter(cycle=ctx.cycle, number__in=shown)}
    for number in shown:
        if number in rows:
            yield Decided(rows[number], f"{_now(results[number], rows[number])}{_count(rows[number])}")


def _now(words: str, proposal: Proposal) -> str:
    """Return the result in words, which changes once what had to be done by hand has been done."""
    if words == DECIDED[NEEDS_HAND] and proposal.status == ProposalStatus.ENACTED:
        return "won its vote and was carried out by hand"
    return words


def _count(proposal: Proposal) -> str:
    """Describe the result of a vote: ", 3 votes for and 2 against: a close vote"."""
    votes_for, against = proposal.votes_for, proposal.votes_against
    if votes_for is None or against is None or not votes_for + against:
        return ""
    words = f", {votes_for} vote{'' if votes_for == 1 else 's'} for and {against} against"
    if not against:
        return f"{words}: nobody objected"
    return f"{words}: a close vote" if abs(votes_for - against) <= CLOSE else words


def _other_revisions(entries: Sequence[Entry]) -> tuple[int, ...]:
    changed = {each["revision"] for entry in entries for each in entry.events if each.get("kind") == "law-changed"}
    voted = {each["revision"] for entry in entries for each in entry.events if each.get("kind") == "proposal-enacted"}
    return tuple(sorted(changed - voted))[:MAX_SHOWN]


def _open(ctx: ReadContext, ended: datetime | None) -> Iterable[Proposal]:
    """Return the proposals that were open at the end of the phase, or are now if it is the current one."""
    rows = Proposal.objects.filter(cycle=ctx.cycle).order_by("number")
    if ended is None:
        return rows.filter(status__in=("waiting", "open"))[:MAX_SHOWN]
    later = Q(decided_at__gt=ended) | Q(decided_at=None, status__in=("waiting", "open"))
    return rows.filter(later, submitted_at__lt=ended)[:MAX_SHOWN]
