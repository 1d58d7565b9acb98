"""The channel in which an entry about a match is posted: the one of its game."""

from nomic.cycles.models import Entry
from nomic.matches.hosting import clocks
from nomic.matches.hosting.moves import due_orders
from nomic.matches.hosting.registry import game_named
from nomic.matches.models import Match

GAMES = "games"  # the channel for matches whose game is unknown
ACTIONS_IN_GAME_CHANNEL = ("move", "give-standing-order", "withdraw-standing-order", clocks.EXPIRED, due_orders.USE)


def game_channel(match: Match | None) -> str:
    """Return the channel of a match's game, or the general channel for games if there is no match or game."""
    if match is None:
        return GAMES
    try:
        return game_named(match.game).channel
    except KeyError:  # the game is no longer installed
        return GAMES


def channel_of(entry: Entry) -> str:
    """Return the channel of an entry about a match."""
    code = str(entry.args.get("match", ""))
    return game_channel(Match.objects.filter(cycle=entry.cycle_id, code=code).first())
