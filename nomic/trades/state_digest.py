"""The state of trades for the digest of a cycle."""

from typing import Any

from nomic.cycles.models import Cycle
from nomic.cycles.state_digest import row_as_json
from nomic.db import Prepared
from nomic.trades.models import Lot, Trade

_trades = Prepared(lambda cycle: Trade.objects.filter(cycle_id=cycle).order_by("code"), int)
_lots = Prepared(
    lambda cycle: (
        Lot.objects.filter(trade__cycle_id=cycle)
        .order_by("trade__code", "place")
        .values_list("trade__code", "place", "by_maker", "name", "is_card", "card__code", "amount")
    ),
    int,
)


def trades_state(cycle: Cycle) -> dict[str, Any]:
    """Return all trades, open or closed, with their lots, as JSON data, without the sentence why one ended."""
    return {
        "trades": [
            row_as_json(
                row,
                "code number maker other author version maker_consents other_consents status "
                "answers offered_at since ends_at closed_at",
            )
            for row in _trades.all(cycle.pk)
        ],
        "lots": [list(row) for row in _lots.all(cycle.pk)],
    }
