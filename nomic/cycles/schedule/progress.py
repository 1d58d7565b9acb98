"""Progress of settling a cycle in which many actions are due."""

from dataclasses import dataclass
from datetime import datetime

from nomic.cycles.domain.calendar import calendar_of, phases_between
from nomic.cycles.models import Cycle, Entry


@dataclass(frozen=True, slots=True)
class HowFar:
    """Progress of settling: phases begun since the last act, their expected total, and the instant reached."""

    phases: int
    of: int
    at: datetime | None
    practice: bool = False  # whether the instant is one of a practice clock

    def __str__(self) -> str:
        return f"{self.phases:,} of {self.of:,} phases"


def how_far(cycle: Cycle) -> HowFar:
    """Return the progress of settling since the last act, such as an advance of the clock.

    Uses the calendar in force.
    """
    act = Entry.objects.filter(cycle=cycle).exclude(actor_kind="system").order_by("-seq").values_list("phase").first()
    begun = cycle.phase - (act[0] if act else 0)
    left = phases_between(calendar_of(cycle.law), cycle.phase_ends_at, cycle.now())
    return HowFar(begun, begun + left, cycle.last_at, cycle.practice)
