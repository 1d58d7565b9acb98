"""Practice cycles: a clock of their own that their owner may advance."""

import secrets
from datetime import timedelta

from pydantic import Field, model_validator

from nomic.cycles import actions
from nomic.cycles.actions import Action, Args
from nomic.cycles.models import Cycle, Status
from nomic.cycles.moment import Act, Moment
from nomic.cycles.refusals import Refused
from nomic.law.templates import described
from nomic.law.text import MOST_TITLE

MOST_MINUTES = 60 * 24 * 56
MOST_YEARS = 10
MOST_AHEAD = timedelta(days=MOST_YEARS * 366)  # of the world's clock


class AdvanceClockArgs(Args):
    """By how many minutes, or to the beginning of the next phase."""

    minutes: int | None = Field(default=None, ge=1, le=MOST_MINUTES, description="by how many minutes")
    to_next_phase: bool = Field(default=False, description="to the beginning of the next phase")

    @model_validator(mode="after")
    def _one_of_both(self) -> "AdvanceClockArgs":
        if (self.minutes is None) is not self.to_next_phase:
            raise ValueError("say either how many minutes, or to_next_phase")
        return self


def is_practice(moment: Moment) -> None:
    """Only a practice cycle has a clock that can be moved."""
    if not moment.cycle.practice:
        raise Refused("not-practice", "Only the clock of a practice cycle can be advanced.", "Practice")


def owns_cycle(moment: Moment) -> None:
    """The owner of a practice cycle, or an admin."""
    if moment.actor.name != moment.cycle.owner_name and not moment.actor.is_admin:
        raise Refused("not-owner", "Only whoever opened this practice cycle can advance its clock.", "Practice")


def advance_clock(act: Act, args: AdvanceClockArgs) -> None:
    """Move the practice clock; everything that becomes due on the way is then settled in order (R2).

    Raises Refused where it would be more than `MOST_YEARS` ahead of the world's, however small the steps.
    """
    cycle = act.cycle
    by = cycle.phase_ends_at - act.at if args.minutes is None else timedelta(minutes=args.minutes)
    if cycle.clock_offset + by > MOST_AHEAD:
        detail = f"A practice clock goes at most {MOST_YEARS} years ahead of the world's."
        raise Refused("too-far-ahead", detail, "Practice")
    cycle.clock_offset += by
    act.says(f"{act.actor.name} advances the clock to {act.at + by:%A %d %B, %H:%M} UTC.")
    act.event("clock-advanced", seconds=by.total_seconds(), to=(act.at + by).isoformat())


MOST_OPEN = 5


def open_practice_cycle(template: str, owner_name: str) -> Cycle:
    """A practice cycle for somebody who wants to learn the rules. Raises Refused where they have enough of them."""
    from nomic.cycles.creation import create_cycle

    running = Cycle.objects.filter(practice=True, owner_name=owner_name, status=Status.RUNNING, fork_of=None)
    if running.count() >= MOST_OPEN:
        raise Refused("too-many", f"You have {MOST_OPEN} practice cycles running already.", "Practice")
    slug = f"practice-{secrets.token_hex(4)}"
    game = next((law.title for law in described() if law.name == template), template)
    title = f"{game}, practice of {owner_name}"
    return create_cycle(template, slug=slug, title=title[:MOST_TITLE], practice=True, owner_name=owner_name)


def declare() -> None:
    """Make the practice cycle's action known."""
    actions.declare(
        Action(
            name="advance-clock",
            channel="practice",
            title="Advance the clock",
            told=("the clock advanced", "the clock advanced {count} times"),
            summary="Let time pass in a practice cycle; everything due on the way happens in order.",
            rule="Practice",
            args=AdvanceClockArgs,
            run=advance_clock,
            permits=(is_practice, owns_cycle),
            is_act=False,
        )
    )
