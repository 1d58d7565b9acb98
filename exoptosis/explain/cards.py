"""Descriptions of species and modifiers in English, generated from the law's data."""

from collections.abc import Callable, Iterator
from weakref import WeakKeyDictionary

from exoptosis.law.battles import GameLaw
from exoptosis.law.cards import ModifierKind, modifiers_of, species_of
from exoptosis.law.hooks import SpeciesHooks
from nomic.effects.checking.effects_in_sections import ConditionJson
from nomic.effects.language import scopes
from nomic.effects.language.nodes.base import Effect
from nomic.effects.language.nodes.conditions import All
from nomic.effects.language.parser import read_condition, read_effect
from nomic.effects.prose.context import Context
from nomic.effects.prose.describe import condition_in_words, effect_in_clauses, effect_in_lines
from nomic.effects.prose.english_grammar import listed, sentence
from nomic.effects.prose.values.relative_clauses import relative
from nomic.inventory.law_section import wording_of
from nomic.law.document.sections import Law

MOMENTS = (
    ("cost", "before anything else, ", scopes.PLAYED_MODIFIER),
    ("when_played", "", scopes.PLAYED_MODIFIER),
    ("at_end", "last of all, ", scopes.PLAYED_MODIFIER),
    ("when_gained", "when this card is gained, ", scopes.HELD),
    ("after_battle", "after each battle in which this card was in its owner's hand, ", scopes.HELD),
)
MAX_WORDS = 25  # of a sentence that could also be a list


# Cache of descriptions per law, because every displayed card has one.
_said: WeakKeyDictionary[Law, dict[tuple[str, str], tuple[str, ...]]] = WeakKeyDictionary()


def explain_species(law: Law, name: str) -> tuple[str, ...]:
    """Return a sentence for each effect of a species. Empty if the species does not exist or has no effects."""
    return _once(law, "species", name, _explain_species)


def explain_modifier(law: Law, name: str) -> tuple[str, ...]:
    """Return a sentence for each effect of a modifier. Empty if the modifier does not exist or has no effects."""
    return _once(law, "modifier", name, _explain_modifier)


def _once(law: Law, kind: str, name: str, explain: Callable[[Law, str], tuple[str, ...]]) -> tuple[str, ...]:
    said = _said.setdefault(law, {})
    if (kind, name) not in said:
        said[kind, name] = explain(law, name)
    return said[kind, name]


def _explain_species(law: Law, name: str) -> tuple[str, ...]:
    species = species_of(law).get(name)
    return () if species is None else tuple(hooks_in_words(species.hooks, wording_of(law)))


def _explain_modifier(law: Law, name: str) -> tuple[str, ...]:
    modifier = modifiers_of(law).get(name)
    if modifier is None:
        return ()
    return (*_what_it_is(modifier), *hooks_in_words(modifier.hooks, wording_of(law)))


def _what_it_is(modifier: ModifierKind) -> Iterator[str]:
    """Yield a sentence for each property of a modifier apart from its hooks."""
    if modifier.turns_into is not None:
        gained = [f"the value {value}" for value in modifier.turns_into.values]
        gained += [f"the suit {name}" for name in modifier.turns_into.suits]
        gained += [f"the colour {name}" for name in modifier.turns_into.colours]
        yield f"The card gains {listed(gained)} for good, and this modifier is gone."
    if modifier.indestructible:
        yield "The card cannot be destroyed."
    if modifier.not_in_first_hand:
        yield "The card cannot be in the hand with which a game begins."
    if modifier.off_turn:
        yield "The card can be played out of turn."


def hooks_in_words(hooks: SpeciesHooks, plurals: dict[str, str]) -> list[str]:
    """Return a sentence for each hook, in the order in which they run."""
    said = [*_allows(hooks, plurals), *_demands(hooks, plurals)]
    for ctx, lead, scope in MOMENTS:
        raw = getattr(hooks, ctx) if ctx in type(hooks).model_fields else []
        said += _led(lead, _in_clauses(read_effect(raw, scope), plurals))
    return said


def _in_clauses(effect: Effect, plurals: dict[str, str]) -> list[str]:
    """Return an effect in clauses, with the steps of a long one in a list below it."""
    said = effect_in_clauses(effect, plurals)
    return effect_in_lines(effect, plurals) if any(len(each.split()) > MAX_WORDS for each in said) else said


def _led(lead: str, said: list[str]) -> list[str]:
    """Return the effects of a hook as sentences, the first after an introduction, the others after "then"."""
    if not said or not lead:
        return [sentence(each) for each in said]
    first, *others = said
    return [
        sentence(f"{lead}{first}"),
        *(sentence(each if each.startswith("otherwise") else f"{_then(each)} {each}") for each in others),
    ]


def _then(said: str) -> str:
    return "then," if said.startswith(("if ", "for ", "when ", "the next time ")) else "then"


def _allows(hooks: SpeciesHooks, plurals: dict[str, str]) -> list[str]:
    if hooks.allows is None:
        return []
    allows = read_condition(hooks.allows, scopes.PLAYED)
    if isinstance(allows, All) and not allows.all_:
        return ["It can be played on anything."]
    return [sentence(f"it can also be played if {condition_in_words(allows, plurals)}")]


def _demands(hooks: SpeciesHooks, plurals: dict[str, str]) -> list[str]:
    said = []
    if hooks.demands is not None and hooks.demands.instead is not None:
        card = _demanded(hooks.demands.instead, plurals)
        said.append(f"Any card{card} can be played on it, and no other card can.")
    if hooks.demands is not None and hooks.demands.also is not None:
        said.append(f"Only a card{_demanded(hooks.demands.also, plurals)} can be played on it.")
    return said


def _demanded(raw: ConditionJson, plurals: dict[str, str]) -> str:
    """Return a demand on the card above as a relative clause: " that shares a colour with this card"."""
    return relative(read_condition(raw, scopes.DEMANDED), "above", Context(plurals), several=False)


def opening_in_words(law: Law) -> str:
    """Return a sentence about the cards that can be played on the empty table (R38)."""
    opening = read_condition(law.section("exoptosis", GameLaw).opening, scopes.OPENING)
    if isinstance(opening, All) and not opening.all_:
        return "Any card can be the first."
    which = relative(opening, "this", Context(wording_of(law)), several=False)
    return f"Any card{which} can be the first on the pile."
