"""Which Dice a player could use: those of the law that they hold and have not used in this game (R60)."""

from knucklebones.engine.rules import Rules
from knucklebones.engine.state import Side
from nomic.matches.contract.game import Environment

DICE = "dice"  # what is read outside: the names of the Dice that a player holds


def usable_dice(rules: Rules, side: Side, environment: Environment) -> list[str]:
    """Unused Dice in the law's order. Nobody is asked where there can be none."""
    unused = [name for name in rules.dice if name not in side.used]
    if not unused:
        return []
    held = set(environment.read(DICE, side.player))
    return [name for name in unused if name in held]
