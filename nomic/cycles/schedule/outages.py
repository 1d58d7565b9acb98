"""Outages (R105, R128): times in which nobody could play, and in which no time of a period runs.

A period - of a clock, of votes, until a reputation - that has begun lasts for its whole length outside of outages. So
it ends as much later as an outage ran after the period's beginning: by its whole length where the period had begun
before, by what was left of it where it began meanwhile, and not at all where it began when the outage was over. What
is due exactly when an outage begins has had all its time, and is due then. Times that overlap count once, in whatever
order they are recorded.

Phases begin and end by the calendar, whatever happens. A voting period that is a phase (R11) ends later all the same:
it begins with its phase, and the votes are then counted after the phase's end.

The law can name kinds of periods that outages leave alone: its section as it stood when an outage began decides for all
of that outage (`nomic/cycles/schedule/outage_settings.py`).
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from nomic.cycles.actions.context import Act
from nomic.cycles.actions.registry import Args
from nomic.cycles.actions.retroactive import RetroactiveAct
from nomic.cycles.domain.calendar import later
from nomic.cycles.models import Cycle, Entry, Past
from nomic.cycles.schedule.outage_settings import can_except, kinds, unmoved_at

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


NONE = Outages()


@dataclass(frozen=True, slots=True)
class Known:
    """What is known of outages: times in which no time ran, by the kinds of periods in which it ran all the same."""

    by_unmoved: Mapping[tuple[str, ...], Outages]

    def of(self, kind: str) -> Outages:
        """The outages that periods of a kind follow."""
        found = [outages for unmoved, outages in self.by_unmoved.items() if kind not in unmoved]
        if len(found) < 2:
            return found[0] if found else NONE
        together = NONE
        for began, ended in sorted(span for outages in found for span in outages.spans):
            together = together.plus(began, ended)
        return together

    def plus(self, began: datetime, ended: datetime, unmoved: tuple[str, ...]) -> "Known":
        """These and one more, which leaves those kinds alone."""
        same = self.by_unmoved.get(unmoved, NONE).plus(began, ended)
        return Known({**self.by_unmoved, unmoved: same})

    def as_json(self) -> list[list[Any]]:
        """As the cycle's row keeps them: beginning and end, and then the kinds that one leaves alone, if any."""
        return [
            [start.isoformat(), end.isoformat(), *([list(unmoved)] if unmoved else [])]
            for unmoved, outages in sorted(self.by_unmoved.items())
            for start, end in outages.spans
        ]


def known_of(cycle: Cycle) -> Known:
    """All that is recorded of a cycle."""
    spans: dict[tuple[str, ...], list[tuple[datetime, datetime]]] = {}
    for start, end, *unmoved in cycle.outages:
        kinds = tuple(unmoved[0]) if unmoved else ()
        spans.setdefault(kinds, []).append((datetime.fromisoformat(start), datetime.fromisoformat(end)))
    return Known({kinds: Outages(tuple(found)) for kinds, found in spans.items()})


def outages_of(cycle: Cycle, kind: str = "") -> Outages:
    """The outages of a cycle that periods of a kind follow; of no kind: those that the law cannot except."""
    return known_of(cycle).of(kind) if cycle.outages else NONE


@dataclass(frozen=True, slots=True)
class Change:
    """What was known of outages before an act, and what is known since."""

    before: Outages
    after: Outages

    def moved(self, began: datetime, due: datetime) -> datetime:
        """When a period ends, by what is known now, that began at an instant and was to end at another."""
        return self.after.due(began, self.before.length(began, due))


Mover = Callable[[Act, Change], int]


@dataclass(frozen=True, slots=True)
class Gaps:
    """Of periods that may stand still: what an outage takes of these does not follow from their beginnings and ends.

    `found(act, began)`: whether one that runs has stood still, of which an outage that began then may have taken some.
    `left(cycle)`: what those have left that stand still now.
    """

    found: Callable[[Act, datetime], bool]
    left: Callable[[Cycle], dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Following:
    """Periods of one kind: the actions that are due at the end of one, and the kind by which the law knows them."""

    kind: str
    actions: tuple[str, ...]
    gaps: Gaps | None = None


_movers: dict[Mover, Following] = {}


def follow_outages(mover: Mover, *actions: str, kind: str = "", gaps: Gaps | None = None) -> None:
    """Have `mover(act, change)` put off what runs, and say how much it was; `actions` are what is due at its end.

    By `kind` the law can except these periods: whoever begins one asks `outages_of` for the same. Without a kind it
    cannot.
    """
    _movers[mover] = Following(kind, actions, gaps)
    if kind:
        can_except(kind)


def with_another(cycle: Cycle, began: datetime, ended: datetime) -> Known:
    """What is known of outages and one more, as the law that stood when it began has it."""
    return known_of(cycle).plus(began, ended, unmoved_at(cycle, began))


def says_more(cycle: Cycle, new: Known) -> bool:
    """Whether it moves any kind of periods beyond what is recorded already."""
    old = known_of(cycle)
    return any(old.of(kind) != new.of(kind) for kind in ("", *kinds()))


def note(act: Act, began: datetime, ended: datetime, args: Args) -> int:
    """Note an outage, and have all that runs follow it; how many ends were moved. The cycle's row is locked.

    Raises ReachesBack, with the arguments `args`, where something fell due since it began that may have to move, or
    stood still: in a cycle that is played, not in a fork, which is where the past is told anew.
    """
    cycle = act.cycle
    if cycle.fork_of_id is None and cycle.past is Past.UNTOLD and reaches_back(act, began):
        raise RetroactiveAct(max(began, cycle.starts_at), args)
    before, after = known_of(cycle), with_another(cycle, began, ended)
    cycle.outages = after.as_json()
    return sum(
        mover(act, Change(before.of(following.kind), after.of(following.kind)))
        for mover, following in list(_movers.items())
    )


def reaches_back(act: Act, instant: datetime) -> bool:
    """Whether a period that follows an outage which began then has ended since, or stood still."""
    cycle = act.cycle
    unmoved = unmoved_at(cycle, instant)
    following = [each for each in _movers.values() if each.kind not in unmoved]
    actions = [name for each in following for name in each.actions]
    if Entry.objects.filter(cycle=cycle, actor_kind="system", action__in=actions, at__gt=instant).exists():
        return True
    return any(each.gaps is not None and each.gaps.found(act, instant) for each in following)


def standing_still(cycle: Cycle) -> dict[str, Any]:
    """What the periods have left that follow outages and stand still."""
    left: dict[str, Any] = {}
    for each in _movers.values():
        left |= {} if each.gaps is None else each.gaps.left(cycle)
    return left
