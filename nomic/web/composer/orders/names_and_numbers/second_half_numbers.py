"""Finds the number for the second half of an order: "burn 3 cards each rest phase and get 2 Vertebrae per card".

The half has no subject of its own, so its number is one of the same clause as the number that the first half changed.
"""

import re
from collections.abc import Mapping, Sequence

from nomic.law.document.clause_entries import CLAUSES
from nomic.law.document.sections import Law, pointer, value_at
from nomic.law.labels.value_labels import path_of
from nomic.law.rules.placeholders import PLACEHOLDER
from nomic.web.composer.orders.changes.shown_words import value_meant
from nomic.web.composer.orders.names_and_numbers.number_words import SHORT_NUMBER, number_meant
from nomic.web.typed_amendments import as_typed

_GAIN, _PAY = "gets?|gains?|receives?|earns?|brings?|gives?|grants?", "pays?|costs?"
_CLAUSE_PARTS = 4  # of the path of a clause: rules, the rule, "clauses", its name
_GAINS = re.compile(rf"\b(?:{_GAIN})(?: you| them)? $", re.IGNORECASE)
_PAYS = re.compile(rf"\b(?:{_PAY})(?: you| them)? $", re.IGNORECASE)
_SECOND_HALF = re.compile(
    rf",? (?:and|but)(?: you| they)? (?:{_GAIN}|{_PAY})(?: you| them)? {SHORT_NUMBER} [^\W\d_]", re.IGNORECASE
)
_FIGURE = re.compile(rf"\b{SHORT_NUMBER}\b", re.IGNORECASE)
_COUNTED = re.compile(r"\w{1,20} [^\W\d_]{1,40}")  # a number with what it counts


def first_half(order: str) -> str:
    """Return a sentence without a second half that has a number and no subject of its own."""
    found = _SECOND_HALF.search(order)
    return order if found is None or not _FIGURE.search(order, 0, found.start()) else order[: found.start()]


def number_beside(law: Law, changed: Sequence[Sequence[str]], figure: re.Match[str]) -> Mapping[str, str] | None:
    """Return the value meant by a number of an order, in a clause of which the order changed another number.

    `changed` has the paths of the changed values. The result maps the value's path to the value as typed. It is empty
    if the law has the value already, and None if no value or several could be meant.
    """
    counted = _COUNTED.match(figure.string, figure.start())
    start = figure.string[: figure.start()]
    if counted is None or not (_GAINS.search(start) or _PAYS.search(start)):
        return None
    clauses = {tuple(path[:_CLAUSE_PARTS]) for path in changed if path[:1] == ("rules",) and CLAUSES in path[2:3]}
    found: dict[str, Mapping[str, str]] = {}
    for clause in clauses:
        for quoted in PLACEHOLDER.finditer(str(law.document["rules"].get(clause[1], {}).get("body", ""))):
            place = quoted["what"].strip()
            is_a_cost = "costs" in path_of(place)
            if (
                quoted["table"]
                or not place.startswith(f"{pointer(*clause)}/")
                or is_a_cost != bool(_PAYS.search(start))
            ):
                continue
            meant = next(filter(None, (value_meant(law, quoted, words) for words in _wordings(counted[0]))), None)
            if meant is not None:
                found[place] = {
                    path: typed for path, typed in meant.items() if as_typed(value_at(law.document, path)) != typed
                }
    return next(iter(found.values())) if len(found) == 1 else None


def _wordings(counted: str) -> tuple[str, ...]:
    """Return the ways in which rules say how many: a single Vertebra is "a Vertebra"."""
    number, noun = counted.split(" ", 1)
    return (counted,) if number_meant(number) != 1 else (f"a {noun}", f"an {noun}", counted)
