"""Formulas of games in words, with what their names stand for there."""

from collections.abc import Mapping
from typing import Any

from nomic.effects.language.parser import read_condition, read_number
from nomic.effects.prose.context import Context, Meant, clause, number
from nomic.effects.prose.english import in_words as in_words  # makes known how all nodes are said
from nomic.effects.prose.grammar import definite


def formula_in_words(formula: int | str | Mapping[str, Any], **given: str) -> str:
    """A formula without flaws; `given` says what each of its names is: `level="its level"`."""
    return number(read_number(formula, dict.fromkeys(given, "number")), _knowing(given))


def test_in_words(test: Mapping[str, Any], **given: str) -> str:
    """A condition on numbers without flaws, as what follows an "if"."""
    return clause(read_condition(test, dict.fromkeys(given, "number")), _knowing(given))


def _knowing(given: Mapping[str, str]) -> Context:
    return Context(names={name: Meant("number", noun=definite(words)) for name, words in given.items()})
