"""Outages (R105, R128): times in which nobody could play, and in which no time of a period runs.

A period - of a clock, of votes, until a reputation - that has begun lasts for its whole length outside of outages. So
it ends as much later as an outage ran after the period's beginning: by its whole length where the period had begun
before, by what was left of it where it began meanwhile, and not at all where it began when the outage was over. What
is due exactly when an outage begins has had all its time, and is due then. Times that overlap count once, in whatever
order they are recorded.

Phases begin and end by the calendar, whatever happens. A voting period that is a phase (R11) ends later all the same:
it begins with its phase, and the votes are then counted after the phase's end.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from nomic.cycles.actions import Args
from nomic.cycles.calendar import later
from nomic.cycles.models import Cycle, Entry, Past
from nomic.cycles.moment import Act
from nomic.cycles.reaching_back import ReachesBack

Spans = tuple[tuple[datetime, datetime], ...]


@dataclass(frozen=True, slots=True)
class Outages:
    """Times in which no time ran, without overlaps, in their order."""

    spans: Spans = ()

    def plus(self, began: datetime, ended: datetime) -> "Outages":
        """These and one more; what overlaps or touches becomes one."""
        apart = [span for span in self.spans if span[1] < began or span[0] > ended]
        touching = [span for span in self.spans if not (span[1] < began or span[0] > ended)]
        began = min([began, *(span[0] for span in touching)])
        ended = max([ended, *(span[1] for span in touching)])
        return Outages(tuple(sorted([*apart, (began, ended)])))

    def due(self, began: datetime, length: timedelta) -> datetime:
        """When a period ends that began at an instant and lasts so long outside of outages."""
        due = later(began, length)
        for start, end in self.spans:
            if start >= due:
                break
            if end > began:
                due = later(due, end - max(start, began))
        return due

    def length(self, began: datetime, due: datetime) -> timedelta:
        """How long a period lasts, outside of outages, that runs between two instants."""
        lost = (min(end, due) - max(start, began) for start, end in self.spans if start < due and end > began)
        return due - began - sum(lost, timedelta())

    def as_json(self) -> list[list[str]]:
        """As the cycle's row keeps them."""
        return [[start.isoformat(), end.isoformat()] for start, end in self.spans]


NONE = Outages()


def outages_of(cycle: Cycle) -> Outages:
    """The outages that are recorded of a cycle."""
    if not cycle.outages:
        return NONE
    return Outages(tuple((datetime.fromisoformat(start), datetime.fromisoformat(end)) for start, end in cycle.outages))


@dataclass(frozen=True, slots=True)
class Change:
    """What was known of outages before an act, and what is known since."""

    before: Outages
    after: Outages

    def moved(self, began: datetime, due: datetime) -> datetime:
        """When a period ends, by what is known now, that began at an instant and was to end at another."""
        return self.after.due(began, self.before.length(began, due))


Mover = Callable[[Act, Change], int]

_movers: dict[Mover, tuple[str, ...]] = {}


def follow_outages(mover: Mover, *actions: str) -> None:
    """Have `mover(act, change)` put off what runs, and say how much it was; `actions` are what is due at its end."""
    _movers[mover] = actions


def note(act: Act, began: datetime, ended: datetime, args: Args) -> int:
    """Note an outage, and have all that runs follow it; how many ends were moved. The cycle's row is locked.

    Raises ReachesBack, with the arguments `args`, where something fell due since it began that may have to move: in a
    cycle that is played, not in a fork, which is where the past is told anew.
    """
    cycle = act.cycle
    if cycle.fork_of_id is None and cycle.past is Past.UNTOLD and fell_due_since(cycle, began):
        raise ReachesBack(max(began, cycle.starts_at), args)
    change = Change(outages_of(cycle), outages_of(cycle).plus(began, ended))
    cycle.outages = change.after.as_json()
    return sum(mover(act, change) for mover in _movers)


def fell_due_since(cycle: Cycle, instant: datetime) -> bool:
    """Whether a period that follows outages has ended since."""
    actions = [name for names in _movers.values() for name in names]
    return Entry.objects.filter(cycle=cycle, actor_kind="system", action__in=actions, at__gt=instant).exists()
