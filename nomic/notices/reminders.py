"""Telling those whose time is running: that a game waits for them, and, after four fifths of the time, that it ends.

Rooms that time people register a source of the clocks that run, and acts cost nothing for it: a sweep looks. Who plays
within moments is at the table and is told nothing. Clocks are read again under the cycle's lock before anybody is
told, so nobody is reminded of what they have just done.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

import structlog
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from nomic.cycles.domain.exceptions import NoSuchCycle
from nomic.cycles.journal.append import lock
from nomic.cycles.models import Cycle
from nomic.cycles.schedule.settle import settle
from nomic.notices.channels import post_to_channel
from nomic.notices.kinds import REMINDER, TURN
from nomic.notices.models import Notice, Reminder, Stage
from nomic.notices.notify import notify_in

logger = structlog.get_logger(__name__)

REMIND_AFTER = 0.8  # of the time that somebody has
TELL_AFTER = timedelta(seconds=30)
MAX_AT_ONCE = 50  # clocks told of in one transaction


@dataclass(frozen=True, slots=True)
class RunningClock:
    """Time that is running for players of a cycle. Instants are on the cycle's own clock.

    `key` names it within the cycle; with another `began_at` it is another clock. `begun` tells a player that they are
    waited for (where it is empty nobody is told when the clock begins), `nearly_up` that this is about to end. `link`
    is where they act, and `channel` is the cycle's channel in which the reminder is told as well.
    """

    cycle: Cycle
    key: str
    players: tuple[str, ...]
    began_at: datetime
    due_at: datetime
    nearly_up: str
    link: str
    begun: str = ""
    channel: str = ""

    @property
    def stage(self) -> Stage | None:
        """What its players are to know of it by now."""
        now = self.cycle.now()
        if now >= self.began_at + (self.due_at - self.began_at) * REMIND_AFTER:
            return Stage.NEARLY_UP
        return Stage.BEGUN if self.begun and now >= self.began_at + TELL_AFTER else None


# The clocks that run in a cycle, or, given None, in every cycle that is no fork.
Source = Callable[[Cycle | None], Iterable[RunningClock]]

_sources: list[Source] = []


def register_timed(source: Source) -> Source:
    """Have the players of these clocks told."""
    if source not in _sources:
        _sources.append(source)
    return source


def remind_due() -> int:
    """Tell everybody what they are to know of their clocks by now; how many that were. A cycle's failure is logged."""
    unread = _unread_reminders()  # before the clocks: a clock that is told of meanwhile is none that is over
    clocks = _running(None)
    _read_what_is_over(unread, clocks)
    made = 0
    for slug in sorted({clock.cycle.slug for clock, _, _ in _untold(clocks)}):
        try:
            settle(slug)  # a clock that has run out is no longer running
            made += _remind_in(slug)
        except NoSuchCycle:  # it was deleted meanwhile
            continue
        except Exception:  # one cycle's trouble must not keep all others from being reminded
            logger.exception("reminding_failed", cycle=slug)
    return made


def _remind_in(slug: str) -> int:
    """Tell of the clocks of one cycle, in transactions of bounded size: whoever acts there has to wait for them."""
    made = 0
    while True:
        with transaction.atomic():
            cycle = lock(slug)
            untold = _untold(_running(cycle))
            for clock, stage, names in untold[:MAX_AT_ONCE]:
                _tell(cycle, clock, stage, names)
                made += len(names)
        if len(untold) <= MAX_AT_ONCE:
            return made


def _tell(cycle: Cycle, clock: RunningClock, stage: Stage, names: list[str]) -> None:
    kind, text = (TURN, clock.begun) if stage is Stage.BEGUN else (REMINDER, clock.nearly_up)
    notices = notify_in(cycle, names, kind.name, text, clock.link)
    by_name = {notice.person.username: notice for notice in notices}
    if stage is Stage.NEARLY_UP:
        # The one notice says all that the other said.
        earlier = Reminder.objects.filter(cycle=cycle, key=clock.key, began_at=clock.began_at, player__in=names)
        _read(earlier.filter(notice__isnull=False).values_list("notice", flat=True))
        post_to_channel(cycle, clock.channel, f"{', '.join(names)}: {text}", clock.link)
    Reminder.objects.bulk_create(
        Reminder(
            cycle=cycle, key=clock.key, began_at=clock.began_at, player=name, stage=stage, notice=by_name.get(name)
        )
        for name in names
    )


Key = tuple[int, str, datetime, str]


def _key(clock: RunningClock, player: str) -> Key:
    return clock.cycle.pk, clock.key, clock.began_at, player


def _unread_reminders() -> dict[int, Key]:
    """The notices that clocks made and nobody has read, with the clock and the player of each."""
    told = Reminder.objects.filter(notice__read_at=None, notice__isnull=False)
    rows = told.values_list("notice_id", "cycle_id", "key", "began_at", "player")
    return {notice: (cycle, key, began_at, player) for notice, cycle, key, began_at, player in rows}


def _read_what_is_over(unread: dict[int, Key], clocks: list[RunningClock]) -> None:
    """What somebody was told of a clock that no longer runs for them need not be read any more, nor sent."""
    running = {_key(clock, name) for clock in clocks for name in clock.players}
    _read([notice for notice, key in unread.items() if key not in running])


def _read(notices: Iterable[int]) -> None:
    if over := list(notices):
        Notice.objects.filter(pk__in=over, read_at=None).update(read_at=timezone.now())


def _running(cycle: Cycle | None) -> list[RunningClock]:
    found = [clock for source in _sources for clock in source(cycle)]
    return [clock for clock in found if clock.cycle.fork_of_id is None and clock.cycle.is_running]


def clocks_that_wait_for(cycle: Cycle, player: str) -> list[RunningClock]:
    """The clocks of a cycle that run for a player: all that waits for them."""
    return [clock for clock in _running(cycle) if player in clock.players]


def _untold(clocks: list[RunningClock]) -> list[tuple[RunningClock, Stage, list[str]]]:
    """What of which clock whom to tell now."""
    due = [(clock, stage) for clock in clocks if (stage := clock.stage) is not None]
    rows = Reminder.objects.filter(
        Q(cycle__in={clock.cycle.pk for clock, _ in due}), Q(key__in={clock.key for clock, _ in due})
    )
    told = set(rows.values_list("cycle_id", "key", "began_at", "player", "stage"))
    untold = [
        (clock, stage, [name for name in clock.players if (*_key(clock, name), stage.value) not in told])
        for clock, stage in due
    ]
    return [(clock, stage, names) for clock, stage, names in untold if names]
