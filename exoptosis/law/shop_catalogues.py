"""Catalogues of the hall: the contents of packs, and the Croupier's offers and prices. Each entry is an effect."""

from collections.abc import Iterator

from pydantic import Field, RootModel

from exoptosis.law import labels
from exoptosis.law.cards import Name, missing
from exoptosis.law.shop_labels import SHOP
from nomic.clauses.checks.prices import price_flaws
from nomic.clauses.checks.secrecy import leaks_in_price
from nomic.clauses.clause_index import secrets_of, vocabulary_of
from nomic.clauses.schema.clause_models import AmountJson
from nomic.effects.checking.cost import MAX_COST, cost
from nomic.effects.checking.effects_in_sections import EffectJson, effect_flaws
from nomic.effects.language import scopes
from nomic.effects.language.parser import read_number
from nomic.inventory.law_section import ItemName, items_of, unknown_items
from nomic.law.document.sections import Flaw, Law, Section, SectionModel, pointer
from nomic.law.schema.text_types import LawHeading


class Pack(SectionModel):
    """A pack: the effect of opening it for its owner ($me). The effect asks no questions."""

    contents: EffectJson = Field(min_length=1)
    place: int = 0


class Offer(SectionModel):
    """An offer: its effect for the buyer ($me), and its cost. The effect asks no questions.

    An amount of the cost may be computed for the buyer ($me) at each purchase. Then only one can be bought at a time.
    """

    gives: EffectJson = Field(min_length=1)
    costs: dict[ItemName, AmountJson]
    place: int = 0


class Shop(SectionModel):
    """The Croupier's offers."""

    title: LawHeading
    offers: dict[Name, Offer]


class Packs(RootModel[dict[ItemName, Pack]]):
    """All packs, keyed by item name."""


def packs_of(law: Law) -> dict[str, Pack]:
    """Return all packs of a law, or an empty dict if it has none."""
    packs = law.section_or_none("packs", Packs)
    return {} if packs is None else packs.root


def _packs_agree(law: Law) -> Iterator[Flaw]:
    yield from (lacking := list(missing(law, "random_cards", "items")))
    if lacking:
        return
    known = vocabulary_of(law)
    for name, pack in packs_of(law).items():
        yield from unknown_items(law, (pointer("packs", name), name))
        yield from effect_flaws(pointer("packs", name, "contents"), pack.contents, scopes.HALL, known, "hall")


def is_named_as_pack(item: str) -> bool:
    """Return whether the name of an item makes it a pack (R20)."""
    return "Pack" in item or "pack" in item


def pack_name_flaws(law: Law) -> Iterator[Flaw]:
    """Yield a flaw for each pack without "Pack" or "pack" in its name, and for each other item with it (R20).

    Also for an item with that name under a law without the section `packs`. A pack without contents is empty (R141).
    """
    packs = packs_of(law)
    for name, item in items_of(law).items():
        if is_named_as_pack(name) and not law.has("packs"):
            detail = "an item with 'Pack' in its name is a pack (R20): without a section 'packs' nobody can open it"
            yield Flaw(pointer("items", name), detail)
        if is_named_as_pack(name) != (item.kind == "pack"):
            detail = "the kind is 'pack' exactly where the item's name has 'Pack' in it (R20)"
            yield Flaw(pointer("items", name, "kind"), detail)
    for name in packs:
        if not is_named_as_pack(name):
            yield Flaw(pointer("packs", name), "a pack has 'Pack' or 'pack' in its name (R20)")


def _shop_agrees(law: Law) -> Iterator[Flaw]:
    steps = 0
    for name, offer in law.section("shop", Shop).offers.items():
        path = pointer("shop", "offers", name)
        yield from unknown_items(law, *((f"{path}/costs", item) for item in offer.costs))
        yield from effect_flaws(f"{path}/gives", offer.gives, scopes.HALL, vocabulary_of(law), "hall")
        wrong = [*price_flaws(f"{path}/costs", offer.costs, scopes.WHO_ACTS, vocabulary_of(law), {})]
        yield from wrong or leaks_in_price(f"{path}/costs", offer.costs, scopes.WHO_ACTS, secrets_of(law))
        steps += 0 if wrong else sum(cost(read_number(raw, scopes.WHO_ACTS)) for raw in offer.costs.values())
    if steps > MAX_COST:  # the page of the shop works out all of them
        yield Flaw("/shop/offers", f"working out all prices may take {steps} steps; at most {MAX_COST} are allowed")


SECTIONS = (
    Section("packs", "Card packs", Packs, agrees=_packs_agree, ordered_maps=("",), labels=labels.PACKS),
    Section("shop", "The Croupier", Shop, agrees=_shop_agrees, ordered_maps=("offers",), labels=SHOP),
)
