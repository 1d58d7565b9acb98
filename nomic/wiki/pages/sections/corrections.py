"""Corrections of history on the gamestate page, with their times, reasons and causes."""

from dataclasses import dataclass

from nomic.corrections.models import CorrectionStatus
from nomic.corrections.queries import corrections_of_cycle
from nomic.cycles.models import Cycle
from nomic.wiki.pages.layout.snippets import instant, site_link
from nomic.wikitext.escape import Wikitext

MAX_COUNT = 10


@dataclass(frozen=True, slots=True)
class CorrectionLine:
    """An adopted correction. `following` names the ruling or proposal that asked for it."""

    link: Wikitext
    at: Wikitext
    by: str
    reason: str
    following: str


def correction_lines(cycle: Cycle) -> list[CorrectionLine]:
    """Return the newest adopted corrections. Sends one query."""
    rows = (
        corrections_of_cycle(cycle).filter(status=CorrectionStatus.ADOPTED).defer("difference", "impossible", "edits")
    )
    return [
        CorrectionLine(
            site_link(f"c/{cycle.slug}/corrections/{row.code}/", "a correction"),
            instant(row.closed_at),
            row.closed_by,
            row.reason,
            row.following,
        )
        for row in rows[:MAX_COUNT]
    ]
