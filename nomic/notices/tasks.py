"""Celery tasks for reminders and deliveries. A late, duplicate or lost task does no harm."""

from typing import Any

from celery import shared_task
from celery.signals import worker_ready

from nomic.notices.delivery.outbox import deliver_due, forget_old
from nomic.notices.digests import send_due_digests
from nomic.notices.notify import wake_sender
from nomic.notices.reminders import remind_due
from nomic.notices.settled_notices import mark_some_settled_read
from nomic.outbox.single_flight import OneAtATime

# Webhooks and mail servers can be slow, so deliveries have a queue of their own and one thread of each process.
_delivering = OneAtATime(lambda: deliver_due())


@shared_task
def deliver_notices() -> int:
    """Send the waiting deliveries, unless another thread of this process does. Return the number of messages tried."""
    return _delivering()


@worker_ready.connect
def begin(**signal: Any) -> None:
    """Wake the sender when a worker starts, because the claims of the previous worker have become free."""
    wake_sender()


@shared_task
def remind_players() -> int:
    """Send all due notices of running clocks, and mark settled ones as read. Return the number of notices sent."""
    mark_some_settled_read()
    return remind_due()


@shared_task
def send_digests() -> int:
    """Queue all digests that are due. Return their number."""
    return send_due_digests()


@shared_task
def forget_notices() -> int:
    """Delete old deliveries, reminders and notices. Return their number."""
    return forget_old()
