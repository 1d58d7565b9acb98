"""Static cost: an upper bound on the work of an effect, computed before it runs.

It assumes 20 players with 200 cards in every place. A step is one evaluation of a node, or one die. The law cannot
contain an effect of more than `MAX_COST` steps, or with more draws than a journal entry allows. Both are counted by the
same traversal.
"""

from collections.abc import Mapping

from nomic import limits
from nomic.effects.language.nodes.base import Effect, Measure, Node, Sizes, cost_of
from nomic.effects.language.operations.draw_outcome import Meet
from nomic.effects.language.vocabulary import Work

MAX_COST = limits.EFFECT_STEPS
PLAYS = Measure(lambda node, sizes: node.plays(sizes))
Pools = Mapping[str, Work]
NO_POOLS: Pools = {}


def cost(piece: Node | Effect, pools: Pools = NO_POOLS, given: Sizes | None = None) -> int:
    """Return the maximal number of steps of a piece. `pools` has the work of drawing an outcome of each pool.

    `given` are the known sizes of the names in scope.
    """

    def own(node: Node, sizes: Sizes) -> int:
        return node.steps(sizes) + sum(times * met.steps for times, met in _met(node, sizes, pools))

    return cost_of(piece, Measure(own, turn=1), given or {})


def draws(piece: Node | Effect, collections: int, pools: Pools = NO_POOLS, given: Sizes | None = None) -> int:
    """Return the maximal number of draws of a piece. A random card may draw from `collections` collections (R27)."""

    def own(node: Node, sizes: Sizes) -> int:
        return node.draws(sizes, collections) + sum(times * met.draws for times, met in _met(node, sizes, pools))

    return cost_of(piece, Measure(own), given or {})


def _met(node: Node, sizes: Sizes, pools: Pools) -> list[tuple[int, Work]]:
    """Return the outcomes that a node itself draws, as pairs of their number and the maximal work of each."""
    return [(node.meetings(sizes), pools[node.meet])] if isinstance(node, Meet) and node.meet in pools else []


def plays(piece: Node | Effect) -> int:
    """Return the maximal number of cards that a piece plays in addition to its own card."""
    return cost_of(piece, PLAYS, {})


def keeps(piece: Node | Effect, pools: Pools = NO_POOLS, given: Sizes | None = None) -> int:
    """Return the maximal number of deferred effects that a piece stores."""

    def own(node: Node, sizes: Sizes) -> int:
        return node.keeps(sizes) + sum(times * met.keeps for times, met in _met(node, sizes, pools))

    return cost_of(piece, Measure(own), {})
