"""Search for traits that would make an unplayable card playable.

The search tries candidates against the law's conditions, so that it works under every law.
"""

from collections.abc import Callable, Sequence

from exoptosis.engine.cards.card import Base, Card, CardId
from exoptosis.engine.mutable_state import MutableState
from nomic.effects.prose.english_grammar import listed

TRIED = -1  # the number of a candidate card; no real card has it
MAX_TRIED = 200  # values, and as many suits and colours each
MAX_NAMED = 6

Fits = Callable[[CardId], bool]


def what_fits(draft: MutableState, types: tuple[str, ...], fits: Fits) -> str:
    """Return the trait that a card of these types needs to be playable, as text: a value, suit or colour.

    Each is tried as a card's only trait. Returns "" if no single trait fits, or every trait does.
    """
    values, suits, colours = _there_are(draft)
    asks = [
        (
            "value",
            _in_ranges([value for value in values if _tried(draft, Card(TRIED, "", (value,), types=types), fits)]),
        ),
        ("suit", [suit for suit in suits if _tried(draft, Card(TRIED, "", suits=(suit,), types=types), fits)]),
        ("colour", [each for each in colours if _tried(draft, Card(TRIED, "", colours=(each,), types=types), fits)]),
    ]
    return listed([f"the {what} {_few(names)}" for what, names in asks if names], "or")


def _tried(draft: MutableState, card: Card, fits: Fits) -> bool:
    """Return whether a card with these traits would fit. The card is removed from the draft again."""
    draft.cards[TRIED] = card
    try:
        return fits(TRIED)
    finally:
        del draft.cards[TRIED]


def _there_are(draft: MutableState) -> tuple[list[int], list[str], list[str]]:
    """Return the existing values, suits and colours.

    They are those of the law's cards, of modifiers, and of the cards in this game.
    """
    gains = [modifier.gains for modifier in draft.rules.modifiers.values() if modifier.gains is not None]
    cards: list[Base | Card] = [*(species.base for species in draft.rules.species.values()), *draft.cards.values()]
    values = {value for card in cards for value in card.values} | {
        int(value) for more in gains for value in more["values"]
    }
    suits = {suit for card in cards for suit in card.suits} | {str(suit) for more in gains for suit in more["suits"]}
    colours = {each for card in cards for each in card.colours}
    colours |= {str(each) for more in gains for each in more["colours"]}
    return sorted(values)[:MAX_TRIED], sorted(suits)[:MAX_TRIED], sorted(colours)[:MAX_TRIED]


def _in_ranges(values: Sequence[int]) -> list[str]:
    """Return numbers as texts, with consecutive ones merged: "3", "11 to 13"."""
    ranges: list[list[int]] = []
    for value in values:
        if ranges and value == ranges[-1][-1] + 1:
            ranges[-1].append(value)
        else:
            ranges.append([value])
    return [str(each[0]) if len(each) == 1 else f"{each[0]} to {each[-1]}" for each in ranges]


def _few(names: Sequence[str]) -> str:
    """Return names joined by "or": "Red, Blue or Green".

    Of many names, the first few are listed, then the number of the others.
    """
    others = len(names) - MAX_NAMED
    return listed([*names[:MAX_NAMED], f"{others} others"] if others > 1 else names, "or")
