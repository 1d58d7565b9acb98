"""Explains to newcomers why a card can be played on another."""

from collections.abc import Sequence
from typing import Any

from exoptosis.engine.views.battle_view import CardView
from exoptosis.law.battles import GameLaw
from exoptosis.law.cards import CardTraits, modifiers_of, species_of
from exoptosis.law.hooks import SpeciesHooks
from nomic.law.document.sections import Law


def why_it_fits(law: Law, card: CardView, top: CardView) -> str:
    """Return why a playable card fits on the top of the pile, as the end of a sentence (R37).

    The demands of the card beneath are examined first, because they replace the law's condition. Then come the law's
    condition and the card's own text. Conditions in forms unknown to `_why` are not named.
    """
    instead = any(each.demands is not None and each.demands.instead is not None for each in _hooks_of(law, top))
    if instead:
        return f"the text of the {top.name} lets it"
    upon = law.section("exoptosis", GameLaw).upon
    parts = upon["any"] if isinstance(upon, dict) and "any" in upon else [upon]
    found = next((why for part in parts if (why := _why(part, law, card, top))), "")
    if found:
        return found
    if any(each.allows is not None for each in _hooks_of(law, card)):
        return f"the text of the {card.name} lets it"
    return "the rules of this game let it"


def _hooks_of(law: Law, card: CardView) -> list[SpeciesHooks]:
    """Return the hooks of a card's species and modifiers, without repealed ones."""
    species, modifiers = species_of(law), modifiers_of(law)
    found: list[SpeciesHooks] = [species[card.name].hooks] if card.name in species else []
    return found + [modifiers[each.name].hooks for each in card.modifiers if each.name in modifiers]


def _why(part: Any, law: Law, card: CardView, top: CardView) -> str | None:
    """Return how two cards meet a part of the law's condition.

    Returns "" if that needs no words, and None if they may not meet it.
    """
    match part:
        case {"all": [*parts]}:
            whys = [_why(each, law, card, top) for each in parts]
            return None if None in whys else " and ".join(why for why in whys if why)
        case {"shares": "value", "within": int(within)}:
            return _near(card, top, within)
        case {"shares": "value"}:
            return _near(card, top, 0)
        case {"shares": "suit" | "colour" as trait}:
            return _both(trait, *((card.suits, top.suits) if trait == "suit" else (card.colours, top.colours)))
        case {"has": "$this", "type": str(kind)} if len(part) == 2:
            return f"it is {kind}" if kind in card.types else None
        case {"not": {"has": "$this", "type": str(kind), **more}} if not more:
            return None if kind in card.types else ""
        case {"opposes": _}:
            opposites = {frozenset(pair) for pair in law.section("card_traits", CardTraits).opposites}
            pairs = [(one, other) for one in card.colours for other in top.colours if {one, other} in opposites]
            return f"the colours {pairs[0][0]} and {pairs[0][1]} oppose each other" if pairs else None
    return None


def _both(trait: str, ours: Sequence[str], theirs: Sequence[str]) -> str | None:
    return next((f"both have the {trait} {each}" for each in ours if each in theirs), None)


def _near(card: CardView, top: CardView, within: int) -> str | None:
    """Return a clause on two values within a distance of each other, or None if there are none.

    An endless set of values counts as all integers from its start.
    """
    pairs = [(one, other) for one in card.value_set for other in top.value_set if abs(one - other) <= within]
    if pairs:
        ours, theirs = min(pairs, key=lambda pair: abs(pair[0] - pair[1]))
        apart = "are next to each other" if abs(ours - theirs) == 1 else f"are not more than {within} apart"
        return f"both have the value {ours}" if ours == theirs else f"the values {ours} and {theirs} {apart}"
    for endless, against in ((card, top), (top, card)):
        start = endless.values_from
        most = max((*against.value_set, *(() if against.values_from is None else (start or 0,))), default=None)
        if start is not None and most is not None and most >= start - within:
            return f"the {endless.name} has every value from {start} on"
    return None
