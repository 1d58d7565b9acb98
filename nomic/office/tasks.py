"""Celery tasks: heartbeats of the workers, and notices to staff when something is wrong."""

from celery import shared_task

from nomic.accounts.lifecycle.suspension import lift_those_over
from nomic.office.health.alarm import notify_staff
from nomic.office.health.heartbeats import sign


@shared_task
def sign_of_life(queue: str) -> None:
    """Store a heartbeat of beat and of the worker of a queue."""
    sign(queue)


@shared_task
def look_around() -> bool:
    """End expired suspensions, and notify staff of problems. Return whether anybody was notified."""
    lift_those_over()
    return notify_staff()
