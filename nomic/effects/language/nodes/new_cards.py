"""The node for new cards."""

from typing import Annotated

from msgspec.structs import replace

from nomic.effects.language.nodes import slots
from nomic.effects.language.nodes.base import Description, Flaws, LawNames, Listed, Need, register
from nomic.effects.language.nodes.values import Literal
from nomic.effects.language.slot_kinds.effects import DescriptionSlot
from nomic.effects.language.world import Names, Runner


@register
class CardSpec(Description, frozen=True, eq=False, kw_only=True):
    """A new card: a species with modifiers, or a random card (R27) of some types, out of some collections."""

    card: slots.Word
    with_: slots.Words = ()
    types: slots.Words = ()
    collections: slots.Chances | None = None

    @property
    def is_random(self) -> bool:
        """Whether the card is random."""
        return self.card == "random"

    def now(self, run: Runner, names: Names) -> "CardSpec":
        """Return the specification with the current chances."""
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
        """Return the number of draws per random card (R27).

        Draws are made for the species, a colour and a suit, and for each collection: whether it hits, and with which
        element.
        """
        if not self.is_random:
            return 0
        return 3 + 2 * (collections if self.collections is None else len(self.collections))

    def in_vain(self) -> Flaws:
        """Yield flaws for the parts that have no effect."""
        for word, given in (("types", self.types), ("collections", self.collections)):
            if given and not self.is_random:
                yield f"/{word}", f"only a random card is drawn by its {word}"


Spec = Annotated[CardSpec, DescriptionSlot("a card's description", CardSpec)]


def chances_now(chances: slots.Chances | None, run: Runner, names: Names) -> tuple[tuple[str, int], ...]:
    """Return collections with their current chances in per cent."""
    return tuple(chance.now(run, names) for chance in chances or ())


def collections_in(chances: slots.Chances | None) -> LawNames:
    """Yield the names of the collections that may be drawn from."""
    for place, chance in enumerate(chances or ()):
        yield f"/collections/{place}/0", "collections", chance.collection
