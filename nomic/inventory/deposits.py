"""Deposits in a shared keeping: who deposited its items and cards, according to the ledger."""

from collections import defaultdict
from collections.abc import Iterable, Mapping

from nomic.cycles.actions.context import ActionContext
from nomic.cycles.domain.ledger_movement import Movement
from nomic.cycles.models import Entry
from nomic.db import flush
from nomic.effects.language.nodes.item_holders import KEPT

Deposits = Mapping[str, Mapping[str, int]]


def deposits_in(act: ActionContext, holder: str) -> tuple[Deposits, Mapping[str, str]]:
    """Return each giver's remaining items in `holder`, and the giver of each card in it.

    Amounts are mapped by giver and item, in the order of the givers' oldest deposits. A giver is "" if the items were
    created there.
    """
    flush()  # A unit of work may not have written the newest entries yet.
    entries = Entry.objects.whole().filter(cycle=act.cycle, moved__contains=f'"{KEPT}').order_by("seq")
    lines = [line for moved in entries.values_list("moved", flat=True).iterator(chunk_size=1_000) for line in moved]
    return _left_of([*lines, *act.moved], holder)


def _left_of(lines: Iterable[Movement], holder: str) -> tuple[Deposits, Mapping[str, str]]:
    """Return the deposits that are left in `holder` after these lines of the ledger.

    Items are taken from the taker's own deposit first, and then from the oldest of the others.
    """
    items: dict[str, dict[str, int]] = defaultdict(dict)  # item → giver → amount
    cards: dict[str, str] = {}
    for line in lines:
        if line.card:
            if line.taker == holder:
                cards[line.card] = line.giver
            elif line.giver == holder:
                cards.pop(line.card, None)
        elif line.taker == holder:
            given = items[line.item]
            given[line.giver] = given.get(line.giver, 0) + line.amount
        elif line.giver == holder:
            _take(items[line.item], line.taker, line.amount)
    deposits: dict[str, dict[str, int]] = defaultdict(dict)
    for item, by_giver in items.items():
        for giver, amount in by_giver.items():
            deposits[giver][item] = amount
    return deposits, cards


def _take(given: dict[str, int], taker: str, amount: int) -> None:
    """Take an amount out of the deposits of one item: the taker's own first, then the oldest."""
    for giver in sorted(given, key=lambda each: each != taker):
        taken = min(given[giver], amount)
        given[giver] -= taken
        amount -= taken
        if not given[giver]:
            del given[giver]
