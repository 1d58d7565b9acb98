"""Celery task that calls `settle`. A late, repeated or lost task changes nothing."""

from celery import shared_task

from nomic.cycles.schedule.settle import settle_all


@shared_task
def settle_due() -> int:
    """Settle every cycle with due actions."""
    return settle_all()
