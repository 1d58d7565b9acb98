"""Standing orders at the table of Exoptosis: which can be given, and what a given one says (R110)."""

from collections.abc import Iterator
from typing import Any

from nomic.tables.hosting.board_view import BoardView, Offer, written

Json = Any
BY_ITSELF = {"lowest": "the lowest card", "random": "a card by chance"}


def orders(sight: BoardView) -> dict[str, list[Offer]]:
    """What the viewer can leave word to do, by occasion; nothing for who is not in the game."""
    view = sight.view
    seat = next((seat for seat in view["seats"] if seat["player"] == view["you"]), None)
    if seat is None or seat["status"] != "in" or view["stage"] == "over":
        return {}
    hand, deck = seat["hand"] or [], seat["deck"]
    return {
        "A card to be played": _offers(view, ({"kind": "play-if-playable", "card": card} for card in hand)),
        "When nothing can be played": _offers(view, _ways("draw-if-stuck", deck)),
        "When something is owed": _offers(view, _ways("pay", [*hand, *deck])),
    }


def _ways(kind: str, cards: list[int]) -> Iterator[Json]:
    yield from ({"kind": kind, "how": how} for how in BY_ITSELF)
    yield from ({"kind": kind, "how": "card", "card": card} for card in cards)


def _offers(view: Json, orders: Iterator[Json]) -> list[Offer]:
    return [Offer(written(order), in_words(order, view)) for order in orders]


def in_words(order: Json, view: Json) -> str:
    """What an order says, with the cards that the view knows by name."""
    if order["kind"] == "play-if-playable":
        return f"Play {_card(order['card'], view)} once it can be played"
    how = order.get("how", "random")
    which = _card(order["card"], view) if how == "card" else BY_ITSELF[how]
    if order["kind"] == "draw-if-stuck":
        return f"If I can play nothing on my turn, draw {which}"
    return f"Pay what I owe with {which}"


def _card(number: int, view: Json) -> str:
    card = view["cards"].get(str(number))
    if card is None:
        return "a card that is gone"
    traits = [*card["suits"], *card["colours"], *(modifier["name"] for modifier in card["modifiers"])]
    return f"{card['name']} ({', '.join(traits)})" if traits else str(card["name"])
