"""Celery tasks: heartbeats of the workers, and notices to staff when something is wrong."""

from celery import shared_task

from nomic.accounts.lifecycle.suspension import lift_expired
from nomic.accounts.login_history import forget_old_sign_ins
from nomic.office.health.health_notices import notify_staff
from nomic.office.health.heartbeats import record_heartbeat


@shared_task
def sign_of_life(queue: str) -> None:
    """Record that Celery beat and the worker of this queue are running."""
    record_heartbeat(queue)


@shared_task
def look_around() -> bool:
    """Task: end expired suspensions, delete old log-ins, and notify staff of problems.

    Return whether they were notified.
    """
    lift_expired()
    forget_old_sign_ins()
    return notify_staff()
