"""Operations of the language. Importing this package registers all of them."""

from nomic.effects.language.operations import (
    cards,
    choosing,
    everybody,
    flow,
    items,
    later,
    meeting,
    offices,
    repeat,
    reroll,
    values,
)

__all__ = [
    "cards",
    "choosing",
    "everybody",
    "flow",
    "items",
    "later",
    "meeting",
    "offices",
    "repeat",
    "reroll",
    "values",
]
