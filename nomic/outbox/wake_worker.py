"""Wakes a worker for work that is stored in the database. A lost, late or repeated wake-up changes nothing."""

import logging
from dataclasses import dataclass

from celery import current_app
from django.conf import settings
from django.db import connection, transaction

log = logging.getLogger(__name__)


def wake_worker(task: str, seconds: float = 0) -> None:
    """Send a task by name once the transaction commits, to run after `seconds`.

    A task with the same delay is sent once per transaction. If the broker is down, no act fails, because beat triggers
    the work later.
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
            # Brokers' clients raise anything, and the message may contain the broker's password.
            log.warning("%s could not be woken: %s", self.task, type(error).__name__)
