"""Registry of a game's part in "A turn in five sentences": what a turn brings, what one does, and how the game goes."""

from collections.abc import Callable
from dataclasses import dataclass

from nomic.law.document.sections import Law
from nomic.web.hooks.rules_summary import Claim


@dataclass(frozen=True, slots=True)
class Turn:
    """Claims about a turn, one sentence each: `brings`, `acts`, and how the `game` goes. None if the law says nothing.

    `name` is what the last one is about, such as "A battle".
    """

    brings: Claim | None
    acts: Claim | None
    game: Claim | None
    name: str


# Returns a turn under a law, or None if the law does not have the game.
TellTurn = Callable[[Law], Turn | None]
_tells: list[TellTurn] = []


def register_turn(tell: TellTurn) -> None:
    """Register how a game describes a turn."""
    if tell not in _tells:
        _tells.append(tell)


def turn_of_games(law: Law) -> Turn | None:
    """Return what the first of a law's games says about a turn, or None if the law has no game that says anything."""
    return next((turn for turn in (tell(law) for tell in _tells) if turn is not None), None)
