"""Suggests corrections for words of an order that are one letter off: "Vertebre" for "Vertebrae"."""

import re

from nomic.inventory.law_section import items_of
from nomic.law.document.sections import Law
from nomic.law.search.values import stems_of
from nomic.recipes.plain_rules.not_understood.spelling import words_of_law

SHORTEST = 5  # letters of a word that is looked up: shorter ones are one letter off from too many others
_WORD = re.compile(r"[^\W\d_]+(?![\w'’])")
_OF_ORDERS = ("should", "costs", "price", "change", "rename", "repeal", "replace", "remove", "player", "proposal")


def name_meant(law: Law, order: str) -> str:
    """Return the name that a misspelt word of an order may mean.

    Returns "" if no name or several names are possible.
    """
    known = law.once("words of the names of the law", lambda: _known(law))
    stems = {stem for word in known for stem in stems_of(word)}
    known_here = known.keys() | words_of_law(law)
    for word in dict.fromkeys(_WORD.findall(order)):
        if len(word) < SHORTEST or word.casefold() in known_here or not stems.isdisjoint(stems_of(word)):
            continue
        near = sorted((name for plain, name in known.items() if _is_one_off(word.casefold(), plain)), key=len)
        if near and all(name.startswith(near[0]) for name in near):
            return near[-1]  # of "Vertebra" and "Vertebrae", the plural
    return ""


def _known(law: Law) -> dict[str, str]:
    """Return known words in lower case, each with its spelling: names of items and rules, verbs of orders."""
    names = [name for item, each in items_of(law).items() for name in (item, each.plural)]
    names += [str(rule["title"]) for rule in law.document.get("rules", {}).values()]
    words = (word for name in (*names, *_OF_ORDERS) for word in _WORD.findall(name) if len(word) >= SHORTEST)
    return {word.casefold(): word for word in words}


def _is_one_off(word: str, other: str) -> bool:
    """Return whether two words differ by one added, missing or replaced letter, or by a swap.

    The first letter must be equal: it is seldom wrong, and "fusing" is not "using".
    """
    begin = next((at for at, (mine, theirs) in enumerate(zip(word, other, strict=False)) if mine != theirs), None)
    if begin is None:
        return abs(len(word) - len(other)) == 1
    if begin == 0:
        return False
    mine, theirs = word[begin:], other[begin:]
    is_swapped = mine[:2] == theirs[1::-1] and mine[2:] == theirs[2:]
    return is_swapped or mine[1:] == theirs[1:] or mine[1:] == theirs or mine == theirs[1:]
