"""Numbers as people write them: "three days", "twenty-five", "a hundred"."""

import re
from fractions import Fraction

_ONES = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
_TEENS = (
    *("ten", "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"),
)
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_ONE = "|".join(_ONES)
_BELOW_HUNDRED = rf"(?:(?:{'|'.join(_TENS)})(?:[- ](?:{_ONE}))?|{'|'.join(_TEENS)}|{_ONE})"
# A number in words, up to 999. The words around it must not be letters.
NUMBER_WORD = (
    rf"(?:(?:(?:an?|{_ONE}) )?hundred(?: (?:and )?{_BELOW_HUNDRED})?|(?:a|one) dozen|{_BELOW_HUNDRED}|zero)(?!\w|-\w)"
)
NUMBER = rf"(?:\d{{1,9}}|{NUMBER_WORD})"
# A number in figures or in a single word, as most are.
SHORT_NUMBER = rf"(?:\d{{1,9}}|(?:{'|'.join(_TENS)})(?:-(?:{_ONE}))?|{'|'.join(_TEENS)}|{_ONE})"
_IN_WORDS = re.compile(rf"(?<![\w-]){NUMBER_WORD}", re.IGNORECASE)
_FIRST = re.compile(rf"{NUMBER_WORD}|an?(?= (?:week|day|hour|minute)s?\b)", re.IGNORECASE)
_VALUES = {
    "zero": 0,
    "dozen": 12,
    **{word: 1 + place for place, word in enumerate((*_ONES, *_TEENS))},
    **{word: 20 + 10 * place for place, word in enumerate(_TENS)},
}
_PARTS = ("half", "third", "quarter", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
_PER_CENT = r"(?:%|per ?cent)"
# A part of a number: "half", "a third", "two-thirds", "20%". The words around it must not be letters.
SHARE = rf"(?:\d{{1,4}} ?{_PER_CENT}|(?:(?:an?|{_ONE}|\d)[ -])?(?:half|(?:{'|'.join(_PARTS[1:])})s?))(?![\w-])"
_SHARE = re.compile(
    rf"(?P<hundredths>\d{{1,4}}) ?{_PER_CENT}|(?:(?P<n>an?|{_ONE}|\d)[ -])?(?P<part>half|{'|'.join(_PARTS[1:])})s?",
    re.IGNORECASE,
)
_HIGHEST_OF_THE_LAW = 12  # the law itself has words for numbers up to this one
TIME = r"(?:weeks?|days?|hours?|minutes?)"
_BARE = re.compile(r"\d{1,9}")
_OF_TIME = re.compile(rf"\d{{1,9}} (?P<unit>{TIME})(?: each)?", re.IGNORECASE)


def number_meant(words: str) -> int:
    """Return the number that `NUMBER` or `NUMBER_WORD` matched."""
    if words.isdecimal():
        return int(words)
    hundreds, hundred, rest = words.casefold().rpartition("hundred")
    total = 100 * _VALUES.get(hundreds.strip(), 1) if hundred else 0
    return total + sum(_VALUES.get(each, 0) for each in re.split(r"[ -]", rest))


def share_meant(words: str) -> Fraction | None:
    """Return the part of a number that `SHARE` matched, 2/3 for "two thirds", or None for other words."""
    found = _SHARE.fullmatch(words.strip(" ."))
    if found is None:
        return None
    if found["hundredths"]:
        return Fraction(int(found["hundredths"]), 100)
    n = (found["n"] or "a").casefold()
    return Fraction(1 if n in ("a", "an") else number_meant(n), 2 + _PARTS.index(found["part"].casefold()))


def in_figures(words: str) -> str:
    """Return a value with the number at its beginning in digits: "3 days" for "three days"."""
    found = _FIRST.match(words)
    if found is None:
        return words
    number = 1 if found[0].casefold() in ("a", "an") else number_meant(found[0])
    return f"{number}{words[found.end() :]}"


def with_high_figures(words: str) -> str:
    """Return a sentence with those numbers in digits for which the law has no words."""

    def shown(found: re.Match[str]) -> str:
        number = number_meant(found[0])
        return f"{number}" if number > _HIGHEST_OF_THE_LAW else found[0]

    return _IN_WORDS.sub(shown, words)


def with_one_unit(one: str, other: str) -> tuple[str, str]:
    """Return two lengths of time in digits. If one of them has no unit, it gets the other's: "from 2 to 3 days"."""
    both = (in_figures(one), in_figures(other))
    units = [_OF_TIME.fullmatch(each.strip(" .")) for each in both]
    unit = next((found["unit"] for found in units if found is not None), "")
    first, second = (f"{each} {unit}" if unit and _BARE.fullmatch(each) else each for each in both)
    return first, second
