"""What a section says its values are called."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

Path = Sequence[str | int]


@dataclass(frozen=True, slots=True)
class Label:
    """What the values at some place of a section are called, in words that somebody who looks for them would use.

    `at`: the keys from the section down, "*" for any one of them, "**" at the end for all that lies beneath as well. In
    `words`, {0}, {1} … are what the stars met, by its title where it has one. `unit`: what a number counts, as "hours",
    "per cent", or one and many as "card|cards". `also`: more words that people look for. `said` puts a value in words
    where its unit does not suffice, given the law, the path of keys and the value; it raises ValueError for what it
    cannot say. `explained`: the sentences that explain the entry it is in (`nomic.law.labels.explanations`) say it.
    """

    at: str
    words: str
    unit: str = ""
    also: str = ""
    said: Callable[[Any, Path, Any], str] | None = None
    explained: bool = False
