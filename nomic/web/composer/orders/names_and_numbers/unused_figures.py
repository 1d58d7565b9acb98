"""Finds the numbers of an order that its changes do not use: an order with such a number is not wholly carried out."""

import re
from collections.abc import Iterator, Sequence
from typing import Any

from nomic.law.document.sections import Law, pointer, value_at
from nomic.law.labels.value_labels import name_of, path_of, place_in
from nomic.law.search.values import is_a_number
from nomic.web.composer.orders.names_and_numbers.number_words import SHORT_NUMBER, number_meant
from nomic.web.composer.orders.order_words import RULE_NOUN
from nomic.web.composer.orders.splitting.orders_with_quotations import MARK
from nomic.web.typed_amendments import Operation

# "Rule 4", "power 2" and "7.1" name a rule or a property that no law has; "by 2" is a difference; "these two
# paragraphs" and "one of them" count parts of a text.
_PART = "paragraph|sentence|line|bullet|item|row|word|option|entry|point|number|step|column"
_FIGURE = re.compile(
    rf"(?<![\w.,'’=#-])(?!one\b){SHORT_NUMBER}"
    rf"(?![\w-]|\.\d| hundred\b| (?:{_PART})s?\b)",
    re.IGNORECASE,
)
_NAMES_A_NUMBER = re.compile(
    rf"(?:\b(?:{RULE_NOUN}s?|{_PART}|numbered|power|by)(?: and \d+)?|\band rule|\bhundred(?: and)?) $", re.IGNORECASE
)
_REPLACED = re.compile(
    r"(?:\b(?:from|instead of|rather than|not|than|was|currently|no longer|change|replace|raise|lower|reduce|"
    r"increase|the|these|those|all|of)|[(:]) ?$",
    re.IGNORECASE,
)
_BECOMES = re.compile(r"(?: [\w%]+){0,2} ?(?:-?->|=>|→|\bto\b|\bbecomes?\b|\bwith\b)", re.IGNORECASE)
_IN_TEXTS = re.compile(rf"(?<![\w-]){SHORT_NUMBER}(?!\w)", re.IGNORECASE)
_PER_CENT = re.compile(r" ?(?:%|per ?cent)")
_TIMES = re.compile(r" times\b")
_UNITS = (1, 24, 60, 168, 1440, 10_080)  # hours or minutes in a larger unit of time
_LONGEST_BEFORE = 40  # characters before a number that say what it is


def unused_figures(order: str, before: Law, after: Law, operations: Sequence[Operation]) -> list[re.Match[str]]:
    """Return the numbers of an order that are neither new nor former values of what it changes.

    A former value counts only if the order says that it is replaced: "from 2", "instead of 2", "2 → 3". Numbers in
    quotations are left out, because they are text. The matches are places in `order`.
    """
    words = MARK.sub(lambda found: " " * len(found[0]), order)
    changed = [path_of(str(each["path"])) for each in operations if each["op"] != "test"]
    new = {number for path in changed for number in _numbers(_at(after, path))}
    new |= {number for path in changed for number in _numbers(_named(after, path))}
    old = {number for path in changed for number in _numbers(_at(before, path))}
    pairs = [(_at(before, path), _at(after, path)) for path in changed]
    shifts = [(was, abs(now - was)) for was, now in pairs if is_a_number(was) and is_a_number(now)]
    return [each for each in _FIGURE.finditer(words) if not (_is_used(each, new, old) or _is_shift(each, shifts))]


def _is_used(figure: re.Match[str], new: set[float], old: set[float]) -> bool:
    start = figure.string[max(0, figure.start() - _LONGEST_BEFORE) : figure.start()]
    number = float(number_meant(figure[0]))
    if number in new or _NAMES_A_NUMBER.search(start):
        return True
    is_replaced = _REPLACED.search(start) or _BECOMES.match(figure.string, figure.end())
    return number in old and bool(is_replaced)


def _is_shift(figure: re.Match[str], shifts: Sequence[tuple[float, float]]) -> bool:
    """Return whether a number is by how much a value changes, by how many hundredths of it, or how often it is taken.

    `shifts` has former values, each with its change, which is rounded.
    """
    number = number_meant(figure[0])
    if _PER_CENT.match(figure.string, figure.end()):
        return any(abs(was * number / 100 - change) < 1 for was, change in shifts)
    if _TIMES.match(figure.string, figure.end()):
        return any(was * (number - 1) == change for was, change in shifts)
    return any(change == number * unit for _, change in shifts for unit in _UNITS)


def _named(law: Law, path: Sequence[str]) -> str:
    """Return the name of a value, which may have a number: “Fuse two cards”."""
    return name_of(law.document, place_in(law.document, pointer(*path))).words


def _at(law: Law, path: Sequence[str]) -> Any:
    try:
        return value_at(law.document, pointer(*path))
    except LookupError:
        return None  # added or removed


def _numbers(value: Any) -> Iterator[float]:
    """Yield all numbers in a value and its texts, and lengths of time also in larger units."""
    if isinstance(value, dict):
        for key, part in value.items():
            yield from _numbers(key)
            yield from _numbers(part)
            if key == "days" and is_a_number(part):
                yield part / 7  # weeks
    elif isinstance(value, list | tuple):
        for part in value:
            yield from _numbers(part)
    elif isinstance(value, str):
        yield from (float(number_meant(each[0])) for each in _IN_TEXTS.finditer(value))
    elif isinstance(value, int | float) and not isinstance(value, bool):
        yield from (abs(value) / unit for unit in _UNITS)
