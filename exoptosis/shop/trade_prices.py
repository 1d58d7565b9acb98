"""The Hall's cards in trades: their names, those that cannot be traded now, and prices."""

from exoptosis.cards.locks import locked_codes
from exoptosis.law.cards import species_of
from exoptosis.law.shop_catalogues import Offer, Shop
from nomic.law.document.sections import Law
from nomic.trades.terms.tradables import Prices, TradedCards


def shop_prices(law: Law) -> Prices:
    """Return the shop's prices: of each item, of a card by the cheapest offer, and 1 for the currency itself.

    There are no prices if the law has several currencies. Offers with computed prices are left out.
    """
    shop = law.section_or_none("shop", Shop)
    offers = [] if shop is None else [offer for offer in shop.offers.values() if _cost(offer)]
    money = {item for offer in offers for item in offer.costs}
    if len(money) != 1:
        return Prices({}, 0)
    sold = {name: price for offer in offers for name, price in _sold(offer)}
    return Prices(dict.fromkeys(money, 1) | sold, min(_cost(offer) for offer in offers))


def _cost(offer: Offer) -> int:
    """Return how many items one purchase costs, or 0 if the price is computed."""
    constant = [amount for amount in offer.costs.values() if isinstance(amount, int)]
    return sum(constant) if len(constant) == len(offer.costs) else 0


def _sold(offer: Offer) -> list[tuple[str, int]]:
    """Return the item that an offer grants, with its unit price, or an empty list if it grants anything else."""
    (first, *others) = offer.gives
    count = first.get("n", 1)
    if others or "grant" not in first or not isinstance(count, int) or count < 1:
        return []
    return [(str(first["grant"]), max(1, _cost(offer) // count))]


TRADED = TradedCards(species_of, locked_codes, "is in play until its game is over (R117).", shop_prices)
