"""Finds changes in the words by which pages list them: "Change the clause “Burn a card” …: the number … from 1 to 3".

Such a name may have colons, quotations and words such as "from" in it, which mean something else in other orders.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice

from nomic.clauses.views.numbers.number_labels import find_all_by_label, full_label
from nomic.forms.parse_law_values import MAX_LENGTH
from nomic.law.document.sections import Law
from nomic.law.search.values import value_or_none
from nomic.web.composer.orders.names_and_numbers.value_lookup import is_now

MAX_PLACES = 6  # where the name of a value may end
LONGEST = 600  # characters of a sentence
_CHANGES = re.compile(r"change (?P<rest>.{3,600}?)[ .]*", re.IGNORECASE | re.DOTALL)
_FROM, _TO = re.compile(r" from "), re.compile(r" to ")


@dataclass(frozen=True, slots=True)
class ShownChange:
    """A change of a value that a sentence names as pages do.

    `said` has the parts of a parsed order: "what", "new" and perhaps "old". `several` holds the full names of the
    values that it could be, if there are several.
    """

    said: Mapping[str, str]
    several: tuple[str, ...] = ()


def change_as_shown(words: str, law: Law) -> ShownChange | None:
    """Return the change that a sentence orders by the name that pages give to a value, or None.

    Numbers of a piece of the law may share a name. Then the old value decides which of them is meant.
    """
    found = _CHANGES.fullmatch(words) if len(words) <= LONGEST else None
    if found is None:
        return None
    for said in _readings(found["rest"]):
        if len(said["new"]) > MAX_LENGTH:
            continue
        if value_or_none(law, " ".join(said["what"].split())) is not None:
            return ShownChange(said)
        if values := find_all_by_label(law, said["what"]):
            same = [value for value in values if "old" not in said or is_now(law, value, said["old"])] or values
            names = tuple(full_label(law, value) for value in same)
            return ShownChange({**said, "what": names[0]}, names if len(names) > 1 else ())
    return None


def _readings(rest: str) -> Iterator[dict[str, str]]:
    """Yield the readings of "NAME from OLD to NEW" and of "NAME to NEW", those with the longest name first."""
    for begin, end in _last(_FROM, rest):
        for middle, after in _last(_TO, rest[end:]):
            yield {"what": rest[:begin], "old": rest[end : end + middle], "new": rest[end + after :]}
    for begin, end in _last(_TO, rest):
        yield {"what": rest[:begin], "new": rest[end:]}


def _last(joint: re.Pattern[str], words: str) -> Iterator[tuple[int, int]]:
    return islice(reversed([found.span() for found in joint.finditer(words)]), MAX_PLACES)
