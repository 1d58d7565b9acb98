"""Checks that an operation can change its cards in the place where they are.

An operation that would have no effect there is rejected, so that the law never promises an effect that cannot happen.
"""

from collections.abc import Iterator, Mapping

from nomic.effects.language.allowed_moments import WHERE, Moment
from nomic.effects.language.card_places import NOWHERE, PILE, PLAYED, SHOWN, SPOT_WORDS, KnownSpots, Spots
from nomic.effects.language.flaw import EffectFlaw
from nomic.effects.language.nodes.base import Effect, head_of
from nomic.effects.language.vocabulary import CARDS_THAT_LEAVE_THE_PILE, Vocabulary

_INVENTORY: Spots = frozenset({"inventory"})
# Where the cards are that the context itself names.
_GIVEN: Mapping[Moment, KnownSpots] = {
    "cost": {"this": PLAYED, "beneath": PILE},
    "play": {"this": PILE, "beneath": PILE},
    "end": {"this": PILE, "beneath": PILE},
    "card": {"this": SHOWN},
    "hall": {"card": _INVENTORY},
}
# Why operations cannot take a card away from there.
_WHY: Mapping[str, str] = {"pile": ": what was played stays where it was played (R75)"}


def out_of_reach(effect: Effect, moment: Moment, law: Vocabulary) -> Iterator[EffectFlaw]:
    """Yield a flaw for every operation that cannot change its cards in their place."""
    fixed = NOWHERE if CARDS_THAT_LEAVE_THE_PILE in law.there_are else PILE
    yield from _out_of_reach(effect, moment, "", _GIVEN.get(moment, {}), fixed)


def _out_of_reach(effect: Effect, moment: Moment, path: str, known: KnownSpots, fixed: Spots) -> Iterator[EffectFlaw]:
    """Yield the flaws of a list of operations.

    `known` holds the possible places of the cards that names refer to. `fixed` are the places from which no card can be
    taken away.
    """
    for place, step in enumerate(effect):
        here = f"{path}/{place}"
        for below, cards in step.cards():
            reached = step.reaches(moment) - fixed if step.takes_away else step.reaches(moment)
            for spot in sorted(cards.spots(known) - reached):
                detail = f"{head_of(type(step))!r} cannot reach {SPOT_WORDS[spot]} {WHERE[moment]}{_WHY.get(spot, '')}"
                yield EffectFlaw(f"{here}{below}", detail)
        for below, cards, readable in step.copies_from(moment):
            for spot in sorted(cards.spots(known) - readable):
                yield EffectFlaw(f"{here}{below}", f"nothing is inherited from {SPOT_WORDS[spot]} {WHERE[moment]}")
        for below, inner in step.lists(here):
            yield from _out_of_reach(inner, moment, below, step.spots_within(known), fixed)
        known = step.spots_after(known)
