"""Celery's part: making sure that somebody publishes. A late, doubled or lost task changes nothing.

A wiki can keep one waiting for long: these tasks have a queue of their own, and one thread of a process is at them.
"""

from typing import Any

from celery import shared_task
from celery.signals import worker_ready

from nomic.outbox.single_flight import OneAtATime
from nomic.wiki.publishing.circuit_breaker import remind_staff
from nomic.wiki.publishing.notify import tell_of_what_is_not_taken
from nomic.wiki.publishing.publisher import publish_due
from nomic.wiki.publishing.recent_changes import look_for_changes
from nomic.wiki.stale_pages import wake_publisher
from nomic.wiki.words.sending import send_words


def _publish() -> int:
    remind_staff()
    tell_of_what_is_not_taken()
    count = len(publish_due())
    send_words()
    return count


_publishing = OneAtATime(_publish)
_noticing = OneAtATime(lambda: look_for_changes())


@shared_task
def publish_stale() -> int:
    """Publish what is stale and due, unless another thread of this process is at it; how many were looked at."""
    return _publishing()


@shared_task
def notice_changes() -> int:
    """Ask the wiki what has changed there, once a minute for all pages; how many pages are looked at because of it."""
    return _noticing()


@worker_ready.connect
def begin(**signal: Any) -> None:
    """A worker that starts looks at once: what the one before it had in hand is free."""
    wake_publisher(0)
