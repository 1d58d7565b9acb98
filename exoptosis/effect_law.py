"""Effects and conditions as the law's sections hold them: JSON, kept as it is written, and the hooks of cards."""

from collections.abc import Callable, Iterator
from typing import Annotated, Any

from pydantic import Field

from nomic.effects import hooks
from nomic.effects.checking import flaws_of
from nomic.effects.naming import Piece, acts_as
from nomic.effects.nodes import Scope
from nomic.effects.placing import Moment
from nomic.effects.reading import EffectFlaw, read_condition, read_effect
from nomic.effects.vocabulary import Vocabulary
from nomic.law.sections import Flaw, SectionModel

ConditionJson = dict[str, Any]
EffectJson = Annotated[list[dict[str, Any]], Field(max_length=100)]


class Demands(SectionModel):
    """What a card demands of the card upon it ($above upon $this): `instead` of the usual, or `also`, besides (R37)."""

    instead: ConditionJson | None = None
    also: ConditionJson | None = None


class SpeciesHooks(SectionModel):
    """What a species does, and when.

    `allows`: a condition under which its card also goes upon another ($this upon $beneath). `at_end` acts after
    everything else of a play, just before the win check.
    """

    allows: ConditionJson | None = None
    demands: Demands | None = None
    cost: EffectJson = []
    when_played: EffectJson = []
    at_end: EffectJson = []


class ModifierHooks(SpeciesHooks):
    """What a modifier does to its card, and when."""

    when_gained: EffectJson = []
    after_battle: EffectJson = []


def condition_flaws(
    path: str, raw: ConditionJson | None, scope: Scope, known: Vocabulary, moment: Moment = "legality"
) -> Iterator[Flaw]:
    """What is wrong with a condition that stands at `path`."""
    if raw is not None:
        yield from _flaws(path, lambda: read_condition(raw, scope), known, moment)


def effect_flaws(path: str, raw: EffectJson, scope: Scope, known: Vocabulary, moment: Moment) -> Iterator[Flaw]:
    """What is wrong with an effect that stands at `path`."""
    if raw:
        yield from _flaws(path, lambda: read_effect(raw, scope), known, moment)


def _flaws(path: str, read: Callable[[], Piece], known: Vocabulary, moment: Moment) -> Iterator[Flaw]:
    try:
        piece = read()
    except EffectFlaw as flaw:
        yield Flaw(f"{path}{flaw.path}", flaw.detail)
        return
    for found in flaws_of(piece, known, moment):
        yield Flaw(f"{path}{found.path}", found.detail)


def hook_flaws(path: str, entry: SpeciesHooks, known: Vocabulary) -> Iterator[Flaw]:
    """What is wrong with the hooks of a species or a modifier, which stand at `path`."""
    played = hooks.PLAYED_MODIFIER if isinstance(entry, ModifierHooks) else hooks.PLAYED
    yield from condition_flaws(f"{path}/allows", entry.allows, hooks.PLAYED, known)
    if entry.demands is not None:
        yield from condition_flaws(f"{path}/demands/instead", entry.demands.instead, hooks.DEMANDED, known)
        yield from condition_flaws(f"{path}/demands/also", entry.demands.also, hooks.DEMANDED, known)
    for name in ("cost", "when_played", "at_end"):
        yield from effect_flaws(f"{path}/{name}", getattr(entry, name), played, known, "play")
    if isinstance(entry, ModifierHooks):
        for name in ("when_gained", "after_battle"):
            yield from effect_flaws(f"{path}/{name}", getattr(entry, name), hooks.HELD, known, "card")


def roles_of(entry: "ModifierHooks", known: Vocabulary) -> frozenset[str]:
    """As which modifiers a card with this one may act. Its hooks have no flaws."""
    played = (read_effect(getattr(entry, name), hooks.PLAYED_MODIFIER) for name in ("cost", "when_played", "at_end"))
    return frozenset().union(*(acts_as(effect, known) for effect in played))
