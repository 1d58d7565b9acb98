"""Functions by which any game can read the cycle: its players, the active ones, and their items."""

from collections.abc import Callable, Mapping

from nomic.cycles.actions.context import ReadContext
from nomic.inventory.ledger import balances
from nomic.law.schema.json_reader import Json
from nomic.players.models import Player


def stock(moment: ReadContext, player: str, item: str) -> int:
    """Return how many of an item a player has."""
    return balances(moment, player).get(item, 0)


def players(moment: ReadContext) -> list[str]:
    """Return the names of the cycle's players."""
    return [player.name for player in _playing(moment)]


def active(moment: ReadContext) -> list[str]:
    """Return the names of the players who are not inactive (R8)."""
    return [player.name for player in _playing(moment) if not player.is_inactive(moment.cycle.phase)]


def _playing(moment: ReadContext) -> list[Player]:
    rows = Player.objects.filter(cycle=moment.cycle, left_at=None).order_by("name")
    return moment.recall("who plays", lambda: list(rows))


READERS: Mapping[str, Callable[..., Json]] = {"stock": stock, "players": players, "active": active}
