"""The Celery task that updates the index. It may run late, twice or not at all: the next run catches up."""

from celery import shared_task

from nomic.outbox.single_flight import OneAtATime
from nomic.search.update_index import refresh_changed

_refreshing = OneAtATime(lambda: refresh_changed())


@shared_task
def refresh_index() -> int:
    """Update the index, unless another thread of this process is doing so. Return the number of updated cycles."""
    return _refreshing()
