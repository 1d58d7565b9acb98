"""Positions of numbers in the sentences of a clause or an entry.

They are found by describing it again with a different number.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from copy import copy
from dataclasses import dataclass
from typing import Any

from nomic.clauses.clause_index import clause_or_none
from nomic.clauses.views.explanations import explain_as
from nomic.effects.language.flaw import EffectFlaw
from nomic.law.document.clause_entries import CLAUSES
from nomic.law.document.sections import Law, pointer, value_at
from nomic.law.labels.explanations import entry_explanation
from nomic.law.labels.value_labels import counted, path_of
from nomic.law.schema.json_reader import Json

MAX_NUMBERS = 30  # of one clause
LONGEST = 40  # characters of a number with its unit
WORD = re.compile(r"[^\s(“”]+")
SAYS_A_NUMBER = re.compile(r"\d|^(?:an?|one|once|twice|no)\b", re.IGNORECASE)
IN_WORDS = {"no": 0, "a": 1, "an": 1, "one": 1, "once": 1, "twice": 2}
COUNT = re.compile(r"\d+|\b(?:no|an?|one|once|twice)\b", re.IGNORECASE)
END_OF_PART = re.compile(r"[;:,]\s")
AFTER = ".,;:!?)”"  # punctuation that is no part of a number


@dataclass(frozen=True, slots=True)
class NumberSaid:
    """A number in a sentence: its place in the law, the index of the sentence, and the range of its words.

    `says` is the text of that range, and `otherwise` the text for a number that is larger by `step`.
    """

    path: str
    sentence: int
    begin: int
    end: int
    otherwise: str = ""
    says: str = ""
    step: int = 1

    def count_said(self, number: int) -> Callable[[int], int]:
        """Return the function that converts a number of the law to the number in its sentence.

        A change of -1 reads "decreases by 1". The function is its own inverse. `number` is the current number.
        """
        said, otherwise = _count(self.says), _count(self.otherwise)
        if said is None or otherwise is None or said != -number or otherwise - said != -self.step:
            return lambda each: each
        return lambda each: -each


def _count(words: str) -> int | None:
    found = COUNT.search(words)
    if found is None:
        return None
    return IN_WORDS[found[0].lower()] if found[0].lower() in IN_WORDS else int(found[0])


def numbers_said(law: Law, rule_id: str, name: str) -> tuple[NumberSaid, ...]:
    """Return the positions of the numbers in a clause's sentences, each at most once and without overlaps.

    The result is empty if the clause does not exist. A number is left out if changing it alters more than its own
    words.
    """

    def describe(raw: dict[str, Any]) -> Sequence[str]:
        return explain_as(law, rule_id, name, clause_or_none(raw))

    raw: dict[str, Any] = law.document["rules"][rule_id][CLAUSES][name]
    path = pointer("rules", rule_id, CLAUSES, name)
    return law.once(("numbers said", path), lambda: tuple(_found(raw, path, describe)))


def numbers_said_of_entry(law: Law, path: str) -> tuple[NumberSaid, ...]:
    """Return the positions of the numbers in the sentences of an entry, such as a card.

    The result is empty for an entry without sentences.
    """
    section, *key, name = path_of(path)
    raw = value_at(law.document, path)
    if not isinstance(raw, dict | list) or not entry_explanation(law, section, name, *key):
        return ()

    def describe(raw: Json) -> Sequence[str]:
        other = Law({**law.document, section: _with(law.document[section], pointer(*key, name), raw)})
        try:
            return entry_explanation(other, section, name, *key)
        except (EffectFlaw, ValueError, LookupError):  # no law with this number
            return ()

    return law.once(("numbers said", path), lambda: tuple(_found(raw, path, describe)))


def _found(raw: Any, base: str, describe: Callable[[Any], Sequence[str]]) -> Iterator[NumberSaid]:
    before = describe(raw)
    taken: list[NumberSaid] = []
    for path, number in list(numbers_in(raw))[:MAX_NUMBERS]:
        # The sentence of a number below zero says how far below: "decreases by 1".
        for other in (number - 1, number + 1) if number < 0 else (number + 1, number - 1):
            after = describe(_with(raw, path, other))
            changed = [each for each, (was, now) in enumerate(zip(before, after, strict=False)) if was != now]
            if len(after) != len(before) or len(changed) != 1:
                continue
            was, now = before[changed[0]], after[changed[0]]
            begin, end = _apart(was, now)
            otherwise = END_OF_PART.split(now[begin : len(now) - len(was) + end])[0]
            end = begin + len(END_OF_PART.split(was[begin:end])[0])
            says = was[begin:end]
            found = NumberSaid(f"{base}{path}", changed[0], begin, end, otherwise, says, other - number)
            if len(says) <= LONGEST and SAYS_A_NUMBER.search(says) and not any(_overlap(found, each) for each in taken):
                taken.append(found)
                yield found
            break


def _overlap(one: NumberSaid, other: NumberSaid) -> bool:
    return one.sentence == other.sentence and one.begin < other.end and other.begin < one.end


def numbers_in(held: Json, path: str = "") -> Iterator[tuple[str, int]]:
    """Yield the whole numbers in JSON data as (place, number)."""
    if isinstance(held, int) and not isinstance(held, bool) and not path.endswith("/place"):
        yield path, held
    parts = held.items() if isinstance(held, dict) else enumerate(held) if isinstance(held, list) else ()
    for key, each in parts:
        yield from numbers_in(each, f"{path}{pointer(str(key))}")


def _with(raw: Any, path: str, value: Any) -> Any:
    """Return a copy of JSON data with another value at a place. Unaffected parts are shared with the original."""
    new = copy(raw)
    holder: Any = new
    *within, last = path_of(path)
    for part in within:
        key = counted(part) if isinstance(holder, list) else part
        holder[key] = copy(holder[key])
        holder = holder[key]
    holder[counted(last) if isinstance(holder, list) else last] = value
    return new


def _apart(was: str, now: str) -> tuple[int, int]:
    """Return the word-aligned range of `was` in which it differs from `now`."""
    begin = next((place for place, (one, other) in enumerate(zip(was, now, strict=False)) if one != other), len(was))
    most = min(len(was), len(now)) - begin
    same = next((count for count in range(most) if was[-1 - count] != now[-1 - count]), most)
    words = [found.span() for found in WORD.finditer(was)]
    touched = [span for span in words if span[0] < max(len(was) - same, begin + 1) and span[1] > begin]
    if not touched:
        return begin, begin
    first, last = touched[0][0], touched[-1][1]
    return first, first + len(was[first:last].rstrip(AFTER))
