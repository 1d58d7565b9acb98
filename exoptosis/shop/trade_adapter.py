"""The cards of the Hall in trades: by what names they are wanted, which stay where they are, and what things cost."""

from exoptosis.cards.locks import locked_codes
from exoptosis.law.cards import species_of
from exoptosis.law.catalogues import Offer, Shop
from nomic.law.document.sections import Law
from nomic.trades.terms.tradables import TradedCards, Worth


def worth(law: Law) -> Worth:
    """By the shop: what an item costs there, a card as much as the cheapest offer; what one pays with is worth itself.

    Nothing has a price where one pays with several things.
    """
    shop = law.section_or_none("shop", Shop)
    offers = [] if shop is None else [offer for offer in shop.offers.values() if any(offer.costs.values())]
    money = {item for offer in offers for item in offer.costs}
    if len(money) != 1:
        return Worth({}, 0)
    sold = {name: price for offer in offers for name, price in _sold(offer)}
    return Worth(dict.fromkeys(money, 1) | sold, min(_cost(offer) for offer in offers))


def _cost(offer: Offer) -> int:
    return sum(offer.costs.values())


def _sold(offer: Offer) -> list[tuple[str, int]]:
    """The item that an offer grants and nothing else, and what one of it costs."""
    (first, *others) = offer.gives
    count = first.get("n", 1)
    if others or "grant" not in first or not isinstance(count, int) or count < 1:
        return []
    return [(str(first["grant"]), max(1, _cost(offer) // count))]


TRADED = TradedCards(species_of, locked_codes, "is in play until its game is over (R117).", worth)
