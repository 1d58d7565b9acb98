"""Corrections as pages and the API show them."""

from django.db.models import QuerySet

from nomic.corrections.models import Correction
from nomic.cycles.history.edits import Edit, read_edits
from nomic.cycles.models import Cycle


def corrections_of_cycle(cycle: Cycle) -> QuerySet[Correction]:
    """The newest first; what is long of each is left for its own page."""
    return Correction.objects.filter(cycle=cycle).defer("difference", "impossible")


def edits_of(row: Correction) -> list[Edit]:
    """What is to be otherwise."""
    return read_edits(row.edits)


def percent_told(row: Correction) -> int:
    """How much of the fork is told, in percent."""
    return 100 * row.told_acts // row.all_acts if row.all_acts else 0
