"""Searches the gallery of recipes by everyday words, in all texts of a recipe. Synonyms of a word count too."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from math import log
from pathlib import Path
from typing import Any

import yaml

from nomic.law.search.values import MIN_BEGINNING_LENGTH, stems_of
from nomic.recipes.catalogue import Listed, recipes
from nomic.recipes.questions import ChoiceQuestion
from nomic.recipes.schema import Recipe

SYNONYMS = Path(__file__).with_name("synonyms.yaml")
LONGEST = 200  # characters of a search
MAX_WORDS = 12  # maximum number of words of a search
# The weight of a word by its place: its title, its other names, its questions and answers, its rule.
IN_TITLE, IN_NAMES, IN_QUESTIONS, IN_RULE = 4.0, 3.0, 1.5, 0.5
SYNONYM, BEGINNING = 0.5, 0.5  # of the weight of the word itself
NEAR = 0.6  # the least score of a result, compared with the best


def search_gallery(words: str) -> list[Listed]:
    """Return the recipes that match a search, the best first. Empty if no word of the search is known.

    Rare words count for more than common ones. A recipe need not have all words of the search.
    """
    scores: defaultdict[str, float] = defaultdict(float)
    for stem in stems_of(words[:LONGEST])[:MAX_WORDS]:
        found = _recipes_with(stem)
        worth = log(1 + len(recipes()) / (1 + len(found)))
        for name, weight in found.items():
            scores[name] += weight * worth
    enough = NEAR * max(scores.values(), default=0)
    ranked = sorted(scores.items(), key=lambda each: -each[1])
    return [recipes()[name] for name, score in ranked if score >= enough]


def _recipes_with(stem: str) -> Mapping[str, float]:
    """Return the weight of a searched word by recipe: its own, or the weight of a synonym.

    A word without either may be the beginning of another word.
    """
    found: dict[str, float] = {}
    meant = _synonyms(stem) | ({stem: 1.0} if len(stem) >= MIN_BEGINNING_LENGTH else {})
    for other, share in (meant if meant.keys() & _weights().keys() else _begun_by(stem)).items():
        for name, weight in _weights().get(other, {}).items():
            found[name] = max(found.get(name, 0.0), weight * share)
    return found


def _begun_by(stem: str) -> dict[str, float]:
    is_long = len(stem) >= MIN_BEGINNING_LENGTH
    return {other: BEGINNING for other in _weights() if is_long and other.startswith(stem)}


def _synonyms(stem: str) -> dict[str, float]:
    return {other: SYNONYM for group in _groups() if stem in group for other in group}


@cache
def _groups() -> tuple[frozenset[str], ...]:
    """Return the stems of each group of words that mean the same."""
    groups = yaml.safe_load(SYNONYMS.read_text(encoding="utf-8"))
    return tuple(frozenset(stems_of(words)) for words in groups.values())


@cache
def _weights() -> Mapping[str, Mapping[str, float]]:
    """Return the weights of each stem by recipe."""
    found: dict[str, dict[str, float]] = {}
    for name, listed in recipes().items():
        for text, weight in _texts(name, listed.recipe):
            for stem in stems_of(text):
                by_recipe = found.setdefault(stem, {})
                by_recipe[name] = max(by_recipe.get(name, 0.0), weight)
    return found


def _texts(name: str, recipe: Recipe) -> Iterator[tuple[str, float]]:
    """Yield the texts of a recipe with the weight of their words."""
    yield recipe.title, IN_TITLE
    yield f"{name} {recipe.also}", IN_NAMES
    yield f"{recipe.says} {recipe.kind}", IN_QUESTIONS
    for question in recipe.questions.values():
        choices = question.of.values() if isinstance(question, ChoiceQuestion) else ()
        yield " ".join((question.asks, question.help, *choices)), IN_QUESTIONS
    for rule in recipe.proposal.adds.values():
        yield " ".join(_strings(rule.get("body") if isinstance(rule, dict) else None)), IN_RULE


def _strings(template: Any) -> Iterator[str]:
    """Yield the texts in a template."""
    inner = template.values() if isinstance(template, dict) else template if isinstance(template, list) else ()
    if isinstance(template, str):
        yield template
    for each in inner:
        yield from _strings(each)
