"""The clause by which the most of an item wins."""

from typing import Any


def most_of(item: str, at_least: int) -> dict[str, Any]:
    """R56: a player wins who has at least so many of an item if nobody has more of it."""
    has, other_has = {"stock": item, "of": "$it"}, {"stock": item, "of": "$other"}
    more = {"players": "players", "as": "other", "where": {"is": [other_has, "more_than", has]}}
    return {"wins": {"all": [{"is": [has, "at_least", at_least]}, {"not": {"some": more}}]}}
