"""Queries about corrections, for pages and the API."""

from django.db.models import QuerySet

from nomic.corrections.models import Correction
from nomic.cycles.history.edits import Edit, read_edits
from nomic.cycles.history.known_dice import DICE_KNOWN, are_dice_known, secret_dice_known
from nomic.cycles.models import Cycle, ForkSeed


def corrections_of_cycle(cycle: Cycle) -> QuerySet[Correction]:
    """Return a cycle's corrections, newest first, without their large fields."""
    return Correction.objects.filter(cycle=cycle).defer("difference", "impossible")


def edits_of(row: Correction) -> list[Edit]:
    """Return the edits of a correction."""
    return read_edits(row.edits)


def percent_built(row: Correction) -> int:
    """Return the progress of building the fork, in percent."""
    return 100 * row.replayed_acts // row.all_acts if row.all_acts else 0


def why_not_adoptable(row: Correction) -> str:
    """Return why a built correction can no longer be adopted, however it is decided about, otherwise "" (R142)."""
    if not row.is_built or row.fork is None:
        return ""
    seed = ForkSeed.objects.get(cycle=row.cycle, commitment=row.commitment).seed
    if are_dice_known(row.cycle, row.fork, seed, row.first, row.newest):
        return DICE_KNOWN
    return secret_dice_known(row.cycle, row.fork, row.first)
