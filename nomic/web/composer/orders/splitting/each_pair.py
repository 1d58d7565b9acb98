"""Splits an order that lists pairs into one order for each pair: of old and new words, or of things and numbers."""

import re
from collections.abc import Iterator

from nomic.web.composer.orders.order_words import CLOSE, OPEN
from nomic.web.composer.orders.phrasings import without_lead

MAX_PAIRS = 20  # replacements that one order lists
# "A Handy Pack should cost 10 and a Chip 15.", "Handy Packs cost only 10 Vertebrae and a deck pack costs 15."
_ONLY = r"(?: only| just)?"
_ONE_OF_THEM = (
    r"(?:(?:the |an? )?(?-i:[A-Z])[^,;.:\d]{0,60}|"
    r"(?:the |an? )(?!\w+ (?!packs?\b|cards?\b|tokens?\b)\w+s\b)[\w’'-]{2,20}(?: [\w’'-]{2,20})?)"
)
_ANOTHER = rf"(?:,? and|,) (?={_ONE_OF_THEM}(?: costs?)?{_ONLY} \d{{1,9}}(?![^,;.:]* (?:to|from|of|instead)\b))"
_SHARED_VERB = re.compile(
    rf"(?P<what>[^,;:.\d]{{1,99}}?) (?P<verb>(?:should|shall|must|will|is to)(?: now)?{_ONLY} (?:cost|be)|"
    rf"(?:now )?costs?|costs? now){_ONLY} (?P<count>\d{{1,9}}(?: [a-z]{{2,20}})?)(?P<others>{_ANOTHER}[^;.:]{{1,200}})",
    re.IGNORECASE,
)
_NEXT_NAMED = re.compile(_ANOTHER, re.IGNORECASE)
_NAMED_AND_NUMBER = re.compile(
    rf"(?P<what>[^,;:.\d]{{1,80}}?)(?: costs?)?{_ONLY} (?P<count>\d{{1,9}}(?: (?!and\b)[a-z]{{2,20}})?)", re.IGNORECASE
)


def shares_a_verb(sentence: str) -> bool:
    """Return whether one verb of a sentence gives several prices: "Handy Packs cost 10 Vertebrae, Deck Packs 15."."""
    return _shared_verb(sentence) is not None


def prices_with_shared_verb(sentence: str) -> list[str]:
    """Return a sentence for each price: "Handy Packs cost 10 Vertebrae and Deck Packs 15." names two.

    Returns [] if it does not name several, or if a part of it cannot be read.
    """
    shared = _shared_verb(sentence)
    if shared is None:
        return []
    others = _NEXT_NAMED.split(shared["others"])[1:]
    prices = [shared, *map(_NAMED_AND_NUMBER.fullmatch, others)]
    return [f"{each['what']} {shared['verb']} {each['count']}" for each in prices if each] if all(prices) else []


def _shared_verb(sentence: str) -> re.Match[str] | None:
    return _SHARED_VERB.fullmatch(without_lead(sentence).rstrip(" .!;"))


# "change the price of a Chip to 3 and the price of a Pack from 4 to 5".
_TO_A_NUMBER = (
    r"(?:the |that of |how )[^,;:()\d]{1,80}?(?: from \d{1,9}(?: [a-z]{1,20})?)? (?:to|by) (?:be )?\d{1,9}"
    r"(?: (?!and\b|in\b)[a-z]{1,20})?"
)
AND_A_NUMBER = re.compile(rf"(?:,? and|,) (?={_TO_A_NUMBER})", re.IGNORECASE)
SEVERAL_NUMBERS = re.compile(
    r"(?P<verb>(?:(?:in|from|under|at) [^;:.,]{1,160}+, ?)?(?:change|set|raise|lower|increase|decrease|reduce|make) )"
    rf"(?P<pairs>{_TO_A_NUMBER}(?:(?:,? and|,) {_TO_A_NUMBER}){{1,12}})(?P<rest>[^,;]{{0,100}})",
    re.IGNORECASE,
)
_NOUN_OF = re.compile(r"the [a-z ]{1,40}? of ", re.IGNORECASE)
_THAT_OF = re.compile(r"^that of ", re.IGNORECASE)
PAIR = rf"{OPEN}\d++{CLOSE},? (?:with|by|to|into) {OPEN}\d++{CLOSE}"
PAIRS = re.compile(PAIR, re.IGNORECASE)
BETWEEN_PAIRS = re.compile(
    r"(?:,|;)? ?\(?(?:(?:and (?:also )?|as well as )(?:also )?)?"
    r"(?:the (?:words?|text|phrase|sentence|term|string)s? )?$",
    re.IGNORECASE,
)
_REPLACES = re.compile(
    r"\b(?:replace|change|substitute|reword|rewrite|rephrase|amend|alter|modify|edit|update)\b", re.IGNORECASE
)


def each_pair(order: str) -> Iterator[str]:
    """Yield an order for each pair in "replace one with two, and three with four".

    A named place applies to all of them. An order without several pairs is yielded unchanged.
    """
    order = order.rstrip(" .;")
    numbers = SEVERAL_NUMBERS.fullmatch(order)
    yield from _each_word_pair(order) if numbers is None else _each_number(numbers)


def _each_number(numbers: re.Match[str]) -> Iterator[str]:
    first, *others = AND_A_NUMBER.split(numbers["pairs"])[:MAX_PAIRS]
    noun = _NOUN_OF.match(first)
    for pair in (first, *others):
        named = pair if noun is None else _THAT_OF.sub(noun[0], pair)
        yield f"{numbers['verb']}{named}{numbers['rest']}"


def _each_word_pair(order: str) -> Iterator[str]:
    pairs = [*PAIRS.finditer(order)][:MAX_PAIRS]
    verb = order[: pairs[0].start()] if pairs else ""
    if len(pairs) < 2 or _REPLACES.search(verb) is None:
        yield order
        return
    ends = [pair.start() for pair in pairs[1:]] + [len(order)]
    rests = [order[pair.end() : end] for pair, end in zip(pairs, ends, strict=True)]
    rests = [BETWEEN_PAIRS.sub("", rest) for rest in rests[:-1]] + rests[-1:]
    rests = [rest.removeprefix(")") if "(" not in rest else rest for rest in rests]
    given = [rest for rest in rests if rest.strip()]
    for index, pair in enumerate(pairs):
        later = next((rest for rest in rests[index:] if rest.strip()), given[-1] if given else "")
        yield f"{verb}{pair[0]}{later}"
