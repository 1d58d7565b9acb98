"""Celery's part: making sure that somebody plays simulations. A late, doubled or lost task changes nothing."""

from celery import shared_task

from nomic.forecast.simulation_jobs import play_waiting
from nomic.outbox.single_flight import OneAtATime

_playing = OneAtATime(lambda: play_waiting())


@shared_task
def play_simulations() -> int:
    """Play the simulations that wait, unless another thread of this process is at it; how many were played."""
    return _playing()
