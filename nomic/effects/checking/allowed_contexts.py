"""Checks that each node is allowed in its context.

For example, a play adds no random cards to a hand, and there are no turns outside of games.
"""

from collections.abc import Iterator

from nomic.effects.language.allowed_moments import WHERE, Moment
from nomic.effects.language.flaw import EffectFlaw
from nomic.effects.language.node_traversal import Piece, walk
from nomic.effects.language.nodes.base import head_of
from nomic.effects.language.vocabulary import Vocabulary

ONLY_CLAUSES = "only a rule's action or trigger can change the law, and only what its clause allows"


def out_of_place(piece: Piece, moment: Moment) -> Iterator[EffectFlaw]:
    """Yield a flaw for every node that is not allowed at this moment."""
    for path, node in walk(piece):
        if moment in node.stands_at:
            yield from (EffectFlaw(f"{path}{below}", detail) for below, detail in node.flaws(moment))
        else:
            yield EffectFlaw(path, f"{head_of(type(node))!r} cannot be used {WHERE[moment]}")


def out_of_law(piece: Piece, vocabulary: Vocabulary) -> Iterator[EffectFlaw]:
    """Yield a flaw for each node that needs something which the law lacks, such as cards."""
    for path, node in walk(piece):
        need = node.needs()
        if need is not None and need not in vocabulary.there_are:
            why = ONLY_CLAUSES if need == "amendments" else f"this law has no {need}"
            yield EffectFlaw(path, f"{head_of(type(node))!r} cannot be used here: {why}")
