"""Progress of settling a cycle in which many actions are due."""

from nomic.cycles.domain.calendar import calendar_of, phases_between
from nomic.cycles.domain.settling_progress import SettlingProgress
from nomic.cycles.models import Cycle, Entry


def settling_progress_of(cycle: Cycle) -> SettlingProgress:
    """Return the progress of settling since the last act, such as an advance of the clock.

    The number of remaining phases is computed from the current calendar.
    """
    act = Entry.objects.filter(cycle=cycle).exclude(actor_kind="system").order_by("-seq").values_list("phase").first()
    begun = cycle.phase - (act[0] if act else 0)
    left = phases_between(calendar_of(cycle.law), cycle.phase_ends_at, cycle.now())
    return SettlingProgress(begun, begun + left, cycle.last_at, cycle.practice)
