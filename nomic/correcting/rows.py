"""What becomes of the row of a correction. Each wants the row locked."""

from nomic.correcting.models import Correction, CorrectionStatus
from nomic.correcting.waking import wake_teller
from nomic.cycles.moment import Act
from nomic.cycles.replay import discard


def tell_again(row: Correction) -> None:
    """Have a correction be told from the beginning."""
    discard_fork(row)
    row.status, row.version = CorrectionStatus.WAITING, row.version + 1
    row.told_acts = row.all_acts = row.first = 0
    row.impossible, row.difference, row.trouble, row.claimed_at = [], [], "", None
    row.save()
    wake_teller()


def close(row: Correction, status: CorrectionStatus, act: Act, reason: str) -> None:
    """A correction is done with."""
    row.status = status
    row.closed_by, row.closed_at, row.closed_because = act.actor.name, act.at, reason
    row.save()


def discard_fork(row: Correction) -> None:
    """Remove what was told."""
    fork, row.fork = row.fork, None
    row.save(update_fields=["fork"])
    if fork is not None:
        discard(fork)
