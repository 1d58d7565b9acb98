"""Labels of values, which sections declare."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

Path = Sequence[str | int]
Statement = Callable[[Any, Path, Any], str]  # gets the law, the path of keys and the value


@dataclass(frozen=True, slots=True)
class Label:
    """The label of the values at some place of a section, in words that people would search for.

    `at` has the keys from the section down, "*" for any key, "**" at the end for everything beneath as well. In
    `words`, {0}, {1} … are the values that match the stars, by title if they have one. `unit` is what a number counts,
    such as "hours", "per cent", or singular and plural as "card|cards". `also` has more words that people search for.

    `said` puts a value in words if its unit does not suffice. It gets the law, the path of keys and the value, and
    raises ValueError if it cannot describe the value. `explained` is true if the sentences that explain the entry
    (`nomic.law.labels.explanations`) also describe the value.

    `sentence` says the value as a rulebook would, where a label and a value after a colon would be hard to read. A text
    takes the same stars as `words`, and {value}; for a number or a list, "one|several" has both forms. A map has a text
    for each value in words, such as "yes". A function returns the whole sentence, and raises ValueError if the value is
    invalid.
    """

    at: str
    words: str
    unit: str = ""
    also: str = ""
    said: Callable[[Any, Path, Any], str] | None = None
    explained: bool = False
    sentence: str | Mapping[str, str] | Statement = ""
