"""The Celery task that keeps the index in step. A late, doubled or lost task changes nothing."""

from celery import shared_task

from nomic.outbox.single_flight import OneAtATime
from nomic.search.index import refresh_changed

_refreshing = OneAtATime(lambda: refresh_changed())


@shared_task
def refresh_index() -> int:
    """Bring the index up to date, unless another thread of this process does so. Return the number of cycles."""
    return _refreshing()
