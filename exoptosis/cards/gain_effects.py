"""Runs the effects of modifiers that are added to cards of an inventory. In games the engine does so."""

from collections.abc import Collection

from exoptosis.law.cards import modifiers_of
from nomic.effects.language import scopes
from nomic.effects.language.nodes.base import Effect
from nomic.effects.language.parser import read_effect
from nomic.effects.language.world import Names, Runner, World
from nomic.inventory.models import Card
from nomic.law.document.sections import Law


def has_gain_effect(law: Law, card: Card) -> bool:
    """Return whether a card has a modifier with an effect that runs when the modifier is added."""
    return any(_effect_of(law, name) for name in card.modifier_names)


def run_gain_effects(world: World, law: Law, card: Card, before: Collection[str], run: Runner) -> None:
    """Run the effects of modifiers that a card did not have `before`.

    The card must be in an inventory and known to the world. This terminates, because a law whose modifiers add each
    other in a cycle is invalid.
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
