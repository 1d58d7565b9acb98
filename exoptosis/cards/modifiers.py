"""What modifiers do as they come to a card of an inventory, for its owner; in games the engine sees to it."""

from collections.abc import Collection

from exoptosis.law.cards import modifiers_of
from nomic.effects.language import scopes
from nomic.effects.language.nodes.base import Effect
from nomic.effects.language.parser import read_effect
from nomic.effects.language.world import Names, Runner, World
from nomic.inventory.models import Card
from nomic.law.document.sections import Law


def brings_something(law: Law, card: Card) -> bool:
    """Whether a card has a modifier that does something as it comes."""
    return any(_effect_of(law, name) for name in card.modifier_names)


def note_gained(world: World, law: Law, card: Card, before: Collection[str], run: Runner) -> None:
    """Modifiers that a card had not before do what they do then. It is in somebody's inventory, and known there.

    Those that bring each other in a circle are no law, so this ends.
    """
    for name in [name for name in card.modifier_names if name not in before]:
        effect = _effect_of(law, name)
        if effect and card.holder:
            names: Names = {"me": (card.holder,), "this": (card.code,), "mod": (name,)}
            run.within(f"{name}, gained", card.holder).perform(effect, names)


def _effect_of(law: Law, name: str) -> Effect:
    known = modifiers_of(law).get(name)
    if known is None or not known.hooks.when_gained:
        return ()
    return law.once(("when gained", name), lambda: read_effect(known.hooks.when_gained, scopes.HELD))
