"""Celery tasks: signs of life of the workers, and mail to staff when something is wrong."""

from celery import shared_task

from nomic.office.alarm import tell_staff
from nomic.office.signs import sign


@shared_task
def sign_of_life(queue: str) -> None:
    """Store that beat and the worker of a queue run."""
    sign(queue)


@shared_task
def look_around() -> bool:
    """Notify staff if something has gone wrong or is all right again. Returns whether anybody was notified."""
    return tell_staff()
