"""Operations of the language. Importing this package registers all of them."""

from nomic.effects.language.operations import (
    amending,
    ask_everybody,
    cards,
    choosing,
    electing,
    ending,
    flow,
    items,
    later,
    meeting,
    offices,
    play_again,
    proposals,
    values,
)

__all__ = [
    "amending",
    "ask_everybody",
    "cards",
    "choosing",
    "electing",
    "ending",
    "flow",
    "items",
    "later",
    "meeting",
    "offices",
    "play_again",
    "proposals",
    "values",
]
