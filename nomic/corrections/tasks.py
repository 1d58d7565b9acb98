"""Celery task that makes sure that corrections are built. A late, doubled or lost task changes nothing."""

from celery import shared_task

from nomic.corrections.background.build import tell_waiting
from nomic.outbox.single_flight import OneAtATime

_telling = OneAtATime(lambda: tell_waiting())


@shared_task
def tell_corrections() -> int:
    """Build the waiting corrections, unless another thread of this process does so. Return their number."""
    return _telling()
