"""Celery task that clears guests. A late, repeated or lost task changes nothing that a later one does not do."""

from celery import shared_task

from nomic.players import guests


@shared_task
def clear_guests() -> int:
    """Delete guests who came more than a day ago, with their tables. Return the number of tables."""
    return guests.clear_guests()
