"""This app's part of a cycle's state digest. Sealed values appear as commitments."""

import hashlib
from typing import Any

from nomic.cycles.models import Cycle, Unsealing
from nomic.cycles.state_digest import row_as_json
from nomic.db import Prepared
from nomic.matches.contract.views import view_data
from nomic.matches.hosting.loaded_match import LoadedMatch
from nomic.matches.models import Match, MatchSeat, MatchStep, StandingOrder, TurnClock


def _of_matches(model: Any, order: list[str], *more: str) -> Prepared[tuple[Any, ...]]:
    """Return a prepared query for columns of rows that belong to a cycle's matches."""
    return Prepared(
        lambda cycle: model.objects.filter(match__cycle_id=cycle).order_by(*order).values_list(*order, *more), int
    )


_matches = Prepared(lambda cycle: Match.objects.filter(cycle_id=cycle).order_by("opened_seq", "place"), int)
_seats = _of_matches(MatchSeat, ["match__code", "place"], "player", "status")
_steps = _of_matches(
    MatchStep, ["match__code", "version"],
    "entry__seq", "kind", "player", "move", "answers", "outside", "revision", "first_draw", "draw_count",
)  # fmt: skip
_clocks = _of_matches(TurnClock, ["match__code", "name"], "players", "only_in", "began_at", "due_at")
_orders = _of_matches(StandingOrder, ["match__code", "code"], "player", "entry__seq", "status", "used_turn")


def match_state(cycle: Cycle) -> dict[str, Any]:
    """Return the matches of a cycle with their seats, steps, clocks and standing orders, as JSON data."""
    return {
        "matches": [_row(cycle, match) for match in _matches.all(cycle.pk)],
        "seats": [list(row) for row in _seats.all(cycle.pk)],
        "steps": [list(row) for row in _steps.all(cycle.pk)],
        "clocks": [[*row, began.isoformat(), due.isoformat()] for *row, began, due in _clocks.all(cycle.pk)],
        "orders": [list(row) for row in _orders.all(cycle.pk)],
    }


def _row(cycle: Cycle, match: Match) -> list[Any]:
    return [
        *row_as_json(
            match,
            "code game title kind options setup_revision revision version turn orders status "
            "opened_seq started_seq place opened_at started_at ended_at result time_left",
        ),
        _position(cycle, match),
    ]


def _position(cycle: Cycle, match: Match) -> Any:
    """Return the digest of the match's state, or its public view while a sealed move is still secret.

    The digest of a secret with few possible values would disclose it. The rows of the steps have the commitments.
    """
    if has_closed_seals(match):
        table = LoadedMatch(cycle, match)
        return view_data(table.game.view(table.rules, table.state, None))
    return hashlib.sha256(bytes(match.state)).hexdigest()


def has_closed_seals(match: Match) -> bool:
    """Return whether a sealed move of this match is still secret."""
    sealed = MatchStep.objects.filter(match=match, is_sealed=True)
    return sealed.exclude(entry__in=Unsealing.objects.values("entry")).exists()
