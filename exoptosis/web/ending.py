"""The end of battles and duels on pages: scores, last cards, and an offer of a rematch."""

from exoptosis.engine.views.battle_view import BattleView
from exoptosis.matches.battles import BATTLE
from exoptosis.web.board import face_of
from nomic.cycles.actions.context import ReadContext
from nomic.inventory.card_views import Face
from nomic.law.document.sections import Law
from nomic.matches.hosting.loaded_match import loaded_match
from nomic.matches.models import Match
from nomic.web.hooks.endings import Ending, Rematch, Score

SHOWN = 4  # cards of the pile on a picture
OUT = -1_000  # players who are out are behind all others


def scores(view: BattleView) -> list[Score]:
    """Return the number of cards in each hand once hands are open. Fewer are better."""
    if view.stage not in ("play", "over"):
        return []
    winner = view.outcome.winner if view.outcome else None
    return [
        _score(seat.player, seat.hand_size or 0, seat.status == "out", seat.player == winner) for seat in view.seats
    ]


def _score(player: str, cards: int, is_out: bool, has_won: bool) -> Score:
    if is_out:
        return Score(player, OUT, "out")
    left = f"{cards or 'no'} card{'' if cards == 1 else 's'} left"
    return Score(player, -cards, "the last one in" if has_won and cards else left)


def rematch(ctx: ReadContext, match: Match) -> Rematch:
    """Return the act that requests another duel with the same players, or declares for the next battle."""
    if match.kind == BATTLE:
        return "declare-battle", {}
    players = [seat.player for seat in loaded_match(ctx, match).seats]
    return "request-duel", {"players": [player for player in players if player != ctx.actor.name]}


def cards(view: BattleView, law: Law) -> list[Face]:
    """Return the last cards of the pile, the top card last."""
    return [face_of(view.cards[played.card], law, {}, whole=False) for played in view.pile[-SHOWN:]]


ENDING = Ending(scores, rematch, cards)
