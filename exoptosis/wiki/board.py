"""A game of Exoptosis as wikitext for its wiki page, built from its public view."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from exoptosis.engine.cards.card import CardId
from exoptosis.engine.views.battle_view import (
    BattleView,
    BetView,
    CardView,
    PoolView,
    SeatView,
    StakeView,
    StandstillView,
    WaitView,
)
from nomic.inventory.law_section import amount_of_item
from nomic.law.document.sections import Law
from nomic.wiki.wikitext.templating import render_wikitext
from nomic.wikitext.escape import Wikitext

Cards = Mapping[CardId, CardView]
CardsInWords = Callable[[Cards, Sequence[CardId]], str]
MAX_BENEATH = 10
MAX_BYTES = 1_000_000  # for the board, to leave room for the log on the page


@dataclass(frozen=True, slots=True)
class SeatLine:
    """A player at the table, as texts for a row."""

    player: str
    standing: str
    hand: str
    deck: str
    stake: str


def draw_board(law: Law, view: BattleView) -> Wikitext:
    """Return the wikitext of the pile, the turn, every hand and deck, the pool, debts and waiting effects.

    If that exceeds the size of a page, decks and finally hands are only counted.
    """
    for hand, deck in ((_cards, _cards), (_cards, _counted)):
        board = _draw(law, view, hand, deck)
        if len(board.encode()) <= MAX_BYTES:
            return board
    return _draw(law, view, _counted, _counted)


def _draw(law: Law, view: BattleView, hand: CardsInWords, deck: CardsInWords) -> Wikitext:
    cards, pile = view.cards, view.pile
    top = pile[-1] if pile else None
    beneath = [_card(cards[played.card]) for played in reversed(pile[-MAX_BENEATH - 1 : -1])]
    return render_wikitext(
        "match_exoptosis.wiki",
        {
            "turn": None if view.outcome is not None else view.turn,
            "direction": "in the order of the table" if view.direction == 1 else "against the order of the table",
            "order": ", ".join(view.order),
            "top": "" if top is None else _card(cards[top.card]),
            "top_by": "" if top is None else top.by,
            "beneath": ", ".join(beneath),
            "deeper": max(0, len(pile) - 1 - len(beneath)),
            "bet": _bet(view.bet),
            "pool": _stake(law, view.pool),
            "seats": [_seat(law, cards, seat, hand, deck) for seat in view.seats],
            "notes": [
                *_standstill(view.standstill),
                *(debt.what for debt in view.debts),
                *(_wait(wait) for wait in view.waits),
            ],
        },
    )


def _standstill(standstill: StandstillView | None) -> list[str]:
    return [standstill.text] if standstill else []


def _seat(law: Law, cards: Cards, seat: SeatView, hand: CardsInWords, deck: CardsInWords) -> SeatLine:
    return SeatLine(
        seat.player,
        seat.status,
        _hand(cards, seat, hand),
        deck(cards, seat.deck),
        _stake(law, seat.stake) or "–",
    )


def _hand(cards: Cards, seat: SeatView, in_words: CardsInWords) -> str:
    """Return the wikitext of a hand. Before the reveal it only says whether the hand was chosen."""
    if seat.hand is not None:
        return in_words(cards, seat.hand)
    return "chosen and sealed" if seat.has_chosen else "–"


def _counted(cards: Cards, numbers: Sequence[CardId]) -> str:
    return f"{len(numbers)} card{'' if len(numbers) == 1 else 's'}"


def _cards(cards: Cards, numbers: Sequence[CardId]) -> str:
    """Return the wikitext of cards. Identical cards are counted."""
    counts = Counter(_card(cards[number]) for number in numbers)
    return ", ".join(name if count == 1 else f"{count} × {name}" for name, count in sorted(counts.items())) or "–"


def _card(card: CardView) -> str:
    modifiers = ", ".join(sorted(modifier.name for modifier in card.modifiers))
    return f"{card.name} [{modifiers}]" if modifiers else str(card.name)


def _stake(law: Law, stake: StakeView | PoolView) -> str:
    parts = [amount_of_item(law, item, count) for item, count in stake.items.items() if count]
    if stake.cards:
        parts.append(f"{len(stake.cards)} card{'' if len(stake.cards) == 1 else 's'}")
    return " and ".join(parts)


def _bet(bet: BetView | None) -> str:
    """Return the current bet, and the responses to it, as text."""
    if bet is None:
        return ""
    raised = f", raised by {bet.raiser}" if bet.raiser else ""
    raised += ", and binds" if bet.binds else ""
    level = f"The bet stands at {bet.level}{raised}" if bet.level else "Nobody has raised yet"
    said = [f"{words}: {', '.join(who)}" for words, who in (("matched", bet.matched), ("passed", bet.passed)) if who]
    return "; ".join([level, *said]) + "."


def _wait(wait: WaitView) -> str:
    return f"{wait.owner}’s: {wait.text}"
