"""Celery's part: making sure that somebody reminds and delivers. A late, doubled or lost task changes nothing."""

from celery import shared_task

from nomic.notices.outbox import deliver_due, forget_old
from nomic.notices.timed import remind_due


@shared_task
def deliver_notices() -> int:
    """Deliver what waits; how many messages were tried."""
    return deliver_due()


@shared_task
def remind_players() -> int:
    """Remind everybody whose time is nearly up; how many."""
    return remind_due()


@shared_task
def forget_notices() -> int:
    """Delete what nobody asks for any more; how many rows."""
    return forget_old()
