"""Celery task that builds waiting corrections. A late, repeated or lost task changes nothing."""

from celery import shared_task

from nomic.corrections.background.build import tell_waiting
from nomic.outbox.single_flight import OneAtATime

_telling = OneAtATime(lambda: tell_waiting())


@shared_task
def tell_corrections() -> int:
    """Build the waiting corrections, unless another thread of this process is doing so. Return their number."""
    return _telling()
