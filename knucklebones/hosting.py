"""Knucklebones at the tables of a cycle."""

from knucklebones.engine.game import Knucklebones
from knucklebones.engine.holding import DICE
from knucklebones.law import NAME, dice_of, is_switched_on
from nomic.cycles.moment import Moment
from nomic.tables.hosting import cycle_readers
from nomic.tables.hosting.item_events import carry_out_items
from nomic.tables.hosting.registry import HostedGame


def dice_held(moment: Moment, player: str) -> list[str]:
    """R60: the Dice that a player has, by name."""
    return sorted(name for name in dice_of(moment.law) if cycle_readers.stock(moment, player, name))


HOSTED = HostedGame(
    Knucklebones(),
    "Knucklebones",
    channel="games",
    section=NAME,
    readers={**cycle_readers.READERS, DICE: dice_held},
    carry_out=carry_out_items,
    law_sections=(NAME, "items"),
    in_force_if=is_switched_on,
)
