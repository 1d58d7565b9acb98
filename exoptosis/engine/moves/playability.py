"""Whether a card may be played on another (R37-R39).

This depends on the law's condition, on the card's own allowance, and on the demand of the card beneath.
"""

from typing import Protocol

from exoptosis.engine.cards.card import CardId
from exoptosis.engine.cards.effective_traits import Faces
from exoptosis.engine.cards.traits_that_would_fit import what_fits
from exoptosis.engine.mutable_state import MutableState
from exoptosis.engine.parsed_law import Hooks
from nomic.effects.language.nodes.base import Condition
from nomic.effects.language.world import Names, World
from nomic.effects.running.interpreter import Run
from nomic.matches.contract.game import IllegalMove

RULES = {"not-first": "R38", "demanded": "R37", "does-not-fit": "R37", "undefined-colour": "R39"}


class CardTable(World, Protocol):
    """The part of a battle's `World` that the check of playability uses."""

    draft: MutableState
    faces: Faces


class PlaceToPlay:
    """The place where a player plays a card: upon another card, or the empty table. It is read once for all cards."""

    def __init__(self, world: CardTable, player: str, beneath: CardId | None) -> None:
        self._world = world
        self._run = Run(world, player, "")
        self._names: Names = {"me": (player,)} if beneath is None else {"me": (player,), "beneath": (beneath,)}
        self._beneath = beneath
        hooks = [] if beneath is None else _hooks_of(world, beneath)
        self._instead = [each.demands_instead for each in hooks if each.demands_instead is not None]
        self._also = [each.demands_also for each in hooks if each.demands_also is not None]
        self._is_undefined = beneath is not None and _lies_undefined(world, beneath)
        self._fitting: dict[tuple[str, ...], str] = {}

    def allows(self, card: CardId, *, is_allowed: bool = False) -> bool:
        """Return whether a card may be played here.

        `is_allowed` is true if the card's own allowance was true when its play began.
        """
        return not self._reason(card, is_allowed)

    def is_allowed(self, card: CardId) -> bool:
        """Return whether the card's own effects let it be played here.

        A demand of the card beneath takes precedence.
        """
        if self._beneath is None:
            return False
        allowing = (hooks.allows for hooks in _hooks_of(self._world, card))
        return any(allows is not None and self._holds(allows, card) for allows in allowing)

    def refusal(self, card: CardId) -> IllegalMove | None:
        """Return the error if a card may not be played here, or None."""
        code = self._reason(card)
        return IllegalMove(code, self._in_words(code) + self._what_would(card), RULES[code]) if code else None

    def _what_would(self, card: CardId) -> str:
        """Return the traits that would make a card of these types playable here, as text, or ""."""
        types = self._world.faces.plain(card).types
        kind = tuple(sorted(types))
        if kind not in self._fitting:
            self._fitting[kind] = what_fits(self._world.draft, kind, self.allows)
        return f" It needs {self._fitting[kind]}." if self._fitting[kind] else ""

    def _reason(self, card: CardId, is_allowed: bool = False) -> str:
        """Return the code of the reason against playing the card, or "" if there is none."""
        rules = self._world.draft.rules
        if self._beneath is None:
            return "" if self._holds(rules.may_open, card) else "not-first"
        if not all(self._is_met(demand, card) for demand in (*self._instead, *self._also)):
            return "demanded"
        if not self._instead and not self._holds(rules.may_follow, card) and not (is_allowed or self.is_allowed(card)):
            return "does-not-fit"
        if self._is_undefined and not self._holds(rules.may_open, card):
            return "undefined-colour"
        return ""

    def _holds(self, condition: Condition, card: CardId) -> bool:
        return condition.value(self._run, {**self._names, "this": (card,)})

    def _is_met(self, demand: Condition, card: CardId) -> bool:
        """Return whether a card meets a demand of the card beneath, which is `this` in the demand."""
        beneath = self._names["beneath"]
        return demand.value(self._run, {"me": self._names["me"], "this": beneath, "above": (card,)})

    def _in_words(self, code: str) -> str:
        top = "" if self._beneath is None else self._world.faces.plain(self._beneath).species
        return {
            "not-first": "This card cannot be the first on the pile.",
            "demanded": f"It is not a card that {top} allows on it.",
            "does-not-fit": f"It does not fit on {top}.",
            "undefined-colour": f"The colour of {top} is undefined, so this card cannot follow.",
        }[code]


def upon_the_top(world: CardTable, player: str) -> PlaceToPlay:
    """Return the top of the pile, or the empty table, as the place for a player's next card."""
    pile = world.draft.pile
    return PlaceToPlay(world, player, pile[-1].card if pile else None)


def _lies_undefined(world: CardTable, card: CardId) -> bool:
    pile = world.draft.pile
    return bool(pile) and pile[-1].card == card and world.faces.is_undefined(len(pile) - 1)


def _hooks_of(world: CardTable, card: CardId) -> list[Hooks]:
    """Return the hooks of a card's species and modifiers that concern plays upon it.

    A repealed species has none (R106).
    """
    rules, known = world.draft.rules, world.draft.cards.get(card)
    if known is None:
        return []
    species = rules.species.get(known.species)
    found = [] if species is None else [species.hooks]
    for modifier in known.modifiers:
        if modifier.name in rules.modifiers:
            found.append(rules.modifiers[modifier.name].hooks)
    return found
