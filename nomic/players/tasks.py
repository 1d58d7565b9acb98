"""Celery tasks that clear guests, and join people who asked to be joined.

A late, repeated or lost task changes nothing that a later one does not do.
"""

from celery import shared_task

from nomic.players import guests
from nomic.players.membership import who_may_join as joining


@shared_task
def clear_guests() -> int:
    """Delete guests who came more than a day ago, with their tables. Return the number of tables."""
    return guests.clear_guests()


@shared_task
def join_those_who_asked() -> int:
    """Join the people who signed up for games that have begun, or were let in since. Return their number."""
    return joining.join_those_who_asked()
