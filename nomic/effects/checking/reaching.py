"""Which cards an operation reaches: where those lie that it names, and what it can do to them there.

What would come to nothing there is refused with its place, so that no law says what it does not do.
"""

from collections.abc import Iterator, Mapping

from nomic.effects.language.flaw import EffectFlaw
from nomic.effects.language.moments import WHERE, Moment
from nomic.effects.language.nodes.base import Effect, head_of
from nomic.effects.language.whereabouts import PILE, PLAYED, SHOWN, SPOT_WORDS, KnownSpots, Spots

_INVENTORY: Spots = frozenset({"inventory"})
# Where the cards lie that the moment itself gives names to.
_GIVEN: Mapping[Moment, KnownSpots] = {
    "cost": {"this": PLAYED, "beneath": PILE},
    "play": {"this": PILE, "beneath": PILE},
    "end": {"this": PILE, "beneath": PILE},
    "card": {"this": SHOWN},
    "hall": {"card": _INVENTORY},
}
# Why nothing can be done there that takes a card away.
_WHY: Mapping[str, str] = {"pile": ": what was played stays where it was played (R75)"}


def out_of_reach(effect: Effect, moment: Moment) -> Iterator[EffectFlaw]:
    """A flaw for every operation that names cards to which it can do nothing where they lie."""
    yield from _out_of_reach(effect, moment, "", _GIVEN.get(moment, {}))


def _out_of_reach(effect: Effect, moment: Moment, path: str, known: KnownSpots) -> Iterator[EffectFlaw]:
    """`known` says where the cards lie that names stand for."""
    for place, step in enumerate(effect):
        here = f"{path}/{place}"
        for below, cards in step.cards():
            for spot in sorted(cards.spots(known) - step.reaches(moment)):
                detail = f"{head_of(type(step))!r} cannot reach {SPOT_WORDS[spot]} {WHERE[moment]}{_WHY.get(spot, '')}"
                yield EffectFlaw(f"{here}{below}", detail)
        for below, inner in step.lists(here):
            yield from _out_of_reach(inner, moment, below, step.spots_within(known))
        known = step.spots_after(known)
