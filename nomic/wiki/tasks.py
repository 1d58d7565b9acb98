"""Celery tasks that run the publisher. A late, duplicate or lost task does no harm.

A wiki can be slow to answer, so these tasks have a queue of their own and use one thread of a process.
"""

from typing import Any

from celery import shared_task
from celery.signals import worker_ready

from nomic.outbox.single_flight import OneAtATime
from nomic.wiki.editor_messages.send_messages import send_queued_messages
from nomic.wiki.mark_stale import wake_publisher
from nomic.wiki.publishing.circuit_breaker import remind_staff
from nomic.wiki.publishing.publisher import publish_due
from nomic.wiki.publishing.recent_changes import look_for_changes
from nomic.wiki.publishing.unpublished_page_notices import notify_of_rejected


def _publish() -> int:
    remind_staff()
    notify_of_rejected()
    count = len(publish_due())
    send_queued_messages()
    return count


_publishing = OneAtATime(_publish)
_noticing = OneAtATime(lambda: look_for_changes())


@shared_task
def publish_stale() -> int:
    """Publish stale pages that are due, unless another thread of this process does so. Return the number of pages."""
    return _publishing()


@shared_task
def notice_changes() -> int:
    """Ask the wiki for recent changes, at most once a minute. Return the number of pages to compare."""
    return _noticing()


@worker_ready.connect
def begin(**signal: Any) -> None:
    """Schedule publishing at the start of a worker, because the claims of its predecessor are free."""
    wake_publisher(0)
