"""Where the sentences of a clause say its numbers, found by describing the clause with another number in its place."""

import re
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

from pydantic import ValidationError

from nomic.clauses.schema.clause_kind import schema_of
from nomic.clauses.views.wording import explain_as
from nomic.law.document.clause_entries import CLAUSES
from nomic.law.document.sections import Law, pointer
from nomic.law.labels.format import counted, path_of
from nomic.law.schema.json_reader import Json

MAX_NUMBERS = 30  # of one clause
LONGEST = 40  # characters of a number with its unit
WORD = re.compile(r"[^\s(“”]+")
SAYS_A_NUMBER = re.compile(r"\d|^(?:an?|one|once|twice|no)\b", re.IGNORECASE)
END_OF_PART = re.compile(r"[;:,]\s")
AFTER = ".,;:!?)”"  # punctuation that is no part of a number


@dataclass(frozen=True, slots=True)
class NumberSaid:
    """A number in a sentence of a clause: its place in the law, the sentence, and the words from `begin` to `end`."""

    path: str
    sentence: int
    begin: int
    end: int


def numbers_said(law: Law, rule_id: str, name: str) -> tuple[NumberSaid, ...]:
    """Return the numbers that the sentences of a clause say, each at most once and without overlaps.

    The clause may not exist. A number whose change alters more than its own words is left out.
    """
    return law.once(("numbers said", rule_id, name), lambda: tuple(_found(law, rule_id, name)))


def _found(law: Law, rule_id: str, name: str) -> Iterator[NumberSaid]:
    raw: dict[str, Any] = law.document["rules"][rule_id][CLAUSES][name]
    before, base = explain_as(law, rule_id, name, _read(raw)), pointer("rules", rule_id, CLAUSES, name)
    taken: list[NumberSaid] = []
    for path, number in list(_numbers(raw))[:MAX_NUMBERS]:
        for other in (number + 1, number - 1):
            after = explain_as(law, rule_id, name, _read(_with(raw, path, other)))
            changed = [each for each, (was, now) in enumerate(zip(before, after, strict=False)) if was != now]
            if len(after) != len(before) or len(changed) != 1:
                continue
            begin, end = _apart(before[changed[0]], after[changed[0]])
            end = begin + len(END_OF_PART.split(before[changed[0]][begin:end])[0])
            found = NumberSaid(f"{base}{path}", changed[0], begin, end)
            says = before[changed[0]][begin:end]
            if len(says) <= LONGEST and SAYS_A_NUMBER.search(says) and not any(_overlap(found, each) for each in taken):
                taken.append(found)
                yield found
            break


def _overlap(one: NumberSaid, other: NumberSaid) -> bool:
    return one.sentence == other.sentence and one.begin < other.end and other.begin < one.end


def _read(raw: dict[str, Any]) -> Any:
    schema = schema_of(raw)
    try:
        return None if schema is None else schema.model_validate(raw)
    except ValidationError:
        return None


def _numbers(held: Json, path: str = "") -> Iterator[tuple[str, int]]:
    """Yield the whole numbers in some data with their places."""
    if isinstance(held, int) and not isinstance(held, bool) and not path.endswith("/place"):
        yield path, held
    parts = held.items() if isinstance(held, dict) else enumerate(held) if isinstance(held, list) else ()
    for key, each in parts:
        yield from _numbers(each, f"{path}{pointer(str(key))}")


def _with(raw: dict[str, Any], path: str, number: int) -> dict[str, Any]:
    new = deepcopy(raw)
    holder: Any = new
    *within, last = path_of(path)
    for part in within:
        holder = holder[counted(part) if isinstance(holder, list) else part]
    holder[counted(last) if isinstance(holder, list) else last] = number
    return new


def _apart(was: str, now: str) -> tuple[int, int]:
    """Return the whole words of a text in which it differs from another text."""
    begin = next((place for place, (one, other) in enumerate(zip(was, now, strict=False)) if one != other), len(was))
    most = min(len(was), len(now)) - begin
    same = next((count for count in range(most) if was[-1 - count] != now[-1 - count]), most)
    words = [found.span() for found in WORD.finditer(was)]
    touched = [span for span in words if span[0] < max(len(was) - same, begin + 1) and span[1] > begin]
    if not touched:
        return begin, begin
    first, last = touched[0][0], touched[-1][1]
    return first, first + len(was[first:last].rstrip(AFTER))
