"""English descriptions of a single player's cards, without their place."""

from nomic.effects.language.nodes.base import Expression
from nomic.effects.language.nodes.item_holders import is_store
from nomic.effects.language.nodes.selectors import CardsIn
from nomic.effects.language.nodes.values import Ref
from nomic.effects.language.world import Value
from nomic.effects.prose.context import Context, noun
from nomic.effects.prose.english_grammar import Noun

INVENTORIES = ("inventory", "inventories")


def owner_of_cards(node: Expression[Value], context: Context) -> Noun | None:
    """Return the noun of the single player in whose inventory cards are, or None for other sets."""
    if not isinstance(node, CardsIn) or node.cards != "inventory" or node.of is None or is_store(node.of):
        return None
    owner = noun(node.of, context)
    return owner if owner.is_of_one and isinstance(node.of, Ref) else None


def own_cards(node: Expression[Value], owner: Noun, context: Context) -> tuple[str, str]:
    """Return the singular and plural of cards in an inventory, without their place: "Special card", "Special cards"."""
    cards = noun(node, context)
    places = [
        f" in {owner.possessive_of_one} inventory",
        *(f" in the {each} of {owner.object}" for each in INVENTORIES),
    ]
    one, many = cards.one, cards.many
    for place in (said for each in places for said in (f",{each}", each)):
        one, many = one.replace(place, "", 1), many.replace(place, "", 1)
    return one.replace("card that has the ", "card with the "), many.replace("cards that have the ", "cards with the ")
