"""Movements of items and cards: the lines of the ledger (`nomic/inventory/ledger.py`) in a journal entry."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Movement:
    """The transfer of an amount of an item, or of one card, from a giver to a taker: a line of the ledger.

    `item` is an item's name or a card's species, and `card` is the card's code. An empty giver means that it was
    created, an empty taker that it was destroyed. So the lines of an item add up to the balances of its holders. A
    transfer of nothing raises ValueError.
    """

    item: str
    amount: int
    giver: str = ""
    taker: str = ""
    card: str = ""

    def __post_init__(self) -> None:
        if self.amount < 1 or self.giver == self.taker:
            raise ValueError(f"{self} moves nothing")

    def __str__(self) -> str:
        return f"{self.amount} {self.item}: {self.giver or '–'} → {self.taker or '–'}"
