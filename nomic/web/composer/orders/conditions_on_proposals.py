"""Recognises conditions on the fate of another proposal: "If proposal 12 passed, this does nothing"."""

import re

from nomic.web.composer.orders.order_words import CLOSE
from nomic.web.composer.orders.recognise_orders import OF_A_PERSON

ON_ANOTHER_PROPOSAL = "conditions on another proposal are not read, so this one takes effect whenever it passes"
_FATE = r"(?:pass(?:e[sd])?|fail(?:s|ed)?|enacted|adopted|popular|rejected)"
_NAMES = re.compile(
    r"\b(?:(?:proposal|motion)s? (?:#|no\. ?|number )?\d|(?:another|the other|an earlier|the (?:previous|last)) "
    rf"(?:proposal|motion)\b)|[”\"’'{CLOSE}] (?:(?:has|is|was|does|did|gets)(?: not|n['’]t)? (?:been )?)?{_FATE}\b"
    rf"|\b(?:if|unless|once) (?-i:[A-Z])[^,;:]{{2,60}}? (?:is|was|has been|gets)(?: not|n['’]t)? {_FATE}\b",
    re.IGNORECASE,
)
_IF = re.compile(
    r"\b(?:if|unless|should|in case|provided|(?:only|not) (?:once|after|when)|depends on)\b", re.IGNORECASE
)
_NEXT_SENTENCE = re.compile(r"[.!?] \S")
_HAS_A_FATE = re.compile(rf"\b{_FATE}\b", re.IGNORECASE)
# What depends on it: all of the proposal, or a part.
_OF_THIS = re.compile(
    r"\b(?:this|these|none|nothing|skip|ignore|disregard|the (?:rest|above|below|following|(?:last|first|next) "
    r"(?:sentence|paragraph|part|change|line)))\b",
    re.IGNORECASE,
)


def names_another_proposal(words: str) -> bool:
    """Return whether a condition names another proposal than the one that it is part of."""
    return _NAMES.search(words) is not None


def depends_on_another_proposal(words: str) -> bool:
    """Return whether a sentence lets this proposal depend on whether another one passes or fails."""
    needed = (_IF, _HAS_A_FATE, _OF_THIS)
    is_condition = names_another_proposal(words) and all(each.search(words) is not None for each in needed)
    return is_condition and OF_A_PERSON.search(words) is None and _NEXT_SENTENCE.search(words) is None
