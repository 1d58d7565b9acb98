"""Functions by which any game can read the cycle: its players, the active ones, and their items."""

from collections.abc import Callable, Mapping

from nomic.cycles.actions.context import ReadContext
from nomic.inventory.ledger import balances
from nomic.law.schema.json_reader import Json
from nomic.players.models import Player


def stock(ctx: ReadContext, player: str, item: str) -> int:
    """Return a player's amount of an item."""
    return balances(ctx, player).get(item, 0)


def players(ctx: ReadContext) -> list[str]:
    """Return the names of the cycle's players."""
    return [player.name for player in _playing(ctx)]


def active(ctx: ReadContext) -> list[str]:
    """Return the names of the players who are not inactive (R8)."""
    return [player.name for player in _playing(ctx) if not player.is_inactive(ctx.cycle.phase)]


def _playing(ctx: ReadContext) -> list[Player]:
    rows = Player.objects.filter(cycle=ctx.cycle, left_at=None).order_by("name")
    return ctx.recall("who plays", lambda: list(rows))


READERS: Mapping[str, Callable[..., Json]] = {"stock": stock, "players": players, "active": active}
