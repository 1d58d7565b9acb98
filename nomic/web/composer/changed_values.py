"""Finds the words of a draft that its changed values may carry out, so that they are not reported as words only."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from nomic.law.document.clause_entries import CLAUSES
from nomic.law.document.sections import Law, pointer, value_at
from nomic.law.labels.value_labels import name_of, path_of, place_in, unit_of, value_text
from nomic.law.rules.placeholders import PLACEHOLDER
from nomic.law.rules.value_formats import OFTEN, TIMES, WORDS
from nomic.law.search.values import WORD, is_a_number, stems_of
from nomic.web.typed_amendments import Operation

_IN_A_UNIT = (1, 24, 60, 168, 1440, 10_080)  # hours or minutes in a larger unit of time
_SAYS_NOTHING = frozenset(
    stems_of(
        "player players everybody everyone anybody anyone nobody somebody someone each every all any may can cannot "
        "must only at least most more than if when then they them their you your has have gets gains loses rule rules"
    )
)


@dataclass(frozen=True, slots=True)
class ChangedValue:
    """A value that a draft changes: the stems of its names and content, and the numbers by which a sentence states it.

    `is_number` is true for a single number, which a sentence has to give. A sentence about an entry, such as a clause,
    may state only numbers that the entry has.
    """

    path: str
    stems: frozenset[str]
    numbers: frozenset[float]
    is_number: bool

    def may_carry_out(self, sentence: str) -> bool:
        """Return whether a sentence may describe the effect of this value, because both share words and numbers."""
        if any(found["what"].strip() == self.path for found in PLACEHOLDER.finditer(sentence)):
            return True
        numbers = _numbers_in(PLACEHOLDER.sub("", sentence))
        has_numbers = bool(numbers & self.numbers) if self.is_number else numbers <= self.numbers
        return has_numbers and not self.stems.isdisjoint(_stems_in(sentence))


def changed_values(law: Law, made: Law, operations: Sequence[Operation]) -> list[ChangedValue]:
    """Return the values that operations change from `law` to `made`, except the titles, words and places of rules."""
    found = []
    for each in operations:
        path = path_of(str(each.get("path", "")))
        if each.get("op") == "test" or not path:
            continue
        now, value = made, each.get("value")
        if each["op"] == "remove":
            now, value = law, _value_or_none(law, path)
        if path[0] == "rules" and len(path) == 2:  # a new rule, or one that is repealed with its clauses
            path, value = (*path, CLAUSES), value.get(CLAUSES) if isinstance(value, dict) else None
        if value not in ({}, [], None) and (path[0] != "rules" or path[2] == CLAUSES):
            found.append(_changed(now, pointer(*path), value))
    return found


def _value_or_none(law: Law, path: Sequence[str]) -> Any:
    try:
        return value_at(law.document, pointer(*path))
    except LookupError:
        return None  # an operation before has added it


def _changed(law: Law, where: str, value: Any) -> ChangedValue:
    place = place_in(law.document, where)
    name = name_of(law.document, place)
    content = " ".join([value_text(law, place, value), *_texts_in(value)])
    numbers = _numbers_in(content)
    if is_a_number(value) and unit_of(law, where) in ("hours", *TIMES):
        numbers |= {value / unit for unit in _IN_A_UNIT}
    if place[0] == "rules" and not is_a_number(value):  # the rule's title has words of all that the rule says
        names = [str(place[-1])]
    else:
        names = [name.words, name.also, *map(str, place)]
    stems = _stems_in(" ".join([content, *names]))
    return ChangedValue(where, stems, frozenset(numbers), is_a_number(value))


def _texts_in(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for key, part in value.items():
            yield key.replace("_", " ")
            yield from _texts_in(part)
    elif isinstance(value, list | tuple):
        for part in value:
            yield from _texts_in(part)
    else:
        yield str(value)


def _stems_in(words: str) -> frozenset[str]:
    return frozenset(stem for stem in stems_of(words) if stem.isalpha()) - _SAYS_NOTHING


def _numbers_in(words: str) -> set[float]:
    known = dict(zip(OFTEN.values(), OFTEN, strict=True)) | {word: number for number, word in enumerate(WORDS)}
    found = WORD.findall(words.casefold())
    return {float(known.get(each, each)) for each in found if each.isdecimal() or each in known}
