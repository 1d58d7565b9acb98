"""English descriptions of operations. Each module registers one family of operations."""

from nomic.effects.prose.operations import (
    amending,
    cards,
    choosing,
    electing,
    flow,
    items,
    kept,
    later,
    offices,
    play_again,
    proposals,
    reroll,
)

__all__ = [
    "amending",
    "cards",
    "choosing",
    "electing",
    "flow",
    "items",
    "kept",
    "later",
    "offices",
    "play_again",
    "proposals",
    "reroll",
]
