"""Recognises conditions on the fate of another proposal: "If proposal 12 passed, this does nothing"."""

import re

from nomic.web.composer.orders.order_words import CLOSE
from nomic.web.composer.orders.recognise_orders import OF_A_PERSON

ON_ITSELF = "conditions on the proposal itself are not read; leave the condition out, or do this by hand"
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

# "If the quorum is four, this does nothing.", "This proposal only happens if it is Monday."
_HAPPENS = (
    r"(?:this(?: (?:proposal|motion))?|none of (?:this|it|the (?:above|below|following))|"
    r"(?:nothing|everything) (?:in this proposal|here|below|above)|the rest(?: of this(?: proposal)?)?)"
    r" (?:(?:then|only|instead|also|shall|should|will|must|does|do|is to) )*"
    r"(?:(?:not |never )?(?:happens?|appl(?:y|ies)|takes? effect|do anything)|(?:does|do|changes?) nothing|"
    r"(?:has|have) no (?:other |further )?effect|goes into effect|(?:be|is) (?:void|ignored|skipped|left out|undone))"
)
_IGNORE = r"(?:please )?(?:ignore|skip|disregard) (?:this|the rest|everything)"
_NO_CONDITION = r"this (?:proposal |motion )?(?:passes|is (?:enacted|adopted))|you (?:ask|agree|like|want)"
_UNDER_A_CONDITION = re.compile(
    rf"(?:(?:and|but|also|note that),? )?(?:(?:only )?(?:if|unless|when|in case|provided(?: that)?) (?!{_NO_CONDITION})"
    rf"[^.;:?]{{3,160}}?, (?:then )?(?:{_HAPPENS}|{_IGNORE}\b)|(?:{_HAPPENS}|{_IGNORE}[a-z ]{{0,30}}?),? "
    rf"(?:only )?(?:if|unless|when|in case|provided) (?!{_NO_CONDITION})[^.;:?]{{3,160}})[ .!]*$",
    re.IGNORECASE,
)


def why_conditional(words: str) -> str:
    """Return why a sentence that makes the whole proposal conditional is not parsed, or "" for other sentences."""
    if depends_on_another_proposal(words):
        return ON_ANOTHER_PROPOSAL
    return ON_ITSELF if _UNDER_A_CONDITION.match(words.strip()) is not None else ""


def names_another_proposal(words: str) -> bool:
    """Return whether a condition names a proposal other than its own."""
    return _NAMES.search(words) is not None


def depends_on_another_proposal(words: str) -> bool:
    """Return whether a sentence makes this proposal depend on whether another one passes or fails."""
    needed = (_IF, _HAS_A_FATE, _OF_THIS)
    is_condition = names_another_proposal(words) and all(each.search(words) is not None for each in needed)
    return is_condition and OF_A_PERSON.search(words) is None and _NEXT_SENTENCE.search(words) is None
