"""Finds the one amount in a sentence: a new number, or by how much a number changes."""

import re
from dataclasses import dataclass
from fractions import Fraction

from nomic.web.composer.orders.names_and_numbers.number_words import NUMBER, SHARE, SHORT_NUMBER, TIME, in_figures

LONGEST = 300  # characters of a sentence
_OFTEN = {"once": "1", "twice": "2", "thrice": "3", "a": "1", "an": "1"}
_COUNT = rf"(?:{NUMBER}|once|twice|thrice|an?(?= {TIME}\b))"
_OLD = re.compile(
    rf",? ?(?:\b(?:instead of|rather than|in place of|and not|"
    r"not|up from|down from|from)|\((?:was|now|currently|before:?)) "
    rf"(?:the |only |after |within )?(?P<old>{_COUNT})(?P<unit> {TIME})?\b\)?",
    re.IGNORECASE,
)
_TIMES = (
    (re.compile(r"\b(?:doubles|doubled|double|twice as (?:long|many|much|often|high|large|big))\b", re.I), Fraction(2)),
    (re.compile(r"\b(?:triples|tripled|triple|three times as (?:long|many|much|often|high))\b", re.I), Fraction(3)),
    (
        re.compile(r"\b(?:halves|halved|halve|half as (?:long|many|much|often|high|large|big))\b", re.I),
        Fraction(1, 2),
    ),
)
_BY = re.compile(rf"\bby (?:another )?(?P<by>{SHARE}|{NUMBER})(?: (?:percentage )?points?)?(?P<unit> {TIME})?", re.I)
_SIGN = re.compile(r" (?:more|less|fewer|longer|shorter|additional|extra|further)\b", re.IGNORECASE)
# "two days", "one guest" and "an" before such a word
_BEFORE_SIGN = re.compile(
    rf"(?<![\w-])(?P<by>{SHORT_NUMBER}|an?)(?P<unit> {TIME})?(?P<what> [a-z’'-]{{1,20}})?$", re.IGNORECASE
)
LONGEST_BEFORE_SIGN = 60  # characters
_LESS = re.compile(
    r"\b(?:lower\w*|reduc\w+|decreas\w+|falls?|drops?|down|short\w+|cuts?|less|fewer|cheaper|minus|ease[sd]?)\b", re.I
)
_MORE_WORDS = re.compile(
    r"\b(?:rais\w+|increas\w+|rises?|risen|up|longer|more|extend\w*|length\w+|grow\w*|additional|extra|further|dearer|"
    r"plus)\b",
    re.IGNORECASE,
)
_IS_TIME = re.compile(rf"\b{TIME}\b", re.IGNORECASE)
_DICE = re.compile(r"(?<!\w)\d{0,2}d\d{1,3}(?!\w)")
_ANY = re.compile(rf"(?<![\w.,-]){_COUNT}(?: ?%| per ?cent\b)?(?P<unit> {TIME})?(?![\w-]|\.\d)", re.IGNORECASE)
_PER_CENT = re.compile(r" ?%| per ?cent$", re.IGNORECASE)
_NAMES_A_NUMBER = re.compile(r"\b(?:rules?|sections?|level|week|part|paragraph|number|no\.?|§) ?$", re.IGNORECASE)
_NOUN = re.compile(r" ([^\W\d_]{2,30})")


@dataclass(frozen=True, slots=True)
class Amount:
    """What a sentence says of a number, and the rest of the sentence, which says of which.

    One of three is given: the new value as typed, by how much it changes as typed, or how many times it is taken.
    """

    rest: str
    typed: str = ""
    by: str = ""
    is_less: bool = False
    times: Fraction | None = None
    old: str = ""  # the value now, as typed, if the sentence says so
    is_time: bool = False
    is_dice: bool = False
    noun: str = ""  # the word after a new number, which says what it counts


def amount_said(words: str) -> Amount | None:
    """Return the one amount in a sentence, or None if it has none or several."""
    said = " ".join(words.split())
    if len(said) > LONGEST:
        return None
    was = _OLD.search(said)
    old, is_time = "", False
    if was is not None:
        old, is_time = _typed(was["old"], was["unit"]), bool(was["unit"])
        said = f"{said[: was.start()]} {said[was.end() :]}"
    for pattern, times in _TIMES:
        if (found := pattern.search(said)) is not None and not _numbers(_without(said, *found.span())):
            return Amount(_without(said, *found.span()), times=times, old=old)
    if (dice := [*_DICE.finditer(said)]) and len(dice) == 1:
        return Amount(_without(said, *dice[0].span()), typed=dice[0][0], is_dice=True)
    change = _by(said) or (_more(said) if was is None else None)
    if change is not None:
        by, rest = change
        is_less, is_more = _LESS.search(said) is not None, _MORE_WORDS.search(said) is not None
        if is_less == is_more or _numbers(rest):
            return None
        return Amount(rest, by=by, is_less=is_less, old=old, is_time=is_time or _IS_TIME.search(by) is not None)
    numbers = _numbers(said)
    if len(numbers) != 1:
        return None
    (number,) = numbers
    is_time = is_time or bool(number["unit"])
    unit = number["unit"] or (f" {old.partition(' ')[2]}" if is_time and " " in old else "")
    noun = _NOUN.match(said, number.end())
    return Amount(
        _without(said, *number.span()),
        typed=_typed(_PER_CENT.sub("", number[0].removesuffix(number["unit"] or "")), unit),
        old=old,
        is_time=is_time,
        noun="" if noun is None else noun[1],
    )


def _by(said: str) -> tuple[str, str] | None:
    """Return by how much a number changes in "rises by 2 days", and the rest of the sentence, or None."""
    found = _BY.search(said)
    return (
        None if found is None else (f"{found['by']}{found['unit'] or ''}", _without(said, found.start(), found.end()))
    )


def _more(said: str) -> tuple[str, str] | None:
    """Return by how much a number changes in "one more guest", and the rest of the sentence, or None."""
    sign = _SIGN.search(said)
    begin = 0 if sign is None else max(0, sign.start() - LONGEST_BEFORE_SIGN)
    found = None if sign is None else _BEFORE_SIGN.search(said[begin : sign.start()])
    if sign is None or found is None:
        return None
    by = "1" if found["by"].casefold() in ("a", "an") else found["by"]
    rest = _without(said, begin + found.start(), sign.end(), keep=found["what"] or "")
    return f"{by}{found['unit'] or ''}", rest


def _numbers(said: str) -> list[re.Match[str]]:
    return [each for each in _ANY.finditer(said) if _NAMES_A_NUMBER.search(said, 0, each.start()) is None]


def _typed(number: str, unit: str | None) -> str:
    figures = _OFTEN.get(number.casefold(), in_figures(number))
    return f"{figures}{unit or ''}"


def _without(said: str, begin: int, end: int, keep: str = "") -> str:
    return f"{said[:begin]}{keep}{said[end:]}"
