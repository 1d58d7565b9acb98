"""Reminders: a game waits for a player and, after four fifths of the time, the time is nearly up.

Kinds of tasks with a time limit declare their running clocks (`nomic/players/player_tasks.py`). A periodic task reads
them, so acts cost no more. A player who acts within seconds gets no notice. Clocks are read again under the cycle's
lock before sending, so nobody is reminded of an act that they have just done.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta

import structlog
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from nomic.cycles.domain.exceptions import NoSuchCycle
from nomic.cycles.journal.append import lock_cycle
from nomic.cycles.models import Cycle
from nomic.cycles.schedule.settle import settle
from nomic.notices.channels import post_to_channel
from nomic.notices.kinds import REMINDER, TURN
from nomic.notices.models import Notice, Reminder, Stage
from nomic.notices.notify import notify_in
from nomic.players.player_tasks import RunningClock, clocks_of_kinds

logger = structlog.get_logger(__name__)

REMIND_AFTER = 0.8  # of the time that a player has
TELL_AFTER = timedelta(seconds=30)
MAX_AT_ONCE = 50  # clocks handled in one transaction


def stage_of(clock: RunningClock) -> Stage | None:
    """Return the stage about which the clock's players should have been notified by now, or None before the first."""
    now = clock.cycle.now()
    if now >= clock.began_at + (clock.due_at - clock.began_at) * REMIND_AFTER:
        return Stage.NEARLY_UP
    return Stage.BEGUN if clock.begun and now >= clock.began_at + TELL_AFTER else None


def remind_due() -> int:
    """Send all due notices of clocks. Return their number. A failure in one cycle is logged."""
    # before the clocks, so that no notice of a newer clock is taken for one of an ended clock
    unread = _unread_reminders()
    clocks = _running(None)
    _read_what_is_over(unread, clocks)
    made = 0
    for slug in sorted({clock.cycle.slug for clock, _, _ in _untold(clocks)}):
        try:
            settle(slug)  # removes clocks that have run out
            made += _remind_in(slug)
        except NoSuchCycle:  # The cycle was deleted meanwhile.
            continue
        except Exception:  # an error in one cycle must not block the others
            logger.exception("reminding_failed", cycle=slug)
    return made


def _remind_in(slug: str) -> int:
    """Send the notices of one cycle in bounded transactions, because they make its acts wait."""
    made = 0
    while True:
        with transaction.atomic():
            cycle = lock_cycle(slug)
            untold = _untold(_running(cycle))
            for clock, stage, names in untold[:MAX_AT_ONCE]:
                _remind(cycle, clock, stage, names)
                made += len(names)
        if len(untold) <= MAX_AT_ONCE:
            return made


def _remind(cycle: Cycle, clock: RunningClock, stage: Stage, names: list[str]) -> None:
    kind, text = (TURN, clock.begun) if stage is Stage.BEGUN else (REMINDER, clock.nearly_up)
    notices = notify_in(cycle, names, kind.name, text, clock.link)
    by_name = {notice.person.username: notice for notice in notices}
    if stage is Stage.NEARLY_UP:
        # The reminder includes all information of the first notice.
        earlier = Reminder.objects.filter(cycle=cycle, key=clock.key, began_at=clock.began_at, player__in=names)
        _read(earlier.filter(notice__isnull=False).values_list("notice", flat=True))
        post_to_channel(cycle, clock.channel, f"{', '.join(names)}: {text}", clock.link, names)
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
    """Return the unread notices about clocks, each with its clock and player."""
    unread = Reminder.objects.filter(notice__read_at=None, notice__isnull=False)
    rows = unread.values_list("notice_id", "cycle_id", "key", "began_at", "player")
    return {notice: (cycle, key, began_at, player) for notice, cycle, key, began_at, player in rows}


def _read_what_is_over(unread: dict[int, Key], clocks: list[RunningClock]) -> None:
    """Mark notices of clocks as read if the clock no longer runs for the player, so that they are not sent either."""
    running = {_key(clock, name) for clock in clocks for name in clock.players}
    _read([notice for notice, key in unread.items() if key not in running])


def _read(notices: Iterable[int]) -> None:
    if over := list(notices):
        Notice.objects.filter(pk__in=over, read_at=None).update(read_at=timezone.now())


def _running(cycle: Cycle | None) -> list[RunningClock]:
    found = [clock for source in clocks_of_kinds() for clock in source(cycle)]
    return [clock for clock in found if clock.cycle.fork_of_id is None and clock.cycle.is_running]


def _untold(clocks: list[RunningClock]) -> list[tuple[RunningClock, Stage, list[str]]]:
    """Return the clocks with missing notices, each with the stage and the players."""
    due = [(clock, stage) for clock in clocks if (stage := stage_of(clock)) is not None]
    rows = Reminder.objects.filter(
        Q(cycle__in={clock.cycle.pk for clock, _ in due}), Q(key__in={clock.key for clock, _ in due})
    )
    sent = set(rows.values_list("cycle_id", "key", "began_at", "player", "stage"))
    untold = [
        (clock, stage, [name for name in clock.players if (*_key(clock, name), stage.value) not in sent])
        for clock, stage in due
    ]
    return [(clock, stage, names) for clock, stage, names in untold if names]
