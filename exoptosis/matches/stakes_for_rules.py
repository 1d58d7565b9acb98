"""Names for rules about finished battles and duels: the stakes."""

from collections.abc import Mapping
from typing import Any

from exoptosis.cards.owner import POOL
from nomic.cycles.actions.context import ReadContext
from nomic.cycles.models import Entry
from nomic.effects.language.nodes.base import Scope
from nomic.effects.language.nodes.item_holders import as_amounts
from nomic.effects.language.world import Names

OF_A_MATCH: Scope = {"stakes": "amounts", "staked_cards": "cards"}


def staked_names(ctx: ReadContext, event: Mapping[str, Any]) -> Names:
    """Return, for the event of a finished match, the items and cards that were in its pool at the end.

    Stakes that were returned before the last step are left out.
    """
    pool = f"{POOL}{event['match']}"
    steps = Entry.objects.whole().filter(
        cycle=ctx.cycle, moved__isnull=False, steps__match__code=event["match"], steps__match__cycle=ctx.cycle
    )
    items: dict[str, int] = {}
    cards: dict[str, None] = {}
    moved = list(steps.order_by("seq").distinct().values_list("moved", flat=True))
    for place, lines in enumerate(moved, 1):
        for line in lines:
            is_staked, is_returned = line.taker == pool, line.giver == pool and place < len(moved)
            if line.card and is_staked:
                cards[line.card] = None
            elif line.card and is_returned:
                cards.pop(line.card, None)
            elif not line.card:
                items[line.item] = items.get(line.item, 0) + line.amount * (is_staked - is_returned)
    return {"stakes": as_amounts(items), "staked_cards": tuple(cards)}
