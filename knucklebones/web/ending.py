"""Results of Knucklebones on pages: the points, and an offer of a rematch."""

from knucklebones.engine.player_view import View
from knucklebones.web.link_preview import link_preview
from nomic.cycles.actions.context import ReadContext
from nomic.matches.hosting.loaded_match import loaded_match
from nomic.matches.models import Match
from nomic.web.hooks.endings import Ending, Rematch, Score


def scores(view: View) -> list[Score]:
    """Return the points of each field."""
    totals = [(player, view.scores[player].total) for player in view.players]
    return [Score(player, total, f"{total} point{'' if total == 1 else 's'}") for player, total in totals]


def rematch(ctx: ReadContext, match: Match) -> Rematch:
    """Return the act that declares an intention to play the same opponent again."""
    players = [seat.player for seat in loaded_match(ctx, match).seats]
    return "intend-knucklebones", {"opponents": [player for player in players if player != ctx.actor.name]}


ENDING = Ending(scores, rematch, board=link_preview, is_race=False)
