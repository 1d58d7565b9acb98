"""Celery's part: making sure that somebody publishes. A late, doubled or lost task changes nothing."""

from celery import shared_task

from nomic.wiki.publisher import publish_due


@shared_task
def publish_stale() -> int:
    """Publish what is stale and due; how many pages were looked at."""
    return len(publish_due())
