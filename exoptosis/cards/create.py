"""Creates cards for effects: of a species with exactly the named modifiers (R91), or random ones (R27)."""

from msgspec import Struct, field

from exoptosis.cards.card_properties import apply_modifier
from exoptosis.cards.random_cards import CardConstraints, Making, random_cards
from nomic.inventory.models import Card


class Spec(Struct, frozen=True):
    """A card to create, as an effect describes it: a species by name, or a random one with constraints."""

    card: str
    with_: tuple[str, ...] = field(default=(), name="with")
    types: tuple[str, ...] = ()
    collections: tuple[tuple[str, int], ...] | None = None


RANDOM = Spec("random")


def made_cards(making: Making, spec: Spec, count: int, owner: str, label: str, by: str = "") -> list[Card]:
    """Create `count` cards for `owner`, without saving them. `label` begins the labels of the draws.

    `by` is the acting player, or empty for the owner's own act. A named modifier may store it (R30).
    """
    if spec.card == RANDOM.card:
        cards = random_cards(making, CardConstraints(spec.types, spec.collections), count, owner, label)
    else:
        cards = [Card(species=spec.card) for _ in range(count)]
    for card in cards:
        for name in spec.with_:
            apply_modifier(making.law, card, name, by=by or owner)
    return cards
