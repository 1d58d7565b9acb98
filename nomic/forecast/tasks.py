"""Celery tasks that make forecasts and run simulations. A late, duplicate or lost task does no harm."""

from celery import shared_task

from nomic.forecast.forecasts import make_waiting
from nomic.forecast.simulation_jobs import play_waiting
from nomic.outbox.single_flight import OneAtATime

_making = OneAtATime(lambda: make_waiting())
_playing = OneAtATime(lambda: play_waiting())


@shared_task
def make_forecasts() -> int:
    """Make the missing forecasts of open proposals. Returns their number, or 0 if another thread is doing so."""
    return _making()


@shared_task
def play_simulations() -> int:
    """Run the waiting simulations. Returns their number, or 0 if another thread of this process is doing so."""
    return _playing()
