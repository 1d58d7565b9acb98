"""Reminders: whoever has used four fifths of the time they have for something is reminded of it, once.

Rooms that time people register a source of the clocks that run. Clocks are read again under the cycle's lock before
anybody is reminded, so nobody is reminded of what they have just done.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime

import structlog
from django.db import transaction
from django.db.models import Q

from nomic.cycles.journal import lock
from nomic.cycles.models import Cycle
from nomic.cycles.refusals import NoSuchCycle
from nomic.cycles.settle import settle
from nomic.notices.channels import post_to_channel
from nomic.notices.kinds import REMINDER
from nomic.notices.models import Reminder
from nomic.notices.notify import notify_in

logger = structlog.get_logger(__name__)

REMIND_AFTER = 0.8  # of the time that somebody has


@dataclass(frozen=True, slots=True)
class RunningClock:
    """Time that is running for players of a cycle. Instants are on the cycle's own clock.

    `key` names it within the cycle; with another `began_at` it is another clock. `text` tells the player what is
    waited for, `link` is where they do it, and `channel` is the cycle's channel that the reminder is also told in.
    """

    cycle: Cycle
    key: str
    players: tuple[str, ...]
    began_at: datetime
    due_at: datetime
    text: str
    link: str
    channel: str = ""

    @property
    def remind_at(self) -> datetime:
        """When its players are reminded."""
        return self.began_at + (self.due_at - self.began_at) * REMIND_AFTER


# The clocks that run in a cycle, or, given None, in every cycle that is no fork.
Source = Callable[[Cycle | None], Iterable[RunningClock]]

_sources: list[Source] = []


def register_timed(source: Source) -> Source:
    """Have the players of these clocks reminded."""
    if source not in _sources:
        _sources.append(source)
    return source


def remind_due() -> int:
    """Remind everybody whose time is nearly up; how many reminders that made. A cycle's failure is logged."""
    made = 0
    for slug in _cycles_with_due():
        try:
            settle(slug)  # a clock that has run out is no longer running
            made += _remind_in(slug)
        except NoSuchCycle:  # it was deleted meanwhile
            continue
        except Exception:  # one cycle's trouble must not keep all others from being reminded
            logger.exception("reminding_failed", cycle=slug)
    return made


def _cycles_with_due() -> list[str]:
    """The cycles in which a clock has players who are due to be reminded and have not been."""
    due = [clock for clock in _running(None) if _is_due(clock)]
    reminded = _reminded(due)
    return sorted(
        {clock.cycle.slug for clock in due if any(_row(clock, name) not in reminded for name in clock.players)}
    )


def _remind_in(slug: str) -> int:
    made = 0
    with transaction.atomic():
        cycle = lock(slug)
        due = [clock for clock in _running(cycle) if _is_due(clock)]
        reminded = _reminded(due)
        for clock in due:
            names = [name for name in clock.players if _row(clock, name) not in reminded]
            if names:
                _remind(cycle, clock, names)
                made += len(names)
    return made


def _remind(cycle: Cycle, clock: RunningClock, names: list[str]) -> None:
    Reminder.objects.bulk_create(
        Reminder(cycle=cycle, key=clock.key, began_at=clock.began_at, player=name) for name in names
    )
    notify_in(cycle, names, REMINDER.name, clock.text, clock.link)
    post_to_channel(cycle, clock.channel, f"{', '.join(names)}: {clock.text}", clock.link)


def _running(cycle: Cycle | None) -> list[RunningClock]:
    return [clock for source in _sources for clock in source(cycle)]


def _is_due(clock: RunningClock) -> bool:
    return clock.cycle.fork_of_id is None and clock.cycle.is_running and clock.cycle.now() >= clock.remind_at


Row = tuple[int, str, datetime, str]


def _row(clock: RunningClock, player: str) -> Row:
    return clock.cycle.pk, clock.key, clock.began_at, player


def _reminded(clocks: list[RunningClock]) -> set[Row]:
    """Who was reminded of which of these clocks."""
    rows = Reminder.objects.filter(
        Q(cycle__in={clock.cycle.pk for clock in clocks}), Q(key__in={clock.key for clock in clocks})
    )
    return set(rows.values_list("cycle_id", "key", "began_at", "player"))
