"""Waking whoever tells corrections."""

from nomic.outbox.waking import wake


def wake_teller() -> None:
    """Have a worker tell what waits to be told."""
    wake("nomic.correcting.tasks.tell_corrections")
