"""Labels of values, which sections declare."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

Path = Sequence[str | int]
Statement = Callable[[Any, Path, Any], str]  # gets the law, the path of keys and the value


@dataclass(frozen=True, slots=True)
class Label:
    """The label of the values at a place of a section, in words that people would search for.

    `at` holds the keys below the section: "*" matches any key, "**" at the end also everything beneath. In `words`,
    {0}, {1} … are replaced with the keys that the stars match, or with their titles. `unit` is what a number counts,
    such as "hours", "per cent", or singular and plural as "card|cards". `also` holds more words that people search for.
    `said` formats a value if its unit does not suffice. It takes the law, the path of keys and the value, and raises
    ValueError if it cannot describe the value. `explained` is true if the sentences that explain the entry
    (`nomic.law.labels.explanations`) also describe the value.

    `sentence` states the value as a rulebook would, where a label and a value after a colon would be hard to read. A
    string has the same placeholders as `words`, and {value}; for a number or a list, "one|several" has both forms. A
    map has a string for each formatted value, such as "yes". A function returns the whole sentence, and raises
    ValueError if the value is invalid.
    """

    at: str
    words: str
    unit: str = ""
    also: str = ""
    said: Callable[[Any, Path, Any], str] | None = None
    explained: bool = False
    sentence: str | Mapping[str, str] | Statement = ""
