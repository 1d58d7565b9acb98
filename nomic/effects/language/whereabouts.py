"""Where cards can lie, as far as a check can know: what an operation cannot reach there would come to nothing."""

from collections.abc import Mapping
from typing import Literal

# `cycle` and `copies` are cards anywhere; `played` is one that is being played and does not lie on the pile yet,
# `shown` an original that is laid on the table for its own sake, `gone` one just destroyed.
Lie = Literal["hand", "deck", "pile", "inventory", "cycle", "copies", "played", "shown", "gone"]
Lies = frozenset[Lie]
# Where the cards lie that names stand for.
Known = Mapping[str, Lies]

NOWHERE: Lies = frozenset()
PILE: Lies = frozenset({"pile"})
PLAYED: Lies = frozenset({"played"})
SHOWN: Lies = frozenset({"shown"})
GONE: Lies = frozenset({"gone"})
COPIES: Lies = frozenset({"copies"})
HELD: Lies = frozenset({"hand", "deck"})
OWNED: Lies = frozenset({"inventory", "cycle"})
ANYWHERE: Lies = OWNED | COPIES

LYING: Mapping[Lie, str] = {
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
