"""Celery task that builds waiting corrections. A late, duplicate or lost task does no harm."""

from celery import shared_task

from nomic.corrections.background.build_fork import build_waiting
from nomic.outbox.single_flight import OneAtATime

_build = OneAtATime(lambda: build_waiting())


@shared_task
def build_waiting_corrections() -> int:
    """Build the waiting corrections, unless another thread of this process is doing so. Return their number."""
    return _build()
