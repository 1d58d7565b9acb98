"""Moves that the system makes for a player: by a standing order (R110), or for a bot. Bans on moves apply to them."""

from nomic.cycles.actions.context import ActionContext
from nomic.cycles.actions.deferred_bans import ban_on
from nomic.cycles.domain.exceptions import Refused
from nomic.matches.contract.external_events import MovesForbidden
from nomic.matches.contract.game import Answers, Asked, BadAnswer, IllegalMove
from nomic.matches.contract.moves import Move, move_data
from nomic.matches.hosting.lifecycle import make_engine_move, send_external_event
from nomic.matches.hosting.loaded_match import loaded_match
from nomic.matches.models import Match, StepKind

MOVE = "move"


def move_for(
    act: ActionContext, match: Match, player: str, move: Move, answers: Answers, kind: StepKind = StepKind.MOVE
) -> str:
    """Make a move for a player, and return "". If it cannot be made, change nothing and return the reason."""
    args = {"match": match.code, "move": move_data(move), "answers": [list(answer) for answer in answers]}
    forbidden = ban_on(act, player, MOVE, args)
    if forbidden is not None:
        return forbidden.detail
    try:
        made = make_engine_move(act, match, player, move, answers, kind=kind)
    except (IllegalMove, BadAnswer) as refused:
        return refused.detail
    return made.question.prompt if isinstance(made, Asked) else ""


def forbid_planned_moves(act: ActionContext, match: Match) -> None:
    """Notify a match of the players whom the law forbids moves now.

    This happens before an expired clock carries out their plans.
    """
    barred = {
        seat.player: refused
        for seat in loaded_match(act, match).seats
        if seat.status == "in" and (refused := _ban_on_any_move(act, match, seat.player)) is not None
    }
    if barred:
        send_external_event(act, match, MovesForbidden(tuple(barred)))


def _ban_on_any_move(act: ActionContext, match: Match, player: str) -> Refused | None:
    return ban_on(act, player, MOVE, {"match": match.code, "move": {}})
