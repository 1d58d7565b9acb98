"""What can stand where: in a play nobody gains random cards into a hand, in the hall nobody has a turn."""

from collections.abc import Iterator

from nomic.effects.language.flaw import EffectFlaw
from nomic.effects.language.moments import WHERE, Moment
from nomic.effects.language.nodes.base import head_of
from nomic.effects.language.vocabulary import Vocabulary
from nomic.effects.language.walk import Piece, walk


def out_of_place(piece: Piece, moment: Moment) -> Iterator[EffectFlaw]:
    """A flaw for every node that cannot stand there, or not so."""
    for path, node in walk(piece):
        if moment in node.stands_at:
            yield from (EffectFlaw(f"{path}{below}", detail) for below, detail in node.flaws(moment))
        else:
            yield EffectFlaw(path, f"{head_of(type(node))!r} cannot stand {WHERE[moment]}")


def out_of_law(piece: Piece, vocabulary: Vocabulary) -> Iterator[EffectFlaw]:
    """A flaw for every node that needs what the law has not, as cards."""
    for path, node in walk(piece):
        need = node.needs()
        if need is not None and need not in vocabulary.there_are:
            yield EffectFlaw(path, f"{head_of(type(node))!r} cannot stand here: this law has no {need}")
