"""What may lie upon what: the law's condition, what a card allows, what the one beneath demands (R37-R39)."""

from typing import Protocol

from exoptosis.engine.draft import Draft
from exoptosis.engine.faces import Faces
from exoptosis.engine.rules import Hooks
from exoptosis.engine.state import CardId
from nomic.effects.nodes import Condition
from nomic.effects.run import Run
from nomic.effects.world import Names, World
from nomic.tables.game import IllegalMove


class Table(World, Protocol):
    """The world of a battle, as far as it matters here."""

    draft: Draft
    faces: Faces


def refusal_upon_top(world: Table, player: str, card: CardId) -> IllegalMove | None:
    if not world.draft.pile:
        if _holds(world, player, world.draft.rules.may_open, {"this": (card,)}):
            return None
        return IllegalMove("not-first", "Such a card cannot be the first on the pile.", "R38")
    top = world.draft.pile[-1].card
    return refusal_upon(world, player, card, top)


def refusal_upon(world: Table, player: str, card: CardId, beneath: CardId) -> IllegalMove | None:
    names: Names = {"this": (card,), "beneath": (beneath,)}
    demanding = _hooks_of(world, beneath)
    instead = [hooks.demands_instead for hooks in demanding if hooks.demands_instead is not None]
    also = [hooks.demands_also for hooks in demanding if hooks.demands_also is not None]
    upon: Names = {"this": (beneath,), "above": (card,)}
    top = world.faces.plain(beneath).species
    if not all(_holds(world, player, demand, upon) for demand in (*instead, *also)):
        return IllegalMove("demanded", f"{top} demands another card upon it.", "R37")
    if not instead and not _fits(world, player, card, names):
        return IllegalMove("does-not-fit", f"It does not fit upon {top}.", "R37")
    if _lies_undefined(world, beneath) and not _holds(world, player, world.draft.rules.may_open, names):
        return IllegalMove("undefined-colour", f"The colour of {top} is undefined: such a card cannot follow.", "R39")
    return None


def _fits(world: Table, player: str, card: CardId, names: Names) -> bool:
    if _holds(world, player, world.draft.rules.may_follow, names):
        return True
    allowing = [hooks.allows for hooks in _hooks_of(world, card)]
    return any(allows is not None and _holds(world, player, allows, names) for allows in allowing)


def _lies_undefined(world: Table, card: CardId) -> bool:
    pile = world.draft.pile
    return bool(pile) and pile[-1].card == card and world.faces.is_undefined(len(pile) - 1)


def _hooks_of(world: Table, card: CardId) -> list[Hooks]:
    """The hooks of a card's species and modifiers that matter here; a repealed species has none (R106)."""
    rules, known = world.draft.rules, world.draft.cards.get(card)
    if known is None:
        return []
    species = rules.species.get(known.species)
    found = [] if species is None else [species.hooks]
    for modifier in known.modifiers:
        if modifier.name in rules.modifiers:
            found.append(rules.modifiers[modifier.name].hooks)
    return found


def _holds(world: Table, player: str, condition: Condition, names: Names) -> bool:
    return condition.value(Run(world, player, ""), {"me": (player,), **names})
