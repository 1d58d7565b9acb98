"""What a move would ask next, found out without making it."""

from typing import Any

from nomic.effects.asking.environment import Drew, NoChance
from nomic.matches.contract.game import Answers, Asked, Environment, Game, Question
from nomic.matches.contract.moves import Move


def asked_next(
    game: Game[Any, Any],
    rules: Any,
    state: Any,
    player: str,
    move: Move,
    answers: Answers,
    environment: Environment,
) -> Question | None:
    """The question that a move comes to with these answers, or None where nothing more is asked before it is made.

    Raises IllegalMove where it cannot be made, and BadAnswer for an answer that is not on offer any more.
    """
    try:
        made = game.play(rules, state, player, move, answers, NoChance(), environment)
    except Drew:
        return None
    return made.question if isinstance(made, Asked) else None
