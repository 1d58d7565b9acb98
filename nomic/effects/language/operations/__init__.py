"""Operations of the language. Importing this package registers all of them."""

from nomic.effects.language.operations import (
    ask_everybody,
    cards,
    choosing,
    electing,
    flow,
    items,
    later,
    meeting,
    offices,
    play_again,
    reroll,
    values,
)

__all__ = [
    "ask_everybody",
    "cards",
    "choosing",
    "electing",
    "flow",
    "items",
    "later",
    "meeting",
    "offices",
    "play_again",
    "reroll",
    "values",
]
