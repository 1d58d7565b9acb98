"""Computes the next question of a move without making the move."""

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
    """Return the question that a move asks after these answers.

    Returns None if the move is complete, or if it has to draw before its next question. Raises IllegalMove if the move
    cannot be made, and BadAnswer for an answer that is no longer offered.
    """
    try:
        made = game.play(rules, state, player, move, answers, NoChance(), environment)
    except Drew:
        return None
    return made.question if isinstance(made, Asked) else None
