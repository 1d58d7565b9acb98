"""Where cards can lie, as far as a check can know: what an operation cannot reach there would come to nothing."""

from collections.abc import Mapping
from typing import Literal

# `cycle` and `copies` are cards anywhere; `played` is one that is being played and does not lie on the pile yet,
# `shown` an original that is laid on the table for its own sake, `gone` one just destroyed.
Spot = Literal["hand", "deck", "pile", "inventory", "cycle", "copies", "played", "shown", "gone"]
Spots = frozenset[Spot]
# Where the cards lie that names stand for.
KnownSpots = Mapping[str, Spots]

NOWHERE: Spots = frozenset()
PILE: Spots = frozenset({"pile"})
PLAYED: Spots = frozenset({"played"})
SHOWN: Spots = frozenset({"shown"})
GONE: Spots = frozenset({"gone"})
COPIES: Spots = frozenset({"copies"})
HELD: Spots = frozenset({"hand", "deck"})
OWNED: Spots = frozenset({"inventory", "cycle"})
ANYWHERE: Spots = OWNED | COPIES

SPOT_WORDS: Mapping[Spot, str] = {
    "hand": "cards in hands",
    "deck": "cards in decks",
    "pile": "cards on the pile",
    "inventory": "cards of inventories",
    "cycle": "the cards of the whole cycle",
    "copies": "copies of cards, wherever they are",
    "played": "the card that is being played",
    "shown": "the card itself",
    "gone": "a card that was destroyed",
}
