"""Splits an order that lists pairs into one order for each pair: of old and new words, or of things and numbers."""

import re
from collections.abc import Iterator

from nomic.web.composer.orders.order_words import CLOSE, OPEN
from nomic.web.composer.orders.phrasings import without_lead
from nomic.web.composer.orders.recognise_orders import OF_A_PERSON
from nomic.web.composer.orders.splitting.claims_about_law import OF_ANOTHER_TIME

MAX_PAIRS = 20  # replacements that one order lists
# "A Handy Pack should cost 10 and a Chip 15.", "The prices go up: Chips go to 30, and a deck pack to 20."
_ONLY = r"(?: only| just)?"
_ONE_OF_THEM = (
    r"(?:(?:that )?of )?(?:(?:the |an? )?(?-i:[A-Z])[^,;.:\d]{0,60}?|"
    r"(?:the |an? )(?!\w+ (?!packs?\b|cards?\b|tokens?\b)\w+s\b)[\w’'-]{2,20}(?: [\w’'-]{2,20})?)"
)
_MOVES = (
    r"(?:now )?(?:(?:go(?:es)?|is|are|rises?|falls?|drops?|increases?|decreases?)(?: now)?(?: up| down| back)?"
    r"(?=(?: from \d{1,9})? to )|becomes?)"
)
_COSTS = rf"(?:(?:should|shall|must|will|is to)(?: now)?{_ONLY} (?:cost|be)|(?:now )?costs?|costs? now|{_MOVES})"
_FROM = r"(?: from \d{1,9})?"
_ANOTHER = (
    rf"(?:[,;]? and|[,;]) (?={_ONE_OF_THEM}(?: {_COSTS}| is| are|:)?{_FROM}(?: to)?{_ONLY} \d{{1,9}}"
    r"(?!(?:(?! and )[^,;.:])* (?:to|from|of|instead)\b))"
)
# What introduces a list of prices, and needs no verb after it: "New prices: Chip 30, Deck Pack 20."
_INTRODUCES = (
    rf"(?P<lead>(?![^:]*\b(?:rules?|says?|reads?|text|words?|sentences?|tables?|rows?)\b)[^:;.,\d{OPEN}]{{0,80}}"
    rf"\bprices?\b[^:;.,\d{OPEN}]{{0,40}}: ?)?"
)
_COUNT = r"(?P<count>\d{1,9}(?: (?!and\b|instead\b|from\b|rather\b|up\b|down\b|not\b)[a-z]{2,20})?)"
_SHARED_VERB = re.compile(
    rf"{_INTRODUCES}(?P<what>[^,;:.\d]{{1,99}}?)(?: (?P<verb>{_COSTS})| is| are|:|(?=[ ]))"
    rf"(?: from (?P<was>\d{{1,9}}))?(?: to)?{_ONLY} {_COUNT}"
    rf"(?P<others>{_ANOTHER}[^.:]{{1,200}}?)"
    r"(?:,? (?:instead of|rather than|up from|down from|not) (?P<old>\d{1,9}(?:(?:,? and|,) \d{1,9})+)"
    r"(?: [a-z]{2,20})?(?: respectively)?)?",
    re.IGNORECASE,
)
_NEXT_NAMED = re.compile(_ANOTHER, re.IGNORECASE)
_NAMED_AND_NUMBER = re.compile(
    rf"(?P<what>[^,;:.\d]{{1,80}}?)(?: {_COSTS}| is| are|:)?(?: from (?P<was>\d{{1,9}}))?(?: to)?{_ONLY} {_COUNT}",
    re.IGNORECASE,
)
_IS_TOLD = re.compile(r"costs?\b|\bbe$", re.IGNORECASE)
_FIGURE = re.compile(r"\d{1,9}")


# "Raise the prices of Chips and Handy Packs by 2.", "Chips and Handy Packs now cost 20 each."
_A_NAME = re.compile(r"(?:the |an? )?(?-i:[A-Z])[\w’'-]{1,30}(?: [\w’'-]{1,30}){0,2}", re.IGNORECASE)
_NAMES = r"(?P<names>[^,;:.\d]{1,50}(?:, [^,;:.\d]{1,50}){0,5}+,? and [^,;:.\d]{1,50}?)"
_TAIL = r" [^,;:.]{1,40}?"
_PRICES_OF = rf"(?:price|cost)s? of (?:both )?{_NAMES}"
_SHARED_NUMBERS = tuple(
    re.compile(rf"\A{form}(?: each| apiece)?", re.IGNORECASE)  # from the beginning: a search tries no other place
    for form in (
        rf"(?P<shift>[a-z]+ the) {_PRICES_OF}(?P<after>(?: from \d{{1,9}})? (?:to|by){_TAIL})",
        rf"(?P<shift>(?:double|halve|triple) the) {_PRICES_OF}(?P<after>)",
        rf"(?P<shift>the) {_PRICES_OF}(?P<after> (?:both )?(?:is|are|goe?s?|rises?|drops?|falls?|becomes?){_TAIL})",
        rf"(?P<shift>){_NAMES}(?P<after> (?:both |all |each )?(?:(?:should|shall|must|will|now) ){{0,2}}costs?{_TAIL})",
        rf"(?P<shift>){_NAMES}(?P<after> (?:both |all )?(?:is|are|become){_TAIL} (?:cheaper|expensive|dearer))",
    )
)
_BETWEEN_NAMES = re.compile(r",? and |, ")


def shares_a_verb(sentence: str) -> bool:
    """Return whether one verb of a sentence gives several prices: "Handy Packs cost 10 Vertebrae, Deck Packs 15."."""
    return bool(prices_with_shared_verb(sentence))


def prices_with_shared_verb(sentence: str) -> list[str]:
    """Return a sentence for each price: "Handy Packs cost 10 Vertebrae and Deck Packs 15." names two.

    Returns [] if it does not name several, or if a part of it cannot be read.
    """
    words = without_lead(sentence).rstrip(" .!;")
    if (same := next(filter(None, (form.fullmatch(words) for form in _SHARED_NUMBERS)), None)) is not None:
        names = _BETWEEN_NAMES.split(same["names"])
        if not all(map(_A_NAME.fullmatch, names)):
            return []
        lead = f"{same['shift']} price of " if same["shift"] else ""
        return [f"{lead}{name}{same['after']}" for name in names]
    shared = _shared_verb(sentence)
    if shared is None:
        return []
    others = [_NAMED_AND_NUMBER.fullmatch(each) for each in _NEXT_NAMED.split(shared["others"])[1:]]
    prices = [each for each in (shared, *others) if each is not None]
    before = _FIGURE.findall(shared["old"] or "") or [each["was"] for each in prices]
    if len(prices) != len(others) + 1 or len(before) != len(prices):
        return []
    is_told = _IS_TOLD.search(shared["verb"] or "") is not None
    noun = None if is_told else _NOUN_OF.match(shared["what"])
    return [
        f"{price['what']} {shared['verb']} {price['count']}{f' instead of {was}' if was else ''}"
        if is_told
        else f"change {_named(price['what'], noun)}{f' from {was}' if was else ''} to {price['count']}"
        for price, was in zip(prices, before, strict=True)
    ]


def _named(what: str, noun: re.Match[str] | None) -> str:
    """Return the name of a number of which a list may only give the owner: "of a Deck Pack"."""
    return _SAME_OF.sub("the price of " if noun is None else noun[0], what, count=1)


def _shared_verb(sentence: str) -> re.Match[str] | None:
    found = _SHARED_VERB.fullmatch(without_lead(sentence).rstrip(" .!;"))
    if found is None or not (found["lead"] or found["verb"]):
        return None
    is_told = any(each.search(found["lead"] or "") for each in (OF_ANOTHER_TIME, OF_A_PERSON))
    return None if is_told else found


# "change the price of a Chip to 3 and the price of a Pack from 4 to 5".
_TO_A_NUMBER = (
    r"(?:the |that of |of |how |an? |(?-i:[A-Z]))[^,;:()\d]{1,80}?(?: from \d{1,9}(?: [a-z]{1,20})?)? (?:to|by) "
    r"(?:be )?\d{1,9}"
    r"(?: (?!and\b|in\b)[a-z]{1,20})?"
)
AND_A_NUMBER = re.compile(rf"(?:,? and|,) (?={_TO_A_NUMBER})", re.IGNORECASE)
SEVERAL_NUMBERS = re.compile(
    r"(?P<verb>(?:(?:in|from|under|at) [^;:.,]{1,160}+, ?)?(?:change|set|raise|lower|increase|decrease|reduce|make) )"
    rf"(?P<pairs>{_TO_A_NUMBER}(?:(?:,? and|,) {_TO_A_NUMBER}){{1,12}})(?P<rest>[^,;]{{0,100}})",
    re.IGNORECASE,
)
_NOUN_OF = re.compile(r"the [a-z ]{1,40}? of ", re.IGNORECASE)
_SAME_OF = re.compile(r"^(?:(?:that )?of |(?!the |how ))", re.IGNORECASE)
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
        yield f"{numbers['verb']}{pair if noun is None else _named(pair, noun)}{numbers['rest']}"


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
