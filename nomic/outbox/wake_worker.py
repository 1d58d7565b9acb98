"""Waking a worker for what stands in the database. It is only a wake-up: lost, late or doubled it changes nothing."""

import logging
from dataclasses import dataclass

from celery import current_app
from django.conf import settings
from django.db import connection, transaction

log = logging.getLogger(__name__)


def wake(task: str, seconds: float = 0) -> None:
    """Ask for a task by its name, in so many seconds, once what was changed is committed; of one transaction once.

    Without a broker beat asks later: nobody's act fails for it.
    """
    call = _Call(task, seconds)
    if not connection.in_atomic_block:
        call()
    elif all(waiting[1] != call for waiting in connection.run_on_commit):
        transaction.on_commit(call, robust=True)


@dataclass(frozen=True, slots=True)
class _Call:
    task: str
    seconds: float

    def __call__(self) -> None:
        try:
            current_app.send_task(
                self.task,
                countdown=self.seconds,
                expires=settings.WAKE_UP_EXPIRES,
                retry=False,
                ignore_result=True,
            )
        except Exception as error:
            # Whatever a broker's client raises; its text may hold the broker's password.
            log.warning("%s could not be woken: %s", self.task, type(error).__name__)
