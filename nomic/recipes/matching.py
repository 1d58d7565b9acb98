"""Finds recipes that match a text by shared words. Rare words have more weight."""

import re
from collections import Counter
from collections.abc import Mapping
from functools import cache
from math import log

from nomic.law.document.sections import Law
from nomic.recipes.catalogue import Listed, recipes
from nomic.recipes.questions import Amount
from nomic.recipes.sentences import PHRASES
from nomic.recipes.who_gains_or_loses import A_LIMIT, agrees, limits_something, moves_something

MOST = 3  # recipes for one text
LONGEST = 2_000  # maximum number of characters that are compared
ENOUGH = 0.28  # the least share of a text's weight that a recipe has
SHARED = 2  # words of a text that a recipe has, one of them in its names, unless the text has only one that any has
BY_NAME = 2.0  # the weight of a word in a recipe's title, name or other names
NEAR = 0.6  # the least score of a recipe, compared with the best
WORD = re.compile(r"[a-z]{3,}")
ENDINGS = re.compile(r"(?:ings?|ed|es|s|e)$")
# When something happens again and again says nothing of what: "when a phase ends" is not the end of the cycle.
_AGAIN = ("phase-ends", "week-ends", "phase-began", "week-begins", "day-begins")
TIMES = re.compile(rf"\b(?:{'|'.join(PHRASES[name] for name in _AGAIN)})\b", re.IGNORECASE)
PLAIN_WORDS = """
the and for who that this with they them their from not all are has have its into when what how much many each every
any gain player players rule shall may must can will you your one two time once day week phase get gets got everybody
everyone someone anybody anyone nobody whoever would should could does did make makes say says let something
more than less fewer least last new per
"""
PLAIN = frozenset(PLAIN_WORDS.split())


def matching_recipes(words: str, law: Law, most: int = MOST) -> tuple[Listed, ...]:
    """Return up to `most` recipes that match the text and can be used under the law, the best first."""
    plain = TIMES.sub(" ", words[:LONGEST])
    said = {stem for stem in _stems(plain) if stem in _weights()}
    whole = sum(_weights()[stem] for stem in said) + len(_unknown(plain))
    if not said or not whole:
        return ()
    is_limit = limits_something(words)
    scored = [
        (_score(said, name) / whole, listed)
        for name, listed in recipes().items()
        if _shares_enough(said, name) and (not is_limit or A_LIMIT in listed.recipe.senses.values())
    ]
    enough = max(ENOUGH, NEAR * max((score for score, _ in scored), default=0.0))
    found = [each for each in scored if each[0] >= enough and _agrees(words, each[1])]
    if moves_something(words):  # ideas that move the same come before those that only speak of it
        enough = max((score for score, listed in found if listed.recipe.senses), default=0.0)
        found = [each for each in found if each[0] >= enough or each[1].recipe.senses]
    found.sort(key=lambda each: -each[0])
    return tuple([listed for _, listed in found if not listed.why_not(law)][:most])


def _agrees(words: str, listed: Listed) -> bool:
    senses, questions = listed.recipe.senses, listed.recipe.questions
    needed = (sense for name, sense in senses.items() if isinstance(it := questions[name], Amount) and it.least)
    return agrees(words, senses.values(), needed)


def _shares_enough(said: set[str], name: str) -> bool:
    own = _own_words()[name]
    shared = said & own.keys()
    return len(shared) >= (SHARED if len(said) > 1 else 1) and any(own[stem] >= BY_NAME for stem in shared)


def _score(said: set[str], name: str) -> float:
    own = _own_words()[name]
    return sum(_weights()[stem] * own.get(stem, 0) for stem in said)


def _unknown(words: str) -> set[str]:
    return {stem for stem in _stems(words) if stem not in _weights()}


def telling_words(words: str) -> list[str]:
    """Return the words of a text that carry its meaning, in lower case."""
    return [word for word in WORD.findall(words.casefold()) if word not in PLAIN]


def _stems(words: str) -> list[str]:
    return [ENDINGS.sub("", word) for word in telling_words(words)]


@cache
def _own_words() -> Mapping[str, Mapping[str, float]]:
    """Return the weight of each stem by recipe. Words of its names weigh more: its title, its file, `also`."""
    found: dict[str, dict[str, float]] = {}
    for name, listed in recipes().items():
        recipe = listed.recipe
        asks = " ".join(question.asks for question in recipe.questions.values())
        found[name] = dict.fromkeys(_stems(f"{recipe.says} {asks}"), 1.0)
        found[name] |= dict.fromkeys(_stems(f"{recipe.title} {name} {recipe.also}"), BY_NAME)
    return found


@cache
def _weights() -> Mapping[str, float]:
    """Return the inverse document frequency of each stem: rarer stems weigh more."""
    found = Counter(stem for own in _own_words().values() for stem in own)
    return {stem: log(1 + len(_own_words()) / count) for stem, count in found.items()}
