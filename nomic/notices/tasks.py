"""Celery's part: making sure that somebody reminds and delivers. A late, doubled or lost task changes nothing."""

from typing import Any

from celery import shared_task
from celery.signals import worker_ready

from nomic.notices.delivery.outbox import deliver_due, forget_old
from nomic.notices.notify import wake_sender
from nomic.notices.reminders import remind_due
from nomic.outbox.single_flight import OneAtATime

# Webhooks and mail servers can keep one waiting: the queue is one of their own, and one thread of a process is at it.
_delivering = OneAtATime(lambda: deliver_due())


@shared_task
def deliver_notices() -> int:
    """Deliver what waits, unless another thread of this process is at it; how many messages were tried."""
    return _delivering()


@worker_ready.connect
def begin(**signal: Any) -> None:
    """A worker that starts looks at once: what the one before it had in hand is free."""
    wake_sender()


@shared_task
def remind_players() -> int:
    """Remind everybody whose time is nearly up; how many."""
    return remind_due()


@shared_task
def forget_notices() -> int:
    """Delete what nobody asks for any more; how many rows."""
    return forget_old()
