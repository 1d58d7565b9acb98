"""The Dice that a player could use: the law's Dice that they hold and have not used in this game (R60)."""

from knucklebones.engine.parsed_law import Rules
from knucklebones.engine.state import Side
from nomic.matches.contract.game import Environment

DICE = "dice"  # the environment's reader for the names of the Dice that a player holds


def usable_dice(rules: Rules, side: Side, environment: Environment) -> list[str]:
    """Return the Dice that the player holds and has not used in this game, in the law's order.

    The environment is read only if the law has unused Dice.
    """
    unused = [name for name in rules.dice if name not in side.used]
    if not unused:
        return []
    held = set(environment.read(DICE, side.player))
    return [name for name in unused if name in held]
