"""What of this room's tables is a cycle's state."""

from typing import Any

from nomic.cycles.models import Cycle
from nomic.db.prepared_query import Prepared
from nomic.players.models import Declaration, Player

_players = Prepared(lambda cycle: Player.objects.filter(cycle_id=cycle).order_by("name"), int)
_declarations = Prepared(
    lambda cycle: Declaration.objects.filter(player__cycle_id=cycle).values_list("player__name", "declarer__name"), int
)


def player_state(cycle: Cycle) -> dict[str, Any]:
    """Players with their standing, and the declarations that wait for a second."""
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
