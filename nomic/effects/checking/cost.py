"""How much work an effect can be at most, before it runs: with 20 players of 200 cards each in every place.

A step is one node worked out once, or one die rolled. What would be more than `MAX_COST` steps is no effect that a law
can have; nor is what would draw more than an entry of the journal may. Both are counted along the same paths.
"""

from collections.abc import Mapping

from nomic import limits
from nomic.effects.language.nodes.base import Effect, Measure, Node, Sizes, cost_of
from nomic.effects.language.operations.meeting import Meet
from nomic.effects.language.vocabulary import Work

MAX_COST = limits.EFFECT_STEPS
PLAYS = Measure(lambda node, sizes: node.plays(sizes))
Pools = Mapping[str, Work]
NO_POOLS: Pools = {}


def cost(piece: Node | Effect, pools: Pools = NO_POOLS, given: Sizes | None = None) -> int:
    """How many steps a piece takes at most, where what it can meet takes as many as `pools` says.

    `given` are the sizes of what its place gives it, where they are known.
    """

    def own(node: Node, sizes: Sizes) -> int:
        return node.steps(sizes) + sum(times * met.steps for times, met in _met(node, sizes, pools))

    return cost_of(piece, Measure(own, turn=1), given or {})


def draws(piece: Node | Effect, collections: int, pools: Pools = NO_POOLS, given: Sizes | None = None) -> int:
    """How often a piece draws at most, where a random card is rolled for by so many collections of modifiers (R27)."""

    def own(node: Node, sizes: Sizes) -> int:
        return node.draws(sizes, collections) + sum(times * met.draws for times, met in _met(node, sizes, pools))

    return cost_of(piece, Measure(own), given or {})


def _met(node: Node, sizes: Sizes, pools: Pools) -> list[tuple[int, Work]]:
    """What a node meets by itself: how often, and what it takes at most."""
    return [(node.meetings(sizes), pools[node.meet])] if isinstance(node, Meet) and node.meet in pools else []


def plays(piece: Node | Effect) -> int:
    """How many cards a piece has played at most, after the one that it belongs to."""
    return cost_of(piece, PLAYS, {})


def keeps(piece: Node | Effect, pools: Pools = NO_POOLS, given: Sizes | None = None) -> int:
    """How many pieces it keeps for later at most."""

    def own(node: Node, sizes: Sizes) -> int:
        return node.keeps(sizes) + sum(times * met.keeps for times, met in _met(node, sizes, pools))

    return cost_of(piece, Measure(own), {})
