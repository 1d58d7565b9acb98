"""Places in which cards can be, for the static check that an operation reaches its cards."""

from collections.abc import Mapping
from typing import Literal

# `cycle` and `copies` are cards anywhere. `played` is a card that is being played and not yet on the pile. `shown` is
# an original that is displayed for its own sake, `gone` a card just destroyed.
Spot = Literal["hand", "deck", "pile", "inventory", "cycle", "copies", "played", "shown", "gone"]
Spots = frozenset[Spot]
# The places of the cards that names refer to.
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
