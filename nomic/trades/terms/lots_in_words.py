"""Lots of a trade in English."""

from collections.abc import Sequence

from nomic.effects.prose.english_grammar import listed
from nomic.inventory.law_section import amount_of_item
from nomic.law.document.sections import Law
from nomic.trades.models import Lot
from nomic.trades.terms.tradables import card_in_words

MAX_WORDED = 12  # things of a side in a sentence


def lots_in_words(law: Law, lots: Sequence[Lot]) -> str:
    """Return lots as text for a sentence, or "nothing"."""
    worded = [lot_in_words(law, lot) for lot in lots[:MAX_WORDED]]
    if len(lots) > MAX_WORDED:
        worded.append(f"{len(lots) - MAX_WORDED} more")
    return listed(worded) or "nothing"


def lot_in_words(law: Law, lot: Lot) -> str:
    """Return one lot as text: "3 Vertebrae", "Ace of Hearts", or "any 2 × Ace" for any two Aces."""
    if lot.card is not None:
        return card_in_words(law, lot.card)
    if lot.is_card:
        return f"any {lot.name}" if lot.amount == 1 else f"any {lot.amount} × {lot.name}"
    return amount_of_item(law, lot.name, lot.amount)
