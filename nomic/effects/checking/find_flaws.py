"""Checks of effects that parse: unknown names, nodes that are not allowed in their context, too much work.

The place of a flaw is a JSON pointer within the piece.
"""

from collections.abc import Iterator
from typing import NamedTuple

from nomic import limits
from nomic.effects.checking.allowed_contexts import out_of_law, out_of_place
from nomic.effects.checking.card_counts import too_many
from nomic.effects.checking.card_reach import out_of_reach
from nomic.effects.checking.cost import MAX_COST, cost, draws, keeps, plays
from nomic.effects.checking.departed_references import deferred_uses_of_departed
from nomic.effects.checking.ineffective import futile_parts
from nomic.effects.checking.secret_leaks import leaking_numbers
from nomic.effects.checking.unknown_names import names_in, unknown_names
from nomic.effects.language.allowed_moments import Moment
from nomic.effects.language.bounds import CARDS, PLAYERS
from nomic.effects.language.flaw import EffectFlaw
from nomic.effects.language.node_traversal import Piece
from nomic.effects.language.nodes.base import Sizes
from nomic.effects.language.vocabulary import Vocabulary

MAX_PLAYS = 8
_LESS = "limit how often, for example with {smallest: [10, …]}"
MAX_KEPT = 100  # deferred effects that one effect stores


class Checked(NamedTuple):
    """The results of checking a piece that do not depend on the law's names."""

    names: tuple[tuple[str, str, int | str], ...]
    wrong: tuple[EffectFlaw, ...]
    futile: tuple[EffectFlaw, ...] = ()

    def flaws(self, vocabulary: Vocabulary) -> Iterator[EffectFlaw]:
        """Yield all flaws under a law with these names.

        Parts without effect are reported only if there are no other flaws.
        """
        wrong = [*unknown_names(self.names, vocabulary), *self.wrong]
        yield from wrong or self.futile


def flaws_of(
    piece: Piece, vocabulary: Vocabulary, moment: Moment, times: int = 1, given: Sizes | None = None
) -> Iterator[EffectFlaw]:
    """Yield all flaws of a parsed piece that one journal entry may run `times` times.

    `given` holds the sizes of the names in scope. Parts without effect are reported only if there are no other flaws.
    """
    return check_parsed(piece, vocabulary, moment, times, given).flaws(vocabulary)


def relevant_vocabulary(vocabulary: Vocabulary) -> Vocabulary:
    """Return the part of a vocabulary that `check_parsed` depends on. Most amendments leave it unchanged."""
    return Vocabulary(
        collections=vocabulary.collections,
        secrets=vocabulary.secrets,
        pools=vocabulary.pools,
        rolled_for=vocabulary.rolled_for,
        there_are=vocabulary.there_are,
    )


def check_parsed(
    piece: Piece, vocabulary: Vocabulary, moment: Moment, times: int = 1, given: Sizes | None = None
) -> Checked:
    """Check a parsed piece as `flaws_of` does, except for the names, which another law may have."""
    vocabulary = relevant_vocabulary(vocabulary)
    names, wrong = tuple(names_in(piece, vocabulary)), tuple(_wrong(piece, vocabulary, moment, times, given or {}))
    if wrong or not isinstance(piece, tuple):
        return Checked(names, wrong)
    return Checked(names, (), (*out_of_reach(piece, moment, vocabulary), *futile_parts(piece, moment)))


def _wrong(piece: Piece, vocabulary: Vocabulary, moment: Moment, times: int, given: Sizes) -> Iterator[EffectFlaw]:
    yield from deferred_uses_of_departed(piece)
    yield from leaking_numbers(piece, vocabulary)
    yield from out_of_place(piece, moment)
    yield from out_of_law(piece, vocabulary)
    if isinstance(piece, tuple):
        yield from too_many(piece, sizes=given)
    steps = cost(piece, vocabulary.pools, given)
    if steps > MAX_COST:
        with_so_many = f"with {PLAYERS} players of {CARDS} cards each"
        yield EffectFlaw("", f"this may take {steps} steps {with_so_many}; at most {MAX_COST} are allowed")
    drawn = times * draws(piece, vocabulary.rolled_for, vocabulary.pools, given)
    if drawn > limits.ENTRY_DRAWS:
        often = "" if times == 1 else f" if it happens {times} times at once"
        most = f"at most {limits.ENTRY_DRAWS} draws are allowed"
        yield EffectFlaw("", f"this may draw {drawn} times{often}; {most}; {_LESS}")
    if plays(piece) > MAX_PLAYS:
        yield EffectFlaw("", f"this may play {plays(piece)} cards; at most {MAX_PLAYS} are allowed")
    kept = keeps(piece, vocabulary.pools, given)
    if kept > MAX_KEPT:
        yield EffectFlaw("", f"this may keep {kept} things for later; at most {MAX_KEPT} are allowed")
