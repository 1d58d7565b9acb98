"""The node that describes a new card."""

from typing import Annotated

from msgspec.structs import replace

from nomic.effects.language.nodes import field_types
from nomic.effects.language.nodes.base import Description, Flaws, LawNames, Listed, Need, register_node
from nomic.effects.language.nodes.values import Literal
from nomic.effects.language.slot_kinds.effects import DescriptionSlot
from nomic.effects.language.world import Names, Runner


@register_node
class CardSpec(Description, frozen=True, eq=False, kw_only=True):
    """A new card: a species with modifiers, or a random card (R27).

    `types` and `collections` restrict what a random card may be and which modifiers are drawn for it.
    """

    card: field_types.Word
    with_: field_types.Words = ()
    types: field_types.Words = ()
    collections: field_types.Chances | None = None

    @property
    def is_random(self) -> bool:
        """True if the card is random."""
        return self.card == "random"

    def now(self, run: Runner, names: Names) -> "CardSpec":
        """Return the specification with its chances evaluated."""
        if not isinstance(self.raw, dict) or all(isinstance(each.per_cent, Literal) for each in self.collections or ()):
            return self
        return replace(self, raw={**self.raw, "collections": chances_now(self.collections, run, names)})

    def needs(self) -> Need:
        return "random cards" if self.is_random else "cards"

    def law_names(self, listed: Listed) -> LawNames:
        if not self.is_random:
            yield "/card", "species", self.card
        yield from ((f"/with/{place}", "modifiers", named) for place, named in enumerate(self.with_))
        yield from ((f"/types/{place}", "types", named) for place, named in enumerate(self.types))
        yield from collections_in(self.collections)

    def draws_for_each(self, collections: int) -> int:
        """Return the number of draws per card, which is 0 if the card is not random (R27).

        The species, a colour and a suit take one draw each. A collection takes two: whether it hits, and which element
        it applies.
        """
        if not self.is_random:
            return 0
        return 3 + 2 * (collections if self.collections is None else len(self.collections))

    def in_vain(self) -> Flaws:
        """Yield a flaw for each field that has no effect, because only random cards use it."""
        for word, given in (("types", self.types), ("collections", self.collections)):
            if given and not self.is_random:
                yield f"/{word}", f"only a random card is drawn by its {word}"


Spec = Annotated[CardSpec, DescriptionSlot("a card's description", CardSpec)]


def chances_now(chances: field_types.Chances | None, run: Runner, names: Names) -> tuple[tuple[str, int], ...]:
    """Return pairs of collection and current chance in per cent."""
    return tuple(chance.now(run, names) for chance in chances or ())


def collections_in(chances: field_types.Chances | None) -> LawNames:
    """Yield the collections from which may be drawn, as names that the law must have."""
    for place, chance in enumerate(chances or ()):
        yield f"/collections/{place}/0", "collections", chance.collection
