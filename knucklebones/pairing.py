"""Who plays whom (R57, R112): from all intentions that stand, the pairs. Plain Python.

Two are a possible pair as soon as each is willing to play the other. Whoever names others is willing to play them and
nobody else; whoever names nobody is willing to play each who names them or names nobody either. Possible pairs form in
the order in which they became so; a *one of* is used up by the first pair that it gets.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

Pair = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Willing:
    """What a player has declared: to play each of the named, or only one of them; with nobody named, whoever wants."""

    player: str
    named: frozenset[str] = frozenset()
    only_one: bool = False

    def to_play(self, other: "Willing") -> bool:
        """Whether this player is willing to play that one, if the other is too."""
        return self.player != other.player and (other.player in self.named or not self.named)


def pairs_of(declared: Sequence[Willing]) -> list[Pair]:
    """The pairs that form, in order, from what was declared, in order; each player has declared once.

    Of two pairs that the same declaration makes possible, that comes first whose other declaration is older. In a pair,
    the older declaration comes first.
    """
    used_up: set[str] = set()
    pairs = []
    for one, other in _possible(declared):
        if used_up.isdisjoint((one.player, other.player)):
            pairs.append((one.player, other.player))
            used_up |= {each.player for each in (one, other) if each.only_one}
    return pairs


def _possible(declared: Sequence[Willing]) -> Iterator[tuple[Willing, Willing]]:
    """All possible pairs, in the order in which they became so: with the later of both declarations."""
    for place, later in enumerate(declared):
        for earlier in declared[:place]:
            if earlier.to_play(later) and later.to_play(earlier):
                yield earlier, later
