"""Movements of a journal entry: the lines of the ledger (`nomic/inventory/ledger.py`)."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Movement:
    """An amount of an item, or one card, that moves from a giver to a taker.

    `item` is an item's name or a card's species, and `card` the card's code. An empty giver means that it was
    created, an empty taker that it was destroyed. So the lines of an item always add up to what its holders have.
    Raises ValueError if nothing would move.
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
