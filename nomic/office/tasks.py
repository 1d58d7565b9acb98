"""Celery tasks: signs of life of the workers, and mail to staff when something is wrong."""

from celery import shared_task

from nomic.accounts.lifecycle.suspension import lift_those_over
from nomic.office.health.alarm import tell_staff
from nomic.office.health.heartbeats import sign


@shared_task
def sign_of_life(queue: str) -> None:
    """Store that beat and the worker of a queue run."""
    sign(queue)


@shared_task
def look_around() -> bool:
    """End suspensions that are over, and notify staff of what went wrong. Returns whether anybody was notified."""
    lift_those_over()
    return tell_staff()
