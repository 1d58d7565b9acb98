"""Player state for the cycle's digest."""

from typing import Any

from nomic.cycles.models import Cycle
from nomic.cycles.state_digest import row_as_json
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
            row_as_json(
                row,
                "name joined_at joined_phase left_at reputable_since ever_reputable last_act_phase act_phase_before",
            )
            for row in _players.all(cycle.pk)
        ],
        "declarations": sorted(list(pair) for pair in _declarations.all(cycle.pk)),
    }
