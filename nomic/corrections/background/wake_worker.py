"""Wake-ups for the worker that builds corrections."""

from nomic.outbox.wake_worker import wake_worker


def wake_correction_worker() -> None:
    """Schedule a task that builds the waiting corrections."""
    wake_worker("nomic.corrections.tasks.build_waiting_corrections")
