"""Pairing (R57, R112): all current intentions form pairs. Plain Python.

Two players are a possible pair as soon as each is willing to play the other. A player who names others is willing to
play them and nobody else. A player who names nobody is willing to play everybody who names them or names nobody either.
Possible pairs form in the order in which they became possible; a *one of* is used up by its first pair.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

Pair = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Willing:
    """A player's declaration to play everyone in `named` or, or just one of them if `only_one` is set.

    Without names, the player is willing to play anybody.
    """

    player: str
    named: frozenset[str] = frozenset()
    only_one: bool = False

    def to_play(self, other: "Willing") -> bool:
        """Return whether this player is willing to play the other, if the other is willing, too."""
        return self.player != other.player and (other.player in self.named or not self.named)


def pairs_of(declared: Sequence[Willing]) -> list[Pair]:
    """Return the pairs that form from the declarations, in order. Each player has declared once.

    Of two pairs that the same declaration makes possible, the one whose other declaration is older comes first. In a
    pair, the older declaration comes first.
    """
    used_up: set[str] = set()
    pairs = []
    for one, other in _possible(declared):
        if used_up.isdisjoint((one.player, other.player)):
            pairs.append((one.player, other.player))
            used_up |= {each.player for each in (one, other) if each.only_one}
    return pairs


def _possible(declared: Sequence[Willing]) -> Iterator[tuple[Willing, Willing]]:
    """Yield all possible pairs, in the order in which they became possible, with the later of both declarations."""
    for place, later in enumerate(declared):
        for earlier in declared[:place]:
            if earlier.to_play(later) and later.to_play(earlier):
                yield earlier, later
