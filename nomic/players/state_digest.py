"""Player state for the cycle's digest."""

from typing import Any

from nomic.cycles.models import Cycle
from nomic.db import Prepared
from nomic.players.models import Declaration, Player

_players = Prepared(lambda cycle: Player.objects.filter(cycle_id=cycle).order_by("name"), int)
_declarations = Prepared(
    lambda cycle: Declaration.objects.filter(player__cycle_id=cycle).values_list("player__name", "declarer__name"), int
)


def player_state(cycle: Cycle) -> dict[str, Any]:
    """Return the players with their status, and declarations that have not taken effect, as JSON data."""
    return {
        "players": [
            [
                row.name,
                row.joined_at.isoformat(),
                row.joined_phase,
                row.left_at.isoformat() if row.left_at else None,
                row.reputable_since.isoformat() if row.reputable_since else None,
                row.ever_reputable,
                row.last_act_phase,
                row.act_phase_before,
            ]
            for row in _players.all(cycle.pk)
        ],
        "declarations": sorted(list(pair) for pair in _declarations.all(cycle.pk)),
    }
