"""Knucklebones as a hosted game."""

from knucklebones.engine.game import Knucklebones
from knucklebones.engine.usable_dice import DICE
from knucklebones.law_section import NAME, dice_of, is_switched_on
from nomic.cycles.actions.context import ReadContext
from nomic.matches.hosting.external import environment_readers
from nomic.matches.hosting.external.apply_item_events import apply_item_events
from nomic.matches.hosting.registry import HostedGame


def dice_held(ctx: ReadContext, player: str) -> list[str]:
    """Return the names of the Dice that a player has (R60)."""
    return sorted(name for name in dice_of(ctx.law) if environment_readers.stock(ctx, player, name))


HOSTED = HostedGame(
    Knucklebones(),
    "Knucklebones",
    channel="games",
    section=NAME,
    readers={**environment_readers.READERS, DICE: dice_held},
    carry_out=apply_item_events,
    law_sections=(NAME, "items"),
    in_force_if=is_switched_on,
)
