"""Replaces words that show numbers of the law, and keeps the numbers in the law.

The rule “How it ends” shows `{{law|…}}` as "20". If its new words say "25 Renown" at the same place, the law gets 25,
and the placeholder stays. A text that says another number than the law would mislead its readers.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from nomic.law.document.sections import Law
from nomic.law.rules.placeholders import PLACEHOLDER
from nomic.law.rules.value_formats import WORDS
from nomic.web.composer.orders.changes.shown_words import (
    CannotEdit,
    FilledSpan,
    ShownText,
    shown,
    value_meant,
    values_of_all,
)
from nomic.wikitext.myers import ComparisonBudget, TooDifferent, compare_sequences

MAX_WORDS = 8  # of a number with its unit
MAX_AFTER = 60  # characters after a number in which that is looked for
MAX_BETWEEN = 2  # words between a number and what it counts
_TOKEN = re.compile(r"\w+|[^\w\s]")
_FIGURE = re.compile(rf"\b(?:\d{{1,9}}|{'|'.join(WORDS[1:])})\b", re.IGNORECASE)
_SIGNS = ".,;:!?()"
_TIMES = ("minute", "minutes", "hour", "hours", "day", "days", "week", "weeks")


@dataclass
class KeptNumbers:
    """New words with placeholders, the changed values as typed by path, and the old numbers that they do not show.

    `moved` holds the old and the new words of each number that is now at another place.
    """

    words: str
    values: dict[str, str] = field(default_factory=dict)
    lost: list[str] = field(default_factory=list)
    moved: list[tuple[str, str]] = field(default_factory=list)


def with_numbers(law: Law, old: str, new: str) -> KeptNumbers:
    """Return new words with the placeholders of the old ones, at the same places among the words that both have.

    A number that is the only one of its kind, such as days, in both the old and the new words is the same wherever it
    is.

    Raises CannotEdit if the new words contain a number in place of a value of the law that they no longer show, or two
    numbers for one value.
    """
    page = shown(law, old)
    if not page.made or PLACEHOLDER.search(new) is not None:
        return KeptNumbers(new)
    were, now = [*_TOKEN.finditer(page.text)], [*_TOKEN.finditer(new)]
    same = _same([each[0] for each in were], [each[0] for each in now])
    kept, end = KeptNumbers(new), len(new)
    meant: list[tuple[FilledSpan, dict[str, str]]] = []
    gone: list[FilledSpan] = []
    for made in reversed(page.made):
        inside = [place for place, each in enumerate(were) if made.begin <= each.start() < made.end]
        place = _place_in(law, page, made, new, _span(inside, same, len(were), now))
        said = page.text[made.begin : made.end]
        if place.words and place.end <= end and place.values is not None:
            kept.moved += [(said, place.words)] if place.is_moved else []
            end = place.begin
            kept.words = f"{kept.words[: place.begin]}{made.placeholder[0]}{kept.words[place.end :]}"
            meant.append((made, place.values))
        elif _says(new, said):
            meant.append((made, {}))
        else:
            kept.lost.append(said)
            gone.append(made)
    kept.values = values_of_all(page, meant)
    _check_not_denied(page, new, gone, meant)
    return kept


class _Place(NamedTuple):
    """The place of a placeholder's number in new words, and the values that they give it, or None if they give none."""

    begin: int
    end: int
    words: str
    values: dict[str, str] | None
    is_moved: bool


def _place_in(law: Law, page: ShownText, made: FilledSpan, new: str, span: tuple[int, int]) -> _Place:
    """Return the place of a placeholder in new words: `span`, or the place of the only number like it."""
    words = new[slice(*span)]
    is_same = words.casefold() == page.text[made.begin : made.end].casefold()
    values = {} if is_same else value_meant(law, made.placeholder, words)
    moved = _only_one_like(page, made, new) if values is None or not words else None
    if moved is None:
        return _Place(*span, words, values, is_moved=False)
    words = new[slice(*moved)]
    return _Place(*moved, words, value_meant(law, made.placeholder, words), is_moved=True)


def _check_not_denied(
    page: ShownText, new: str, gone: list[FilledSpan], meant: list[tuple[FilledSpan, dict[str, str]]]
) -> None:
    """Raise CannotEdit if new words give another number for a placeholder that they no longer show."""
    for made in gone:
        if _is_denied(page, made, new) and not any(_is_same_value(made, each) for each, _ in meant):
            raise CannotEdit(
                f"the rule takes “{page.text[made.begin : made.end][:60]}” from a number that the law keeps, and the "
                f"new words give another one: change that number first, or quote only the words that change"
            )


def _is_same_value(made: FilledSpan, other: FilledSpan) -> bool:
    return made.placeholder["what"].strip() == other.placeholder["what"].strip()


def _is_denied(page: ShownText, made: FilledSpan, new: str) -> bool:
    """Return whether new words have a number of what a placeholder counts: its unit, or the word after it."""
    noun = _noun(page, made)
    return bool(noun) and _counts(new, noun)


def _noun(page: ShownText, made: FilledSpan) -> str:
    """Return what a placeholder counts: the word for it that it shows, or that follows it, or ""."""
    noun = _FIGURE.sub("", page.text[made.begin : made.end]).split() or page.text[made.end :].split(maxsplit=1)[:1]
    return noun[-1].strip(_SIGNS) if noun else ""


def _only_one_like(page: ShownText, made: FilledSpan, new: str) -> tuple[int, int] | None:
    """Return the span of the only number with a unit in new words, if the old ones have one such number, or None."""
    noun = _noun(page, made)
    units = _TIMES if noun in _TIMES else (noun,)
    if noun not in page.text[made.begin : made.end] or sum(_noun(page, each) in units for each in page.made) != 1:
        return None
    alike = re.compile(rf"{_FIGURE.pattern} (?:{'|'.join(map(re.escape, units))})\b", re.IGNORECASE)
    if len([*alike.finditer(page.text)]) > 1:
        return None
    found = [*alike.finditer(new)]
    return found[0].span() if len(found) == 1 else None


def _says(words: str, said: str) -> bool:
    plain, wanted = (" ".join(_TOKEN.findall(each.casefold())) for each in (words, said))
    return f" {wanted} " in f" {plain} "


def _counts(words: str, noun: str) -> bool:
    """Return whether words have a number of such things: "6 random cards"."""
    after = (words[each.end() : each.end() + MAX_AFTER].casefold() for each in _FIGURE.finditer(words))
    return any(noun.casefold() in _TOKEN.findall(each)[: MAX_BETWEEN + 1] for each in after)


def _span(inside: Sequence[int], same: Mapping[int, int], count: int, now: Sequence[re.Match[str]]) -> tuple[int, int]:
    """Return where the new words have what old ones have between the same two words, or an empty span.

    `inside` are the places of the old words, `same` has the places of equal words, and `count` is the number of old
    words.
    """
    before, after = inside[0] - 1, inside[-1] + 1
    first = 0 if before < 0 else same.get(before, -2) + 1
    last = len(now) if after >= count else same.get(after, -1)
    kept = [same[each] for each in inside if each in same]
    if len(kept) == len(inside) and (first == kept[0] or last == kept[-1] + 1):
        first, last = kept[0], kept[-1] + 1
    if not 0 <= first < last <= first + MAX_WORDS:
        return 0, 0
    return now[first].start(), now[last - 1].end()


def _same(were: Sequence[str], now: Sequence[str]) -> dict[int, int]:
    """Return the places of equal words in the new words, by their places in the old ones."""
    try:
        runs = compare_sequences(were, now, ComparisonBudget())
    except TooDifferent:
        return {}
    return {
        was.start + each: new.start + each
        for was, new in runs
        if were[was] == now[new]
        for each in range(was.stop - was.start)
    }
