"""A duel as data for an animation: the cards, and where they are after each act."""

from msgspec import Struct


class ShownCard(Struct, frozen=True):
    """A card: its number in the duel, and its printed text."""

    id: int
    name: str
    values: str
    suits: tuple[str, ...]
    colours: tuple[str, ...]
    types: tuple[str, ...]
    modifiers: tuple[str, ...]
    text: str


class ShownStep(Struct, frozen=True):
    """An act: a description, and where the cards are after it.

    `actor` is the index of the acting player, or None. `hands` are in the order of the players. The pile has its bottom
    first. `text` is the text of the played card, or empty.
    """

    words: str
    text: str
    actor: int | None
    hands: tuple[tuple[int, ...], ...]
    pile: tuple[int, ...]


class ShownMatch(Struct, frozen=True):
    """A duel with its acts. The first step is the position before the first turn."""

    players: tuple[str, ...]
    cards: tuple[ShownCard, ...]
    steps: tuple[ShownStep, ...]
