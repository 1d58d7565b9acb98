"""The panel of Tetromic on a cycle's home page: the visitor's board, and the leaders."""

from typing import Any

from nomic.cycles.actions.context import ReadContext
from nomic.matches.hosting.loaded_match import loaded_match
from nomic.matches.models import Match, MatchStatus
from tetromic.engine.state import PlayerBoard, State
from tetromic.hosting import HOSTED
from tetromic.law_section import NAME

FOREMOST = 3  # number of players named


def in_the_hall(ctx: ReadContext) -> dict[str, Any] | None:
    """Return the data of the panel, or None if there are no boards or a player has won."""
    if not ctx.law.has(NAME):
        return None
    match = Match.objects.filter(cycle=ctx.cycle, game=HOSTED.name).exclude(status=MatchStatus.OVER).first()
    if match is None:
        return None
    table = loaded_match(ctx, match)
    state: State = table.state
    return {
        "match": match,
        "boards": len(state.seated),
        "winning_level": table.rules.winning_level,
        "you": state.board(ctx.actor.name) if ctx.actor.name else None,
        "foremost": sorted(filter(_has_scored, state.seated), key=_standing, reverse=True)[:FOREMOST],
    }


def _standing(board: PlayerBoard) -> tuple[int, int]:
    return board.level, board.points


def _has_scored(board: PlayerBoard) -> bool:
    return any(_standing(board))
