"""Values of the law as the amendment builder offers them."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from nomic.law.differences import readable
from nomic.law.sections import Law, pointer

SKIPPED_KEYS = {"place"}


@dataclass(frozen=True, slots=True)
class EditableValue:
    """One value of the law: where it stands, what it is called, what it is now."""

    path: str
    name: str
    section: str
    value: Any


def editable_values(law: Law) -> list[EditableValue]:
    """Every single value of the law outside the rules: numbers, texts, yes or no, short lists; in reading order."""
    return [
        EditableValue(pointer(*path), readable(path), str(path[0]), value)
        for name in sorted(set(law.document) - {"rules"})
        for path, value in _leaves((name,), law.document[name])
    ]


def _leaves(path: tuple[str | int, ...], content: Any) -> Iterator[tuple[tuple[str | int, ...], Any]]:
    if isinstance(content, dict):
        for key in sorted(content, key=lambda key: (_place(content[key]), key)):
            if key not in SKIPPED_KEYS:
                yield from _leaves((*path, key), content[key])
    elif isinstance(content, list) and any(isinstance(element, dict | list) for element in content):
        for count, element in enumerate(content):
            yield from _leaves((*path, count), element)
    else:
        yield path, content


def _place(content: Any) -> int:
    place = content.get("place", 0) if isinstance(content, dict) else 0
    return place if isinstance(place, int) else 0
