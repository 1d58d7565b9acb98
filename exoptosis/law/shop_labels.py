"""Labels of the Croupier's offers, whose prices may be expressions."""

from collections.abc import Mapping
from typing import Any

from nomic.clauses.schema.clause_models import AmountJson
from nomic.clauses.views.sentence_parts import prices
from nomic.effects.language import scopes
from nomic.effects.language.flaw import EffectFlaw
from nomic.inventory.effect_label_factories import effect_said
from nomic.inventory.law_section import amount_of_item
from nomic.law.document.sections import Law
from nomic.law.schema.section_label import Label, Path


def paid(law: Law, path: Path, costs: Mapping[str, AmountJson]) -> str:
    """Return the cost of an offer as text, item by item.

    Raises ValueError if an amount is not a valid number or expression.
    """
    try:
        return " and ".join(prices(law, costs)) or "nothing"
    except EffectFlaw as flaw:
        raise ValueError(str(flaw)) from flaw


def paid_in(law: Law, path: Path, count: AmountJson) -> str:
    """Return an amount of an item as text. The item is the last key of the path."""
    return paid(law, path, {str(path[-1]): count}) if count else amount_of_item(law, str(path[-1]), 0)


def _sold(law: Law, path: Path, offer: Mapping[str, Any]) -> str:
    """Return what an offer gives and costs as a sentence: "Buy 1 Chip for 25 Vertebrae."."""
    price, gain = paid(law, path, offer["costs"]), effect_said(scopes.HALL)(law, (*path, "gives"), offer["gives"])
    bought = gain.removeprefix("Gain ").removesuffix(".")
    if len(bought) == len(gain) - len("Gain .") and "." not in bought:
        return f"Buy {bought} for {price}."
    return f"Buy “{path[-1]}” for {price}. {gain}"


SHOP = (
    Label(
        "title",
        "the name of the shop",
        also="croupier counter name title",
        sentence="The shop is called “{value}”.",
    ),
    Label("offers", "the shop's offers"),
    Label("offers/*", "the shop's offer {0}", also="shop sell buy", sentence=_sold),
    Label(
        "offers/*/gives/**",
        "what buying one {0} gives",
        also="shop croupier offer sell gain amount",
        said=effect_said(scopes.HALL),
    ),
    Label("offers/*/costs", "the price of one {0}", also="cost costs buy buying pay shop croupier", said=paid),
    Label(
        "offers/*/costs/*",
        "the price of one {0} in {1}",
        also="cost costs buy buying pay money shop croupier offer expensive cheap much",
        said=paid_in,
    ),
)
