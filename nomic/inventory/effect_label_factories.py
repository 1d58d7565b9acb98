"""Factories of functions that describe effects, conditions and numbers in English, for the labels of law sections."""

from collections.abc import Callable

from nomic.effects.language.flaw import EffectFlaw
from nomic.effects.language.nodes.base import Scope
from nomic.effects.language.parser import read_condition, read_effect, read_number
from nomic.effects.prose.describe import (
    condition_after,
    condition_in_words,
    effect_after,
    effect_in_words,
    number_in_words,
)
from nomic.inventory.law_section import wording_of
from nomic.law.document.sections import Law
from nomic.law.labels.value_labels import in_unit
from nomic.law.schema.json_reader import Json
from nomic.law.schema.section_label import Path

Say = Callable[[Law, Path, Json], str]


def effect_said(scope: Scope) -> Say:
    """Return a function that describes an effect with these names in scope.

    The function raises ValueError for an invalid effect.
    """

    def say(law: Law, path: Path, raw: Json) -> str:
        try:
            return " ".join(effect_in_words(read_effect(raw, scope), wording_of(law))) or "nothing"
        except EffectFlaw as flaw:
            raise ValueError(str(flaw)) from None

    return say


def amount_said(scope: Scope, unit: str) -> Say:
    """Return a function that describes an amount: a number with its unit, or the expression that computes it."""

    def say(law: Law, path: Path, raw: Json) -> str:
        if not isinstance(raw, dict):
            return in_unit(raw, unit)
        try:
            return number_in_words(read_number(raw, scope), wording_of(law))
        except EffectFlaw as flaw:
            raise ValueError(str(flaw)) from None

    return say


def condition_said(scope: Scope) -> Say:
    """Return a function that describes a condition with these names in scope.

    The function raises ValueError for an invalid condition.
    """

    def say(law: Law, path: Path, raw: Json) -> str:
        try:
            return f"if {condition_in_words(read_condition(raw, scope), wording_of(law))}"
        except EffectFlaw as flaw:
            raise ValueError(str(flaw)) from None

    return say


def condition_sentence(scope: Scope, lead: str) -> Say:
    """Return a function that describes a condition after an introduction such as "you can play a card".

    The function raises ValueError for an invalid condition.
    """

    def say(law: Law, path: Path, raw: Json) -> str:
        try:
            return condition_after(lead, read_condition(raw, scope), wording_of(law))
        except EffectFlaw as flaw:
            raise ValueError(str(flaw)) from None

    return say


def effect_sentence(scope: Scope, lead: Callable[[Path], str] | str) -> Say:
    """Return a function that describes an effect after an introduction such as "when a battle is won".

    The introduction may depend on the path. The function raises ValueError for an invalid effect.
    """

    def say(law: Law, path: Path, raw: Json) -> str:
        first = lead if isinstance(lead, str) else lead(path)
        try:
            return effect_after(first, read_effect(raw, scope), wording_of(law))
        except EffectFlaw as flaw:
            raise ValueError(str(flaw)) from None

    return say


def amount_sentence(scope: Scope, unit: str, fixed: str, worked_out: str) -> Say:
    """Return a function that returns a number in one of two sentences, each with the placeholder {value}.

    `fixed` is for a number with its unit ("up to {value}"), and `worked_out` for an expression ("the number is
    {value}").
    """
    words = amount_said(scope, unit)

    def say(law: Law, path: Path, raw: Json) -> str:
        return (worked_out if isinstance(raw, dict) else fixed).format(value=words(law, path, raw))

    return say
