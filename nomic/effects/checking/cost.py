"""How much work an effect can be at most, before it runs: with 20 players of 200 cards each in every place.

A step is one node worked out once, or one die rolled. What would be more than `MOST_COST` steps is no effect that a law
can have; nor is what would draw more than an entry of the journal may. Both are counted along the same paths.
"""

from nomic import limits
from nomic.effects.language.nodes import Effect, Measure, Node, cost_of

MOST_COST = limits.EFFECT_STEPS
STEPS = Measure(lambda node, sizes: node.steps(sizes), turn=1)
PLAYS = Measure(lambda node, sizes: node.plays(sizes))
KEEPS = Measure(lambda node, sizes: node.keeps(sizes))


def cost(piece: Node | Effect) -> int:
    """How many steps a piece takes at most."""
    return cost_of(piece, STEPS, {})


def draws(piece: Node | Effect, collections: int) -> int:
    """How often a piece draws at most, where a random card is rolled for by so many collections of modifiers (R27)."""
    return cost_of(piece, Measure(lambda node, sizes: node.draws(sizes, collections)), {})


def plays(piece: Node | Effect) -> int:
    """How many cards a piece has played at most, after the one that it belongs to."""
    return cost_of(piece, PLAYS, {})


def keeps(piece: Node | Effect) -> int:
    """How many pieces it keeps for later at most."""
    return cost_of(piece, KEEPS, {})
