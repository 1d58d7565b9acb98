"""Celery's part: making sure that somebody calls `settle`. A late, doubled or lost task changes nothing."""

from celery import shared_task

from nomic.cycles.schedule.settle import settle_all


@shared_task
def settle_due() -> int:
    """Settle every cycle in which something is due."""
    return settle_all()
