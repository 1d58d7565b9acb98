"""Results of Dungeon on pages: the coins that each player has stored."""

from dungeon.engine.player_view import View
from dungeon.web.link_preview import link_preview
from nomic.web.hooks.endings import Ending, Score


def scores(view: View) -> list[Score]:
    """Return the coins that each player has stored."""
    stores = [(each.player, each.store) for each in view.players]
    return [Score(player, store, f"{store} coin{'' if store == 1 else 's'} in store") for player, store in stores]


ENDING = Ending(scores, board=link_preview, harms=frozenset({"caught", "plan-forbidden"}))
