"""Celery task that runs waiting simulations. A late, doubled or lost task changes nothing."""

from celery import shared_task

from nomic.forecast.simulation_jobs import play_waiting
from nomic.outbox.single_flight import OneAtATime

_playing = OneAtATime(lambda: play_waiting())


@shared_task
def play_simulations() -> int:
    """Run the waiting simulations, unless another thread of this process does so. Return their number."""
    return _playing()
