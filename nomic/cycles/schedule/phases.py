"""The beginning and end of a cycle, and the sequence of its phases (R1, R56)."""

from datetime import datetime

from pydantic import Field

from nomic import limits
from nomic.chance.seeds import commitment, new_seed
from nomic.chance.verifiable_draws import public_key
from nomic.cycles.actions.context import ActionContext
from nomic.cycles.actions.registry import BY_CALENDAR, BY_VICTORY, Action, Args, NoArgs
from nomic.cycles.domain.calendar import LAST, Span, boundaries, calendar_of, span_at
from nomic.cycles.domain.events import CycleBegan, CycleEnded, DrawKey, LawChanged, PhaseBegan
from nomic.cycles.models import Cycle, Deadline, Entry, PhaseSeed, Status
from nomic.cycles.schedule import deadlines
from nomic.cycles.schedule.deadlines import Rank
from nomic.cycles.schedule.outages import outages_of
from nomic.cycles.schedule.phase_names import phase_name
from nomic.db import Prepared, insert, update

BEGIN_PHASE = "begin-phase"
VOTES = "votes"  # the law's name for periods in which votes are cast

_seeds = Prepared(
    lambda cycle, phase: PhaseSeed.objects.filter(cycle_id=cycle, phase=phase).order_by("since"), int, int
)
_first_seed = Prepared(lambda cycle, phase: PhaseSeed.objects.filter(cycle_id=cycle, phase=phase, since=0), int, int)


class BeginPhaseArgs(Args):
    """Arguments for beginning a phase: its number."""

    phase: int = Field(ge=1, le=10**9)


class EndCycleArgs(Args):
    """Arguments for ending the cycle: the winner, the reason and the rule. `rule` is empty if an admin ends it."""

    winner: str = Field(max_length=1000)
    reason: str = Field(max_length=limits.TEXT)
    rule: str = Field(max_length=limits.TEXT)


def commit_seed(cycle: Cycle, phase: int, at: datetime) -> str:
    """Create the first seed of a phase if it is missing, and return its commitment.

    A fork copies its original's seeds.
    """
    made = _first_seed.first(cycle.pk, phase)
    if made is None:
        parent = _first_seed.first(cycle.fork_of_id, phase) if cycle.fork_of_id else None
        seed = parent.seed if parent is not None else new_seed()
        made = PhaseSeed(cycle=cycle, phase=phase, seed=seed, commitment=commitment(seed), committed_at=at)
        insert([made])
    return made.commitment


def schedule_next_phase(cycle: Cycle) -> None:
    """Schedule the next phase for the end of the current one.

    No phase follows the last representable instant.
    """
    if cycle.phase_ends_at >= LAST:
        deadlines.cancel(cycle, BEGIN_PHASE)
        return
    deadlines.schedule(
        cycle,
        BEGIN_PHASE,
        at=cycle.phase_ends_at,
        rank=Rank.PHASE,
        action=BEGIN_PHASE,
        args={"phase": cycle.phase + 1},
        order=0,
    )


def begin_cycle(act: ActionContext, args: NoArgs) -> None:
    """Begin the cycle in phase 0, and commit to the seeds of phases 0 and 1."""
    cycle = act.cycle
    commitments = [commit_seed(cycle, phase, act.at) for phase in (0, 1)]
    schedule_next_phase(cycle)
    act.message(f"{cycle.title} begins with {phase_name(cycle)}.")
    act.emit(CycleBegan(phase=0, phase_kind=cycle.phase_kind, commitments=commitments))
    if cycle.own_seed and (act.recorded_kinds is None or DrawKey.kind() in act.recorded_kinds):
        cycle.draw_key = public_key(cycle.own_seed)
        act.emit(DrawKey(cycle.draw_key))


def begin_phase(act: ActionContext, args: BeginPhaseArgs) -> None:
    """Begin the next phase (R1).

    Reveals the seed of the old phase, and commits to the seed of the phase after the new one.
    """
    cycle = act.cycle
    revealed = publish_seeds(act)
    span = span_at(calendar_of(cycle.law), act.at)
    cycle.phase = args.phase
    cycle.phase_kind, cycle.phase_title = span.kind, span.title
    cycle.phase_started_at, cycle.phase_ends_at = act.at, span.end
    committed = commit_seed(cycle, cycle.phase + 1, act.at)
    schedule_next_phase(cycle)
    act.message(f"{phase_name(cycle)}, begins.")
    act.emit(
        PhaseBegan(
            phase=cycle.phase,
            phase_kind=cycle.phase_kind,
            ends_at=cycle.phase_ends_at.isoformat(),
            revealed=revealed,
            commitment=committed,
        )
    )


def publish_seeds(act: ActionContext) -> str:
    """Publish all seeds of the phase that ends. Returns the seed in force at its end."""
    seeds = _seeds.all(act.cycle.pk, act.cycle.phase)
    for each in seeds:
        if each.revealed_at is None:
            each.revealed_at = act.at
            update(each, ("revealed_at",))
    return seeds[-1].seed


def end_cycle(act: ActionContext, args: EndCycleArgs) -> None:
    """End the cycle (R56, R101): cancel all deadlines and publish the last seeds."""
    cycle = act.cycle
    cycle.status = Status.ENDED
    cycle.ended_at = act.at
    cycle.winner = args.winner
    deadlines.cancel_all(cycle)
    PhaseSeed.objects.filter(cycle=cycle, phase__lte=cycle.phase, revealed_at=None).update(revealed_at=act.at)
    if args.rule:
        act.message(f"{args.winner} wins {cycle.title}: {args.reason}")
    else:
        won = f", won by {args.winner}" if args.winner else " without a winner"
        act.message(f"{cycle.title} ends{won}: {args.reason}")
    act.emit(CycleEnded(winner=args.winner, rule=args.rule))


def declare_winner(act: ActionContext, winner: str, reason: str, rule: str) -> None:
    """Schedule the end of the cycle, as a separate entry directly after this one.

    `winner` is empty if nobody wins. `reason` and `rule`, by which the winner won, are recorded there.
    """
    deadlines.schedule(
        act.cycle,
        "end-cycle",
        at=act.at,
        rank=Rank.AT_ONCE,
        action="end-cycle",
        args={"winner": winner, "reason": reason, "rule": rule},
    )


def phase_times(cycle: Cycle, phase: int) -> tuple[datetime, datetime]:
    """Return the beginning and end of the current phase or of a later one, according to the current calendar."""
    ends = boundaries(calendar_of(cycle.law), cycle.phase_ends_at)
    begins = cycle.phase_started_at
    for _ in range(cycle.phase, phase):
        begins = next(ends)
    return begins, next(ends)


def end_with_phase(cycle: Cycle, phase: int) -> datetime:
    """Return the end of a vote that lasts until the end of the current or a later phase, extended by outages."""
    begins, ends = phase_times(cycle, phase)
    return outages_of(cycle, VOTES).due(begins, ends - begins)


def phase_began_at(cycle: Cycle, phase: int) -> datetime:
    """Return when the phase with this number began or, according to the current calendar, will begin."""
    if phase >= cycle.phase:
        return phase_times(cycle, phase)[0]
    begun = Entry.objects.filter(cycle=cycle, action=BEGIN_PHASE, phase=phase - 1).values_list("at", flat=True)
    return begun.first() or cycle.starts_at


def follow_calendar(act: ActionContext, changed: LawChanged) -> None:
    """Apply a change of the calendar to the current phase and to all deadlines at the end of a phase.

    If the new calendar has another phase now, the current phase ends now and `begin_phase` begins the other (R136). A
    phase that is just ending still ends, and the new calendar applies from the next phase on.
    """
    if "calendar" not in changed.sections:
        return
    cycle = act.cycle
    if cycle.phase_ends_at > act.at:
        follow_span(cycle, span_at(calendar_of(cycle.law), act.at), act.at)
        schedule_next_phase(cycle)
    for deadline in Deadline.objects.filter(cycle=cycle, end_of_phase__gte=cycle.phase):
        deadline.at = end_with_phase(cycle, deadline.end_of_phase or cycle.phase)
        deadline.save(update_fields=["at"])
    deadlines.refresh(cycle)


def follow_span(cycle: Cycle, span: Span, at: datetime) -> None:
    """Set the end of the current phase under a new calendar, in which `span` is the phase at this instant (R136).

    If both are the same phase, the current phase ends with `span`, otherwise now. No phase may be empty, so a phase
    that began at this very instant keeps its kind and also ends with `span`.
    """
    if _is_running(cycle, span, at):
        cycle.phase_title, cycle.phase_ends_at = span.title, span.end
    else:
        cycle.phase_ends_at = at if cycle.phase_started_at < at else span.end


def _is_running(cycle: Cycle, span: Span, at: datetime) -> bool:
    """Return whether `span`, a phase of a new calendar, is the current phase.

    It is if it has the same kind and begins no later than the current phase did. If it begins later, it is if the
    titles are equal and the phase would not be over.
    """
    if span.kind != cycle.phase_kind:
        return False
    is_over = at - cycle.phase_started_at >= span.end - span.start
    return span.start <= cycle.phase_started_at or (span.title == cycle.phase_title and not is_over)


ACTIONS = (
    Action(
        name="begin-cycle",
        channel="system",
        title="The cycle begins",
        summary_phrases=("the cycle began", "the cycle began"),
        summary="The first phase begins.",
        rule=BY_CALENDAR,
        run=begin_cycle,
    ),
    Action(
        name=BEGIN_PHASE,
        channel="system",
        title="A phase begins",
        summary_phrases=("a phase began", "{count} phases began"),
        summary="The phase number increases by one.",
        rule=BY_CALENDAR,
        args=BeginPhaseArgs,
        run=begin_phase,
    ),
    Action(
        name="end-cycle",
        channel="system",
        title="The cycle ends",
        summary_phrases=("the cycle ended", "the cycle ended"),
        summary="Somebody has won, or an admin has ended it.",
        rule=BY_VICTORY,
        args=EndCycleArgs,
        run=end_cycle,
    ),
)
