"""State changes of a correction's row. The caller must have locked the row."""

from nomic.corrections.background.wake_worker import wake_correction_worker
from nomic.corrections.models import OPEN, Correction, CorrectionStatus
from nomic.cycles.actions.context import ActionContext
from nomic.cycles.domain.events import ForkReseeded
from nomic.cycles.history.replay import discard_fork
from nomic.cycles.models import Cycle


def requeue(row: Correction) -> None:
    """Discard the fork, increment the version, and queue the correction to be built again."""
    discard_fork_of(row)
    row.status, row.version = CorrectionStatus.WAITING, row.version + 1
    row.replayed_acts = row.all_acts = row.first = 0
    row.impossible, row.difference, row.trouble, row.claimed_at = [], [], "", None
    row.save()
    wake_correction_worker()


def is_open_in(cycle: Cycle) -> bool:
    """Return whether the cycle has an open correction."""
    return Correction.objects.filter(cycle=cycle, status__in=OPEN).exists()


def take_new_seed(act: ActionContext, reseeded: ForkReseeded) -> None:
    """Give the open correction a new seed, because its old seed may have been seen (R142).

    Does nothing in a fork, which has no open correction.
    """
    row = Correction.objects.select_for_update().filter(cycle=act.cycle, status__in=OPEN).first()
    if row is not None:
        row.commitment = reseeded.commitment
        requeue(row)


def close_correction(row: Correction, status: CorrectionStatus, act: ActionContext, reason: str) -> None:
    """Close a correction with this status, at the act's instant and with its actor and `reason`."""
    row.status = status
    row.closed_by, row.closed_at, row.closed_because = act.actor.name, act.at, reason
    row.save()


def discard_fork_of(row: Correction) -> None:
    """Delete the fork of a correction."""
    fork, row.fork = row.fork, None
    row.save(update_fields=["fork"])
    if fork is not None:
        discard_fork(fork)
