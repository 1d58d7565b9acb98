"""Replaced histories: the earlier journals, and the entries that record the replacement (R19, R128)."""

from collections.abc import Iterable
from dataclasses import dataclass

from nomic.corrections.models import Correction, CorrectionStatus
from nomic.cycles.history.rewrite import HISTORY_CORRECTED, HISTORY_REWRITES
from nomic.cycles.models import Cycle, Entry

LENGTH = 12  # characters of a head that identify a replaced history


@dataclass(frozen=True, slots=True)
class Replaced:
    """A replaced history: its name, the entry that recorded the replacement, and the correction, if any."""

    name: str
    rewrite: Entry
    correction: Correction | None


def replaced_histories(cycle: Cycle) -> list[Replaced]:
    """Return all stored histories, newest first. Sends three queries."""
    rewrites = list(Entry.objects.filter(cycle=cycle, action__in=HISTORY_REWRITES).order_by("-seq"))
    kept = set(cycle.forks.filter(slug__contains="~").values_list("head", flat=True))
    adopted = Correction.objects.filter(cycle=cycle, status=CorrectionStatus.ADOPTED).defer("difference", "impossible")
    by_seed = {row.commitment: row for row in adopted}
    return [
        Replaced(entry.args["head"][:LENGTH], entry, by_seed.get(str(_seed(entry.events).get("commitment", ""))))
        for entry in rewrites
        if entry.args["head"] in kept
    ]


def history_named(cycle: Cycle, named: str) -> tuple[Cycle, Entry] | None:
    """Return the replaced history with this name and the entry that records its replacement, or None.

    The name is the beginning of the history's head.
    """
    kept = cycle.forks.filter(slug=f"{cycle.slug[:60]}~{named}").first()
    if kept is None:
        return None
    for rewrite in Entry.objects.filter(cycle=cycle, action__in=HISTORY_REWRITES):
        if rewrite.args["head"] == kept.head:
            return kept, rewrite
    return None


def replaced_in(cycle: Cycle, entry: Entry) -> str:
    """Return the name of the stored history that an entry replaced, or ""."""
    head = str(entry.args.get("head", ""))[:LENGTH] if entry.action in HISTORY_REWRITES else ""
    return head if head and cycle.forks.filter(slug=f"{cycle.slug[:60]}~{head}").exists() else ""


def rewrite_by(correction_key: str, cycle: Cycle) -> Entry | None:
    """Return the entry that records the adoption of a correction. `correction_key` is the commitment of its seed."""
    found = Entry.objects.filter(cycle=cycle, action=HISTORY_CORRECTED).order_by("-seq")
    return next((each for each in found if {"commitment": correction_key}.items() <= _seed(each.events).items()), None)


def adopted_by(entry: Entry) -> Correction | None:
    """Return the correction that this entry adopted, or that was adopted with the rewrite it records, or None."""
    found = Correction.objects.filter(cycle=entry.cycle_id, status=CorrectionStatus.ADOPTED)
    if entry.action == "adopt-correction":
        return found.filter(code=str(entry.args.get("correction", ""))).first()
    if entry.action == HISTORY_CORRECTED:
        return found.filter(commitment=str(_seed(entry.events).get("commitment", ""))).first()
    return None


def _seed(events: Iterable[dict[str, object]]) -> dict[str, object]:
    return next((event for event in events if event.get("kind") == "fork-seed"), {})


def where_they_stand(cycle: Cycle, entries: list[Entry]) -> dict[str, int]:
    """Return the current numbers of a replaced history's entries, by entry id. Sends one query."""
    rows = Entry.objects.filter(cycle=cycle, key__in=[entry.key for entry in entries])
    return dict(rows.values_list("key", "seq"))
