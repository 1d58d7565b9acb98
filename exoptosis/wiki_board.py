"""How a game of Exoptosis stands, for its page on the wiki: what anybody may see, in wikitext."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from nomic.inventory.law import named
from nomic.law.sections import Law
from nomic.wiki.escape import Wikitext
from nomic.wiki.templating import render

Json = Any
MOST_BENEATH = 10


@dataclass(frozen=True, slots=True)
class SeatLine:
    """Somebody at the table, in words."""

    player: str
    standing: str
    hand: str
    deck: str
    stake: str


def draw_board(law: Law, view: Json) -> Wikitext:
    """The pile, whose turn it is, every hand and deck, the pool, what is owed and what waits."""
    cards, pile = view["cards"], view["pile"]
    top = pile[-1] if pile else None
    beneath = [_card(cards[str(played["card"])]) for played in reversed(pile[-MOST_BENEATH - 1 : -1])]
    return render(
        "match_exoptosis.wiki",
        {
            "turn": view["turn"],
            "direction": "in the order of the table" if view["direction"] == 1 else "against the order of the table",
            "top": "" if top is None else _card(cards[str(top["card"])]),
            "top_by": "" if top is None else top["by"],
            "beneath": ", ".join(beneath),
            "pool": _stake(law, view["pool"]),
            "seats": [_seat(law, cards, seat) for seat in view["seats"]],
            "notes": [*(debt["what"] for debt in view["debts"]), *(_wait(wait) for wait in view["waits"])],
        },
    )


def _seat(law: Law, cards: Json, seat: Json) -> SeatLine:
    return SeatLine(
        seat["player"],
        seat["status"],
        _hand(cards, seat),
        _cards(cards, seat["deck"]),
        _stake(law, seat["stake"]) or "–",
    )


def _hand(cards: Json, seat: Json) -> str:
    """Before the reveal nobody learns more than whether a hand was chosen."""
    if seat["hand"] is not None:
        return _cards(cards, seat["hand"])
    return "chosen and sealed" if seat["has_chosen"] else "–"


def _cards(cards: Json, numbers: Iterable[int]) -> str:
    """Cards that look the same are counted."""
    counts = Counter(_card(cards[str(number)]) for number in numbers)
    return ", ".join(name if count == 1 else f"{count} × {name}" for name, count in sorted(counts.items())) or "–"


def _card(card: Json) -> str:
    modifiers = ", ".join(sorted(modifier["name"] for modifier in card["modifiers"]))
    return card["name"] + (f" [{modifiers}]" if modifiers else "")


def _stake(law: Law, stake: Json) -> str:
    parts = [named(law, item, count) for item, count in stake["items"].items() if count]
    if stake["cards"]:
        parts.append(f"{len(stake['cards'])} card{'' if len(stake['cards']) == 1 else 's'}")
    return " and ".join(parts)


def _wait(wait: Json) -> str:
    return f"{wait['owner']}’s: {wait['text']}"
