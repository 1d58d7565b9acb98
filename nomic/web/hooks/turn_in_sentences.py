"""Registry of a game's sentences in "A turn in five sentences"."""

from collections.abc import Callable
from dataclasses import dataclass

from nomic.law.document.sections import Law
from nomic.web.hooks.rules_summary import Claim


@dataclass(frozen=True, slots=True)
class TurnSummary:
    """Claims about a turn, one sentence each: what it `brings`, how players `act`, and how the `game` goes.

    A claim is None if unknown. `name` is the subject of `game`, such as "A battle".
    """

    brings: Claim | None
    acts: Claim | None
    game: Claim | None
    name: str


# Returns a turn under a law, or None if the law does not have the game.
DescribeTurn = Callable[[Law], TurnSummary | None]
_describers: list[DescribeTurn] = []


def register_turn(describe: DescribeTurn) -> None:
    """Register the function that describes a turn of a game."""
    if describe not in _describers:
        _describers.append(describe)


def turn_of_games(law: Law) -> TurnSummary | None:
    """Return the turn as described by the first game that has a description under this law, or None."""
    return next((turn for turn in (describe(law) for describe in _describers) if turn is not None), None)
