"""Celery's part: making sure that somebody tells corrections. A late, doubled or lost task changes nothing."""

from celery import shared_task

from nomic.corrections.background.build import tell_waiting
from nomic.outbox.single_flight import OneAtATime

_telling = OneAtATime(lambda: tell_waiting())


@shared_task
def tell_corrections() -> int:
    """Tell the corrections that wait, unless another thread of this process is at it; how many were told."""
    return _telling()
