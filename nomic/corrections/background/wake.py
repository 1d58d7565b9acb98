"""Waking whoever tells corrections."""

from nomic.outbox.wake_worker import wake


def wake_teller() -> None:
    """Have a worker tell what waits to be told."""
    wake("nomic.corrections.tasks.tell_corrections")
