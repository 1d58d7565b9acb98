"""Hooks: the effects of a species or a modifier in the law, by the moment at which they run."""

from collections.abc import Iterator

from pydantic import Field

from nomic.effects.checking.effects_in_sections import ConditionJson, EffectJson, condition_flaws, effect_flaws
from nomic.effects.checking.unknown_names import acts_as, modifiers_given
from nomic.effects.language import scopes
from nomic.effects.language.bounds import CARDS, PLAYERS
from nomic.effects.language.parser import read_effect
from nomic.effects.language.vocabulary import Vocabulary
from nomic.law.document.sections import Flaw, SectionModel


class Demands(SectionModel):
    """A card's demands of the card upon it ($above upon $this): `instead` of the usual ones, or `also` (R37)."""

    instead: ConditionJson | None = Field(default=None, title="Only these cards, whatever the usual rules say")
    also: ConditionJson | None = Field(default=None, title="Besides the usual rules")


class SpeciesHooks(SectionModel):
    """The effects of a species, one field for each time at which an effect can run.

    `allows` is a condition that also lets the card be played where it otherwise could not ($this upon $beneath).
    `at_end` runs last in a play, just before the win check.
    """

    allows: ConditionJson | None = Field(default=None, title="Can also be played on")
    demands: Demands | None = Field(default=None, title="What can be played on it")
    cost: EffectJson = Field(default=[], title="Cost of playing it")
    when_played: EffectJson = Field(default=[], title="When it is played")
    at_end: EffectJson = Field(default=[], title="Last of all")


class ModifierHooks(SpeciesHooks):
    """The effects of a modifier on its card, one field for each time at which an effect can run."""

    when_gained: EffectJson = Field(default=[], title="When it is gained")
    after_battle: EffectJson = Field(default=[], title="After a battle")


def hook_flaws(path: str, entry: SpeciesHooks, known: Vocabulary) -> Iterator[Flaw]:
    """Yield flaws of the hooks of a species or a modifier at `path`."""
    played = scopes.PLAYED_MODIFIER if isinstance(entry, ModifierHooks) else scopes.PLAYED
    yield from condition_flaws(f"{path}/allows", entry.allows, scopes.PLAYED, known)
    if entry.demands is not None:
        yield from condition_flaws(f"{path}/demands/instead", entry.demands.instead, scopes.DEMANDED, known)
        yield from condition_flaws(f"{path}/demands/also", entry.demands.also, scopes.DEMANDED, known)
    yield from effect_flaws(f"{path}/cost", entry.cost, played, known, "cost")
    yield from effect_flaws(f"{path}/when_played", entry.when_played, played, known, "play")
    yield from effect_flaws(f"{path}/at_end", entry.at_end, played, known, "end")
    if isinstance(entry, ModifierHooks):
        after = entry.after_battle
        yield from effect_flaws(f"{path}/after_battle", after, scopes.HELD, known, "card", times=PLAYERS)
        yield from effect_flaws(f"{path}/when_gained", entry.when_gained, scopes.HELD, known, "card", times=CARDS)


def brought_by(entry: "ModifierHooks", known: Vocabulary) -> frozenset[str]:
    """Return the modifiers that this modifier may add when it is added to a card. Its hooks must have no flaws."""
    return modifiers_given(read_effect(entry.when_gained, scopes.HELD), known)


def roles_of(entry: "ModifierHooks", known: Vocabulary) -> frozenset[str]:
    """Return the modifiers that a card with this modifier may act as. Its hooks must have no flaws."""
    played = (read_effect(getattr(entry, name), scopes.PLAYED_MODIFIER) for name in ("cost", "when_played", "at_end"))
    return frozenset().union(*(acts_as(effect, known) for effect in played))
