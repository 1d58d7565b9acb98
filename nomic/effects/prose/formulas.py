"""English descriptions of games' formulas, with the nouns of their names."""

from collections.abc import Mapping
from typing import Any

from nomic.effects.language.parser import read_condition, read_number
from nomic.effects.prose.context import Context, NameMeaning, clause, number
from nomic.effects.prose.describe import in_words as in_words  # registers the descriptions of all nodes
from nomic.effects.prose.english_grammar import definite


def formula_in_words(formula: int | str | Mapping[str, Any], **given: str) -> str:
    """Describe a valid formula. `given` holds the noun of each name, such as `level="its level"`."""
    return number(read_number(formula, dict.fromkeys(given, "number")), _knowing(given))


def test_in_words(test: Mapping[str, Any], **given: str) -> str:
    """Describe a valid condition on numbers, as it follows an "if"."""
    return clause(read_condition(test, dict.fromkeys(given, "number")), _knowing(given))


def _knowing(given: Mapping[str, str]) -> Context:
    return Context(names={name: NameMeaning("number", noun=definite(words)) for name, words in given.items()})
