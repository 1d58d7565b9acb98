"""Movements of a journal entry, which are the lines of the ledger (`nomic/inventory/ledger.py`)."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Movement:
    """The movement of an amount of an item, or of one card, from a giver to a taker.

    `item` is an item's name or a card's species, and `card` is the card's code. An empty giver means that it was
    created, an empty taker that it was destroyed. The lines of an item therefore add up to the amounts of its holders.
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
