"""The public texts of moves in games, which differences compare."""

from datetime import datetime

from nomic.cycles.models import Cycle
from nomic.matches.events import MatchStepped
from nomic.matches.models import MatchStep

MAX_STEPS = 5_000  # maximum number of steps read in each history


def moves(cycle: Cycle, first: int, before: datetime | None = None) -> dict[str, str]:
    """Return the text of each step of each game.

    Includes entries from number `first` on and, with `before`, only those before that instant.
    """
    late = MatchStep.objects.filter(match__cycle=cycle, entry__seq__gte=first).order_by("entry__seq", "version")
    if before is not None:
        late = late.filter(entry__at__lt=before)
    rows = late.values_list("match__title", "match__code", "version", "kind", "player", "entry__events")
    return {
        f"{title} ({code}), step {version}": _said(kind, player, _step_in_words(code, version, events))
        for title, code, version, kind, player, events in rows[:MAX_STEPS].iterator(chunk_size=200)
    }


def _step_in_words(code: str, version: int, events: list[dict[str, object]]) -> str:
    """Return the texts of a step's events, joined by spaces."""
    this = {"kind": MatchStepped.kind(), "match": code, "version": version}
    for event in events:
        within = event.get("events")
        if this.items() <= event.items() and isinstance(within, list):
            return " ".join(each["text"] for each in within if each.get("text"))
    return ""


def _said(kind: str, player: str, text: str) -> str:
    return text or f"{kind} of {player or 'the game'}"
