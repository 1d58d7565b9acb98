"""The clocks of practice cycles, which their owners may advance."""

from datetime import timedelta

from pydantic import Field, model_validator

from nomic.cycles.actions.context import ActionContext, ReadContext
from nomic.cycles.actions.instant_field import Instant
from nomic.cycles.actions.registry import Action, Args
from nomic.cycles.domain.events import ClockAdvanced
from nomic.cycles.domain.exceptions import BadArguments, Refused

ADVANCE_CLOCK = "advance-clock"
MAX_MINUTES = 60 * 24 * 56
MAX_YEARS = 10
MAX_AHEAD = timedelta(days=MAX_YEARS * 366)  # maximum distance from real time


class AdvanceClockArgs(Args):
    """Arguments for advancing the clock: a number of minutes, the beginning of the next phase, or an instant."""

    minutes: int | None = Field(default=None, ge=1, le=MAX_MINUTES, description="by how many minutes")
    to_next_phase: bool = Field(default=False, description="to the beginning of the next phase")
    to: Instant | None = Field(default=None, description="to this instant of the cycle's clock, in UTC")

    @model_validator(mode="after")
    def _one_of_them(self) -> "AdvanceClockArgs":
        if [self.minutes is not None, self.to_next_phase, self.to is not None].count(True) != 1:
            raise ValueError(
                "say how far: by how many minutes, to the next phase, or to an instant, and only one of these "
                "(minutes, to_next_phase, to)"
            )
        return self


def is_practice(ctx: ReadContext) -> None:
    """Precondition: raises Refused unless the cycle is a practice cycle, whose clock can be advanced."""
    if not ctx.cycle.practice:
        raise Refused("not-practice", "Only the clock of a practice cycle can be advanced.", "Practice")


def owns_cycle(ctx: ReadContext) -> None:
    """Precondition: raises Refused unless the actor is the owner of the practice cycle, or an admin."""
    if ctx.actor.name != ctx.cycle.owner_name and not ctx.actor.is_admin:
        raise Refused("not-owner", "Only the person who opened this practice cycle can advance its clock.", "Practice")


def advance_clock(act: ActionContext, args: AdvanceClockArgs) -> None:
    """Advance the practice clock. Everything that becomes due meanwhile is then settled in order (R2).

    Raises BadArguments on "to" for an instant in the past or too far ahead. A past instant is refused so that a
    repeated request takes effect once. Raises Refused if the clock would be more than `MAX_YEARS` ahead of real time,
    however small the steps.
    """
    cycle = act.cycle
    by = _distance(act, args)
    if cycle.clock_offset + by > MAX_AHEAD:
        detail = f"A practice clock can be at most {MAX_YEARS} years ahead of real time."
        raise Refused("too-far-ahead", detail, "Practice")
    cycle.clock_offset += by
    act.message(f"{act.actor.name} advances the clock to {act.at + by:%A %d %B, %H:%M} UTC.")
    act.emit(ClockAdvanced(seconds=by.total_seconds(), to=(act.at + by).isoformat()))


def _distance(act: ActionContext, args: AdvanceClockArgs) -> timedelta:
    """Return by how much to advance the clock.

    Raises BadArguments on "to" if that instant has passed or is too far ahead.
    """
    if args.minutes is not None:
        return timedelta(minutes=args.minutes)
    if args.to is None:
        return act.cycle.phase_ends_at - act.at
    if args.to <= act.at:
        raise BadArguments.on("to", f"that has passed: the clock says {act.at:%A %d %B, %H:%M} UTC")
    if args.to - act.at > timedelta(minutes=MAX_MINUTES):
        raise BadArguments.on("to", f"at most {MAX_MINUTES // 60 // 24} days at once")
    return args.to - act.at


ACTIONS = (
    Action(
        name=ADVANCE_CLOCK,
        channel="practice",
        title="Advance the clock",
        summary_phrases=("the clock advanced", "the clock advanced {count} times"),
        summary="Advance the clock of a practice cycle. Everything due until then happens in order.",
        rule="Practice",
        args=AdvanceClockArgs,
        run=advance_clock,
        preconditions=(is_practice, owns_cycle),
        is_act=False,
    ),
)
