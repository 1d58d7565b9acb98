"""Outages (R105, R128): times in which nobody could play, and which do not count towards periods.

A period, such as a clock, a vote or the time until a reputation, lasts for its full length outside of outages. It is
therefore extended by the part of an outage after the period's beginning:

- by the whole outage if the period had begun before;
- by the rest of the outage if the period began during it;
- not at all if the period began afterwards.

A period due exactly when an outage begins has had its full length, and is due then. Overlapping outages count once,
regardless of the order in which they are recorded.

Phases always begin and end by the calendar. A voting period that is a phase (R11) is nevertheless extended: it begins
with its phase, and the votes are then counted after the phase's end.

The law can name kinds of periods that outages do not extend. The law at the beginning of an outage decides for the
whole outage (`nomic/cycles/schedule/outage_settings.py`).
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Protocol, TypeVar

from django.db.models import QuerySet

from nomic.cycles.actions.context import ActionContext, ReadContext
from nomic.cycles.actions.registry import Args
from nomic.cycles.actions.retroactive_act import RetroactiveAct
from nomic.cycles.domain.calendar import instant_after
from nomic.cycles.domain.exceptions import Refused
from nomic.cycles.models import Cycle, Deadline, Entry
from nomic.cycles.schedule import deadlines
from nomic.cycles.schedule.outage_settings import can_except, kinds, unmoved_at

Spans = tuple[tuple[datetime, datetime], ...]
RULE = "Outages (R105, R128)"
ENDED_OTHERWISE = "This cycle has ended, and nothing that was due in that outage ended it."


@dataclass(frozen=True, slots=True)
class Outages:
    """Sorted, non-overlapping time spans of outages, which do not count towards periods."""

    spans: Spans = ()

    def plus(self, began: datetime, ended: datetime) -> "Outages":
        """Return these outages and one from `began` to `ended`, merged with those that it overlaps or touches."""
        apart = [span for span in self.spans if span[1] < began or span[0] > ended]
        touching = [span for span in self.spans if not (span[1] < began or span[0] > ended)]
        began = min([began, *(span[0] for span in touching)])
        ended = max([ended, *(span[1] for span in touching)])
        return Outages(tuple(sorted([*apart, (began, ended)])))

    def due(self, began: datetime, length: timedelta) -> datetime:
        """Return the end of a period that begins at `began` and has the given length, not counting outages."""
        due = instant_after(began, length)
        for start, end in self.spans:
            if start >= due:
                break
            if end > began:
                due = instant_after(due, end - max(start, began))
        return due

    def length(self, began: datetime, due: datetime) -> timedelta:
        """Return the length of the period from `began` to `due` without the outages in it."""
        lost = (min(end, due) - max(start, began) for start, end in self.spans if start < due and end > began)
        return due - began - sum(lost, timedelta())


NONE = Outages()


@dataclass(frozen=True, slots=True)
class Known:
    """All recorded outages, grouped by the kinds of periods that they do not extend."""

    by_unmoved: Mapping[tuple[str, ...], Outages]

    def of(self, kind: str) -> Outages:
        """Return the outages that extend periods of this kind, merged into one list."""
        found = [outages for unmoved, outages in self.by_unmoved.items() if kind not in unmoved]
        if len(found) < 2:
            return found[0] if found else NONE
        together = NONE
        for began, ended in sorted(span for outages in found for span in outages.spans):
            together = together.plus(began, ended)
        return together

    def plus(self, began: datetime, ended: datetime, unmoved: tuple[str, ...]) -> "Known":
        """Return these outages and one from `began` to `ended`, which does not extend the kinds in `unmoved`."""
        same = self.by_unmoved.get(unmoved, NONE).plus(began, ended)
        return Known({**self.by_unmoved, unmoved: same})

    def as_json(self) -> list[list[Any]]:
        """Return the outages as the cycle's row stores them.

        Each is a list of its beginning, its end, and the kinds of periods that it does not extend, if any.
        """
        return [
            [start.isoformat(), end.isoformat(), *([list(unmoved)] if unmoved else [])]
            for unmoved, outages in sorted(self.by_unmoved.items())
            for start, end in outages.spans
        ]


def known_of(cycle: Cycle) -> Known:
    """Return all recorded outages of a cycle."""
    spans: dict[tuple[str, ...], list[tuple[datetime, datetime]]] = {}
    for start, end, *unmoved in cycle.outages:
        kinds = tuple(unmoved[0]) if unmoved else ()
        spans.setdefault(kinds, []).append((datetime.fromisoformat(start), datetime.fromisoformat(end)))
    return Known({kinds: Outages(tuple(found)) for kinds, found in spans.items()})


def outages_of(cycle: Cycle, kind: str = "") -> Outages:
    """Return the outages of a cycle that extend periods of this kind.

    If `kind` is empty, return the outages that extend periods which no law can exempt.
    """
    return known_of(cycle).of(kind) if cycle.outages else NONE


@dataclass(frozen=True, slots=True)
class OutageChange:
    """The recorded outages before and after an act."""

    before: Outages
    after: Outages

    def moved(self, began: datetime, due: datetime) -> datetime:
        """Return the new end of a period that began at `began` and would have ended at `due`."""
        return self.after.due(began, self.before.length(began, due))


class Period(Protocol):
    """A row whose `ends_at` is also its deadline."""

    ends_at: Any

    def save(self, *, update_fields: list[str]) -> None: ...


P = TypeVar("P", bound=Period)
Mover = Callable[[ActionContext, OutageChange], int]


def extend_periods(
    act: ActionContext,
    change: OutageChange,
    action: str,
    running: Iterable[P],
    label: Callable[[P], str],
    began: Callable[[P, Deadline], datetime],
) -> int:
    """Extend running periods by an outage, and return how many were extended.

    `action` is due when a period ends. `label` names the deadline of a period, and `began` its beginning.
    """
    deadlines_by_label = {row.label: row for row in Deadline.objects.filter(cycle=act.cycle, action=action)}
    moved = []
    for period in running:
        deadline = deadlines_by_label[label(period)]
        due = change.moved(began(period, deadline), deadline.at)
        if due != deadline.at:
            deadline.at = period.ends_at = due
            period.save(update_fields=["ends_at"])
            moved.append(deadline)
    deadlines.store_deadlines(act.cycle, moved)
    return len(moved)


@dataclass(frozen=True, slots=True)
class Gaps:
    """Callbacks for periods that can pause. The effect of an outage on them depends on more than its beginning and end.

    `found(act, began)` returns whether a running period has paused since `began`. An outage that began then may have
    covered a part of the period. `left(cycle)` returns the remaining times of paused periods.
    """

    found: Callable[[ActionContext, datetime], bool]
    left: Callable[[Cycle], dict[str, Any]]


@dataclass(frozen=True, slots=True)
class PeriodKind:
    """A kind of period that outages extend.

    `actions` are due at the period's end. `kind` is its name in the law, or empty. `gaps` is set if such a period can
    pause.
    """

    kind: str
    actions: tuple[str, ...]
    gaps: Gaps | None = None


_movers: dict[Mover, PeriodKind] = {}


def is_extended(action: str) -> bool:
    """Return whether outages postpone deadlines of this action. If not, its deadlines follow the calendar."""
    return any(action in kind.actions for kind in _movers.values())


def register_periods(mover: Mover, *actions: str, kind: str = "", gaps: Gaps | None = None) -> None:
    """Register a kind of periods. `mover(act, change)` postpones running periods and returns their number.

    `actions` are due at the end of such a period. With a `kind`, the law can exempt these periods, and code that begins
    one must pass the same kind to `outages_of`. Without a kind the law cannot exempt them.
    """
    _movers[mover] = PeriodKind(kind, actions, gaps)
    if kind:
        can_except(kind)


def outages_with(cycle: Cycle, began: datetime, ended: datetime) -> Known:
    """Return the recorded outages and one from `began` to `ended`, with the exemptions of the law in force then."""
    return known_of(cycle).plus(began, ended, unmoved_at(cycle, began))


def extends_periods(cycle: Cycle, new: Known) -> bool:
    """Return whether `new` extends any kind of periods beyond the recorded outages."""
    old = known_of(cycle)
    return any(old.of(kind) != new.of(kind) for kind in ("", *kinds()))


def note(act: ActionContext, began: datetime, ended: datetime, args: Args) -> int:
    """Record an outage and extend all running periods. Returns the number of extended periods.

    The cycle's row must be locked. Raises RetroactiveAct with the arguments `args` if a period that may have to be
    extended has ended or paused since the outage began. It does not raise this in a fork, in which history is
    rewritten. Raises Refused if the cycle has ended and the outage changes nothing in it.
    """
    cycle = act.cycle
    if cycle.is_live and reaches_back(act, began):
        raise RetroactiveAct(max(began, cycle.starts_at), args)
    if cycle.fork_of_id is None and not cycle.is_running:
        raise Refused("cycle-ended", ENDED_OTHERWISE, RULE)
    before, after = known_of(cycle), outages_with(cycle, began, ended)
    cycle.outages = after.as_json()
    return sum(
        mover(act, OutageChange(before.of(following.kind), after.of(following.kind)))
        for mover, following in list(_movers.items())
    )


def reaches_back(act: ActionContext, instant: datetime) -> bool:
    """Return whether a period that an outage from `instant` on would extend has ended or paused since."""
    if _due_since(act, instant).exists():
        return True
    return any(each.gaps is not None and each.gaps.found(act, instant) for each in _extended(act.cycle, instant))


def periods_ended_since(act: ReadContext, instant: datetime) -> list[Entry]:
    """Return the entries of periods that an outage from `instant` on would extend and that have ended since."""
    return list(_due_since(act, instant).order_by("seq"))


def _due_since(act: ReadContext, instant: datetime) -> QuerySet[Entry]:
    actions = [name for each in _extended(act.cycle, instant) for name in each.actions]
    return Entry.objects.filter(cycle=act.cycle, actor_kind="system", action__in=actions, at__gt=instant)


def _extended(cycle: Cycle, instant: datetime) -> list[PeriodKind]:
    """Return the kinds of periods that an outage from `instant` on extends by the law of that time."""
    unmoved = unmoved_at(cycle, instant)
    return [each for each in _movers.values() if each.kind not in unmoved]


def paused_periods(cycle: Cycle) -> dict[str, Any]:
    """Return the remaining times of paused periods that outages extend, as JSON data by kind."""
    left: dict[str, Any] = {}
    for each in _movers.values():
        left |= {} if each.gaps is None else each.gaps.left(cycle)
    return left
