"""What a move would ask next, found out without making it."""

from typing import Any

from nomic.tables.game import Answers, Asked, Game, Outside, Question

Json = Any


class Draws(Exception):
    """Raised where the move would draw: what follows is not to be known beforehand."""


class _NoChance:
    def below(self, sides: int, label: str, purpose: str) -> int:
        raise Draws(label)


def asked_next(
    game: Game[Any, Any], rules: Any, state: Any, player: str, move: dict[str, Json], answers: Answers, outside: Outside
) -> Question | None:
    """The question that a move comes to with these answers, or None where nothing more is asked before it is made.

    Raises IllegalMove where it cannot be made, and BadAnswer for an answer that is not on offer any more.
    """
    try:
        made = game.play(rules, state, player, move, answers, _NoChance(), outside)
    except Draws:
        return None
    return made.question if isinstance(made, Asked) else None
