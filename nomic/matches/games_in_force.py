"""Games in force under a law. Every game registers its condition here, for events and pages."""

from collections.abc import Callable

from nomic.law.document.sections import Law

_conditions: dict[str, Callable[[Law], bool]] = {}


def register_condition(game: str, in_force: Callable[[Law], bool]) -> None:
    """Register the condition under which a game is in force."""
    _conditions[game] = in_force


def has_games(law: Law) -> bool:
    """Return whether any game is in force under a law."""
    return any(in_force(law) for in_force in _conditions.values())
