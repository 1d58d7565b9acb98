"""English descriptions of values: names, numbers, amounts, stored values and new cards."""

from nomic.effects.prose.values import (  # noqa: F401 - they register descriptions
    arithmetic,
    counts,
    item_holders,
    new_cards,
    references,
    stored_values,
)
