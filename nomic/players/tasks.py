"""Celery tasks that clear guests, and join people who asked to join.

If a task runs late, twice or not at all, the next run makes up for it.
"""

from celery import shared_task

from nomic.players import guests
from nomic.players.membership import join_requests


@shared_task
def clear_guests() -> int:
    """Delete guests who arrived more than a day ago, and their tables. Return the number of tables."""
    return guests.clear_guests()


@shared_task
def join_those_who_asked() -> int:
    """Join the people who signed up for games that have begun, or who have been let in. Return their number."""
    return join_requests.join_those_who_asked()
