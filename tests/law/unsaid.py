"""Clauses without the words in which they are said, to compare what they do."""

from typing import Any


def unsaid(clause: dict[str, Any]) -> dict[str, Any]:
    """Return a clause without its `says`, which it must have."""
    assert clause["says"]
    return {key: value for key, value in clause.items() if key != "says"}
