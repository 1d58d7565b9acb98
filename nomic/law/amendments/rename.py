"""Renames the keys that a submitted form changes, and updates the references to them.

The name of the form field for a key consists of the kind and the place of the key: `k:references:/with/card`.
"""

import re
from collections.abc import Iterable
from itertools import islice
from typing import Any

from nomic.law.document.sections import pointer
from nomic.law.labels.value_labels import path_of
from nomic.law.schema.json_reader import Json

MAX_NAME = 60  # characters
MAX_KEYS = 200
NAME = re.compile(r"k:(?P<kind>[a-z]*):(?P<place>(?:/[^/\n]{0,200}){1,12})")
REFERENCES = "references"

Renamed = list[tuple[str, str]]  # from one JSON pointer to the other


def name_of_key(kind: str, place: tuple[str | int, ...]) -> str:
    """Return the name of the form field that submits the key at a place.

    `kind` is the kind of thing that the keys name, or "".
    """
    return f"k:{kind}:{pointer(*place)}"


def is_key(name: str) -> bool:
    """Return whether a form field holds the key of an entry rather than its value."""
    return name.startswith("k:")


def rename_keys(root: dict[str, Any], typed: Iterable[tuple[str, str]]) -> tuple[dict[str, Any], Renamed, list[str]]:
    """Return the data with renamed keys, the places that moved, and error messages.

    `typed` holds pairs of a form field's name and the new key. The order of keys is kept, and references to a renamed
    key are updated. Fields for keys that do not exist are ignored.
    """
    moved: Renamed = []
    problems: list[str] = []
    for name, text in islice(typed, MAX_KEYS):
        found = NAME.fullmatch(name)
        if found is None:
            continue
        *within, old = path_of(found["place"])
        new, held = text.strip(), _held(root, within)
        if held is None or old not in held or new == old:
            continue
        if not new or len(new) > MAX_NAME:
            problems.append(f"{old[:60]}: a name of 1 to {MAX_NAME} characters")
        elif new in held:
            problems.append(f"{old[:60]}: something else is called {new} already")
        else:
            _put_all(held, {new if key == old else key: value for key, value in held.items()})
            if found["kind"] == REFERENCES:
                root = _referring(root, old, new)
            moved.append((pointer(*within, old), pointer(*within, new)))
    return root, moved, problems


def now_at(place: str, moved: Renamed) -> str:
    """Return the current path of the value that was at `place` before the renames."""
    for old, new in moved:
        if place == old or place.startswith(f"{old}/"):
            place = new + place.removeprefix(old)
    return place


def _held(root: Json, within: Iterable[str]) -> dict[str, Any] | None:
    held = root
    for part in within:
        held = held.get(part) if isinstance(held, dict) else None
    return held if isinstance(held, dict) else None


def _put_all(held: dict[str, Any], new: dict[str, Any]) -> None:
    held.clear()
    held.update(new)


def _referring(data: Any, old: str, new: str) -> Any:
    """Return the data with references to `$old` and its parts changed to `$new`."""
    if isinstance(data, dict):
        return {key: _referring(value, old, new) for key, value in data.items()}
    if isinstance(data, list):
        return [_referring(value, old, new) for value in data]
    if isinstance(data, str) and (data == f"${old}" or data.startswith(f"${old}.")):
        return f"${new}{data.removeprefix(f'${old}')}"
    return data
