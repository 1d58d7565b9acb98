"""Static cost: an upper bound on the work of an effect, computed before it runs.

The bound assumes 20 players with 200 cards in every place. A step is one evaluation of a node, or one die. The law
cannot contain an effect with more than `MAX_COST` steps, or with more draws than a journal entry allows. One traversal
counts either steps or draws.
"""

from collections.abc import Mapping

from nomic import limits
from nomic.effects.language.nodes.base import Effect, Measure, Node, Sizes, cost_of
from nomic.effects.language.operations.draw_outcome import Meet
from nomic.effects.language.vocabulary import OutcomeWork

MAX_COST = limits.EFFECT_STEPS
PLAYS = Measure(lambda node, sizes: node.plays(sizes))
Pools = Mapping[str, OutcomeWork]
NO_POOLS: Pools = {}


def cost(piece: Node | Effect, pools: Pools = NO_POOLS, given: Sizes | None = None) -> int:
    """Return the maximum number of steps of a piece.

    `pools` holds the work of drawing one outcome from each pool. `given` holds the known sizes of the names in scope.
    """

    def own(node: Node, sizes: Sizes) -> int:
        return node.steps(sizes) + sum(times * met.steps for times, met in _met(node, sizes, pools))

    return cost_of(piece, Measure(own, turn=1), given or {})


def draws(piece: Node | Effect, collections: int, pools: Pools = NO_POOLS, given: Sizes | None = None) -> int:
    """Return the maximum number of draws of a piece. A random card may draw from `collections` collections (R27).

    `pools` and `given` are as in `cost`.
    """

    def own(node: Node, sizes: Sizes) -> int:
        return node.draws(sizes, collections) + sum(times * met.draws for times, met in _met(node, sizes, pools))

    return cost_of(piece, Measure(own), given or {})


def _met(node: Node, sizes: Sizes, pools: Pools) -> list[tuple[int, OutcomeWork]]:
    """Return the pool draws that a node makes: a list of (maximum number of outcomes, maximum work of each)."""
    return [(node.meetings(sizes), pools[node.meet])] if isinstance(node, Meet) and node.meet in pools else []


def plays(piece: Node | Effect) -> int:
    """Return the maximum number of cards that a piece plays in addition to its own card."""
    return cost_of(piece, PLAYS, {})


def keeps(piece: Node | Effect, pools: Pools = NO_POOLS, given: Sizes | None = None) -> int:
    """Return the maximum number of deferred effects that a piece stores."""

    def own(node: Node, sizes: Sizes) -> int:
        return node.keeps(sizes) + sum(times * met.keeps for times, met in _met(node, sizes, pools))

    return cost_of(piece, Measure(own), {})
