"""Mutants of a shipped law: copies with one changed number or word, for mutation testing.

A number becomes one more, one less, twice as much or 0, and a flag is negated. A word becomes another word that has the
same key elsewhere in the law. The first replacement that gives a valid law is used. Dice such as 4d5 become 5d5, then
4d6. Prose is left alone, because it has no effect.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any

from nomic.law.document.sections import flaws_of, pointer
from nomic.law.schema.json_reader import Json

Path = tuple[str | int, ...]
# Keys of texts that people read, and of the order in which entries are listed.
PROSE = frozenset(
    (
        *("title", "body", "text", "summary", "says", "say", "asks", "announce", "because", "outcome", "offer"),
        *("plural", "symbol", "action", "class", "place", "parent"),
    )
)
DICE = re.compile(r"([1-9]\d{0,3})d([1-9]\d{0,9})")
LEFT_OUT = frozenset(("belongs", "cycle"))  # sections: which rule a place belongs to, and the cycle's title


@dataclass(frozen=True, slots=True)
class Mutant:
    """A change of one value of a law: its path, the old value and the new one."""

    path: Path
    old: Json
    new: Json

    @property
    def place(self) -> str:
        """The place as a JSON pointer."""
        return pointer(*self.path)

    @property
    def key(self) -> str:
        """The place and the change, as written in lists of equivalent mutants."""
        return f"{self.place}: {self.old!r} becomes {self.new!r}"

    def __str__(self) -> str:
        return self.key


def mutants_of(document: Mapping[str, Any], *, words: bool = False, at: str = "") -> Iterator[Mutant]:
    """Yield a mutant for each number of a law, and with `words` for each word, if another value is valid.

    Only values at or below the JSON pointer `at` are changed.
    """
    others = _words_by_key(document) if words else {}
    for path, old in _values(document, ()):
        if f"{pointer(*path)}/".startswith(f"{at.rstrip('/')}/"):
            for instead in _instead_of(path, old, others):
                possible = (Mutant(path, old, new) for new in instead)
                yield from islice((each for each in possible if not flaws_of(mutated(document, each))), 1)


def mutated(document: Any, mutant: Mutant) -> Any:
    """Return the document with the mutant's value.

    The containers on the path are copied; everything else is shared.
    """
    return _with(document, mutant.path, mutant.new)


def _with(value: Any, path: Path, new: Json) -> Any:
    if not path:
        return new
    copy: Any = dict(value) if isinstance(value, dict) else list(value)
    copy[path[0]] = _with(value[path[0]], path[1:], new)
    return copy


def _values(value: Any, path: Path) -> Iterator[tuple[Path, Json]]:
    """Yield every number, flag and text of a law that has an effect."""
    if isinstance(value, dict):
        for key, each in value.items():
            is_prose = key in PROSE and not isinstance(each, dict | list)
            if not is_prose and (path or key not in LEFT_OUT):
                yield from _values(each, (*path, key))
    elif isinstance(value, list):
        for place, each in enumerate(value):
            yield from _values(each, (*path, place))
    elif value is not None:
        yield path, value


def _key(path: Path) -> str:
    return next((part for part in reversed(path) if isinstance(part, str)), "")


def _words_by_key(document: Mapping[str, Any]) -> dict[str, list[str]]:
    found: dict[str, dict[str, None]] = defaultdict(dict)
    for path, value in _values(document, ()):
        if isinstance(value, str):
            found[_key(path)][value] = None
    return {key: list(values) for key, values in found.items()}


def _instead_of(path: Path, old: Json, others: Mapping[str, list[str]]) -> Iterator[Iterable[Json]]:
    """For each number, flag or word in a value, yield its replacements, those most likely to be valid first.

    Flags and words are replaced only if `others` holds any words.
    """
    if isinstance(old, bool):
        yield [not old] if others else []
    elif isinstance(old, int):
        yield dict.fromkeys(new for new in (old + 1, old - 1, old * 2, 0) if new != old)
    elif isinstance(old, str) and (dice := DICE.fullmatch(old)):
        number, sides = map(int, dice.groups())
        yield [f"{number + 1}d{sides}"]
        yield [f"{number}d{sides + 1}"]
    elif isinstance(old, str):
        yield [word for word in others.get(_key(path), []) if word != old]
