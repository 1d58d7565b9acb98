"""Export of complete matches as JSON.

`nomic.matches.simulation.replay_export` replays them without a database.
"""

import hashlib
from typing import Any

from nomic.cycles.models import Cycle
from nomic.cycles.sealed_arguments import Opened, revealed_arguments
from nomic.law.models import law_at
from nomic.matches.hosting.registry import game_named
from nomic.matches.hosting.state_digest import has_closed_seals
from nomic.matches.models import Match, MatchStep
from nomic.matches.simulation.replay_export import (
    FORMAT,
    ExportedDraw,
    ExportedLaw,
    ExportedMatch,
    ExportedSeal,
    ExportedStep,
)


def export_match(cycle: Cycle, match: Match) -> ExportedMatch:
    """Return the public export of the match. Sealed values appear as their commitments."""
    return _export(cycle, match, whole=False)


def record_for_views(cycle: Cycle, match: Match) -> ExportedMatch:
    """Return the export of the match including secrets, to replay it in players' own views.

    It must never be sent to anybody.
    """
    return _export(cycle, match, whole=True)


def _export(cycle: Cycle, match: Match, *, whole: bool) -> ExportedMatch:
    rows = MatchStep.objects.filter(match=match).select_related("entry")
    steps = list(rows.order_by("version"))
    for step in steps:
        step.match = match
    public = (
        {step.entry.pk: step.entry.sealed for step in steps}
        if whole
        else revealed_arguments(step.entry for step in steps)
    )
    closed = not whole and has_closed_seals(match)
    return {
        "format": FORMAT,
        "cycle": cycle.slug,
        "match": match.code,
        "game": match.game,
        "title": match.title,
        "kind": match.kind,
        "options": match.options,
        "opened_at": _instant(match.opened_at),
        "started_at": _instant(match.started_at),
        "ended_at": _instant(match.ended_at),
        "setup_revision": match.setup_revision,
        "laws": _laws(cycle, match, {match.setup_revision, *(step.revision for step in steps)}),
        "steps": [_step(step, public.get(step.entry.pk)) for step in steps],
        "result": match.result,
        "stopped": match.result is not None and match.result["ending"] == "stopped",
        "position": None if closed else hashlib.sha256(bytes(match.state)).hexdigest(),
    }


def _step(step: MatchStep, public: Opened | None) -> ExportedStep:
    is_secret = step.is_sealed and not public
    draws: list[ExportedDraw] = [
        {"label": draw.label, "index": draw.index, "sides": draw.sides, "value": draw.value}
        for draw in step.entry.draws[step.first_draw : step.first_draw + step.draw_count]
    ]
    return {
        "version": step.version,
        "kind": step.kind,
        "player": step.player,
        "move": step.move,
        "answers": None if is_secret else public["answers"]["value"] if step.is_sealed and public else step.answers,
        "seal": _seal(step, public) if step.is_sealed else None,
        "at": _instant(step.entry.at),
        "entry": step.entry.key,
        "seq": step.entry.seq,
        "phase": step.entry.phase,
        "revision": step.revision,
        "outside": None if is_secret else step.outside,
        "draws": draws,
        "events": step.events,
    }


def _seal(step: MatchStep, public: Opened | None) -> ExportedSeal:
    salt = public["answers"]["salt"] if public else None
    return {"commitment": step.answers["commitment"], "salt": salt}


def _laws(cycle: Cycle, match: Match, numbers: set[int]) -> list[ExportedLaw]:
    """Return the laws with these revision numbers, reduced to the sections that the game reads."""
    sections = game_named(match.game).law_sections
    return [
        {
            "number": number,
            "document": {
                name: section
                for name, section in law_at(cycle.book_id, number).document.items()
                if sections is None or name in sections
            },
        }
        for number in sorted(numbers)
    ]


def _instant(at: Any) -> str | None:
    return None if at is None else at.isoformat().replace("+00:00", "Z")
