"""Splits a paragraph into sentences, each without the brackets around it."""

import re
from collections.abc import Iterator

from nomic.web.composer.orders.order_words import CLOSE, OTHER_VERBS, PLACE, VERB, VERBS

_CAPITAL = "|".join(word.capitalize() for word in (*VERBS, *OTHER_VERBS, *PLACE.split("|")))
SENTENCE_END = re.compile(
    rf"(?<=[.;!?])\s+|(?<=[.!?][)\]])\s+"
    rf"|(?:(?<={CLOSE})|(?<={CLOSE}\)))\s+(?=(?:{_CAPITAL})\b|(?:Then|Also|And|Next|Finally),? (?:{VERB})\b)"
)
_ABBREVIATION = re.compile(r"\b(?:e\.g|i\.e|etc|vs|No|cf)\.$")


def sentences(paragraph: str) -> Iterator[str]:
    """Yield the sentences of a paragraph, with line breaks as spaces.

    A sentence ends at a full stop, a question or exclamation mark or a semicolon that a blank follows, except after
    abbreviations. It also ends at a quotation that a capitalised verb follows: "add “Be kind” Repeal Luck".
    """
    begun: list[str] = []
    for part in SENTENCE_END.split(" ".join(paragraph.split())):
        begun.append(part)
        if not _ABBREVIATION.search(part):
            yield " ".join(begun).strip()
            begun = []
    yield from filter(None, [" ".join(begun).strip()])


def unbracketed(words: str) -> str:
    """Return a sentence without the brackets around it, which may also enclose other sentences."""
    words = words.lstrip("([ ")
    for left, right in ("()", "[]"):
        if words.count(right) > words.count(left):
            words = words.rstrip(" .!?").removesuffix(right)
    return words
