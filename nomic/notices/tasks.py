"""Celery's part: making sure that somebody reminds and delivers. A late, doubled or lost task changes nothing."""

import threading

from celery import shared_task

from nomic.notices.outbox import deliver_due, forget_old
from nomic.notices.timed import remind_due

# Where webhooks keep one waiting, the other threads of the worker go on with the games.
_delivering = threading.Lock()


@shared_task
def deliver_notices() -> int:
    """Deliver what waits, unless another thread of this process is at it; how many messages were tried."""
    if not _delivering.acquire(blocking=False):
        return 0
    try:
        return deliver_due()
    finally:
        _delivering.release()


@shared_task
def remind_players() -> int:
    """Remind everybody whose time is nearly up; how many."""
    return remind_due()


@shared_task
def forget_notices() -> int:
    """Delete what nobody asks for any more; how many rows."""
    return forget_old()
