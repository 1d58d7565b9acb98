"""Celery task that calls `settle`. A late, repeated or lost task changes nothing."""

from celery import shared_task

from nomic.cycles.schedule.settle import settle_all


@shared_task
def settle_due() -> int:
    """Task: settle every cycle with due actions, and return the number of entries."""
    return settle_all()
