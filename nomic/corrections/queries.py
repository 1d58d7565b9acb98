"""Queries about corrections, for pages and the API."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from itertools import islice

from django.db.models import Exists, OuterRef, QuerySet, Subquery

from nomic.chance.draw_scheme import Drawn
from nomic.chance.draw_source import DrawId
from nomic.corrections.diff.public_diff import SEALED
from nomic.corrections.models import Correction, CorrectionStatus
from nomic.cycles.history.edits import Edit, read_edits
from nomic.cycles.history.predictable_draws import DICE_KNOWN, are_dice_known, secret_dice_known
from nomic.cycles.history.rewrite import HISTORY_REWRITES
from nomic.cycles.models import Cycle, Entry, ForkSeed

MAX_DRAWN = 10  # entries that are named
# What lists of what happened lately leave out. An adoption stays in them; what prepares it would fill them.
BOOKKEEPING = (*HISTORY_REWRITES, "open-correction", "edit-correction", "drop-correction")


def corrections_of_cycle(cycle: Cycle) -> QuerySet[Correction]:
    """Return a cycle's corrections, newest first, without their large fields."""
    return Correction.objects.filter(cycle=cycle).defer("difference", "impossible")


def undone_corrections(cycle: Cycle) -> dict[str, str]:
    """Map the code of each undone correction to the code of the adopted correction that undid it."""
    adopted = Correction.objects.filter(cycle=cycle, status=CorrectionStatus.ADOPTED).order_by("-closed_at", "-pk")
    found: dict[str, str] = {}
    for code, undoes in adopted.values_list("code", "undoes"):
        if undoes and code not in found:  # one that was itself taken back takes nothing back
            found.setdefault(undoes, code)
    return found


def edits_of(row: Correction) -> list[Edit]:
    """Return the edits of a correction."""
    return read_edits(row.edits)


def percent_built(row: Correction) -> int:
    """Return the progress of building the fork, in percent."""
    return 100 * row.replayed_acts // row.all_acts if row.all_acts else 0


def why_not_adoptable(row: Correction) -> str:
    """Return a message if a built correction can never be adopted, because its dice are known; otherwise "" (R142)."""
    if not row.is_built or row.fork is None:
        return ""
    seed = ForkSeed.objects.get(cycle=row.cycle, commitment=row.commitment).seed
    if are_dice_known(row.cycle, row.fork, seed, row.first, row.newest):
        return DICE_KNOWN
    return secret_dice_known(row.cycle, row.fork, row.first) or ""


def drawn_only_in(cycle: Cycle, other: Cycle, first: int, changed: Collection[str] = ()) -> list[Entry]:
    """Return entries from number `first` on with draws that the other history lacks, at most MAX_DRAWN.

    In `other` such an entry is missing, or draws less or something else. Entries with keys in `changed` count as
    missing there, because they draw again.
    """
    there = Entry.objects.filter(cycle=other, seq__gte=first, key=OuterRef("key")).exclude(key__in=changed)
    drawn = (
        Entry.objects.filter(cycle=cycle, seq__gte=first, draws__isnull=False)
        .exclude(Exists(there.filter(draws=OuterRef("draws"))))
        .annotate(draws_there=Subquery(there.values("draws")[:1]))
        .order_by("seq")
    )
    found = (entry for entry in drawn.iterator() if not _values(entry.draws) <= _values(entry.draws_there or ()))
    return list(islice(found, MAX_DRAWN))


def _values(draws: Iterable[Drawn]) -> set[tuple[DrawId, int]]:
    return {((drawn.label, drawn.index, drawn.sides), drawn.value) for drawn in draws}


@dataclass(frozen=True, slots=True)
class Draws:
    """The effect of a built correction on draws: entries whose draws it removes, and entries that use its own seed.

    The latter are named only if the fork reveals nothing that is secret in the cycle.
    """

    removed: list[Entry] = field(default_factory=list)
    made: list[Entry] = field(default_factory=list)


def draws_of(row: Correction) -> Draws:
    """Return the effect of a built correction on draws.

    Sends two queries. If the correction is not built, sends none and returns an empty result.
    """
    if not row.is_built or row.fork is None or not row.first:
        return Draws()
    changed = [edit.entry for edit in edits_of(row) if edit.do == "change"]
    is_open = not any(group["title"] == SEALED for group in row.difference)
    return Draws(
        drawn_only_in(row.cycle, row.fork, row.first, changed),
        drawn_only_in(row.fork, row.cycle, row.first, changed) if is_open else [],
    )


def correction_labels(cycle: Cycle, codes: Collection[str]) -> Mapping[str, str]:
    """Return labels of corrections by code. They have no numbers, so the reason tells them apart."""
    found = Correction.objects.filter(cycle=cycle, code__in=codes).values_list("code", "reason")
    return {code: f"the correction “{reason}”" for code, reason in found}
