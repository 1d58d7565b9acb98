"""English descriptions of conditions."""

from nomic.effects.prose.conditions import (  # noqa: F401 - they register descriptions
    cards,
    comparisons,
    connectives,
    existence,
    membership,
    players,
)
