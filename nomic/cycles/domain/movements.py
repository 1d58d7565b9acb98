"""What an entry of the journal has moved: the lines of the ledger (`nomic/inventory/ledger.py`)."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Movement:
    """So many of an item, or one card, from a giver to a taker. Raises ValueError where that would move nothing.

    `item` is an item's name, or a card's species, and `card` that one's code. Nobody as the giver means that it was
    made, nobody as the taker that it was destroyed; so the lines of an item always add up to what its holders have.
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
