"""Parses submitted forms. A field's name has its state, kind and place, so no schema is needed."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from nomic.forms.field_text import from_text
from nomic.law.document.entries import NotAnEntry
from nomic.law.document.sections import pointer
from nomic.law.labels.value_labels import path_of
from nomic.law.schema.expectations import Place

PRESENT, ABSENT, NULL = "p", "g", "n"  # state of a field: present, absent or null; if left empty, the last two stay so
MAX_FIELDS = 200
NAME = re.compile(r"f:(?P<state>[pgn]):(?P<kind>[a-z]+):(?P<place>(?:/[^/\n]{0,200}){1,12})")
HOLDS: dict[str, type[dict[str, Any]] | type[list[Any]]] = {"fields": dict, "list": list}
PLACE_IN_LIST = re.compile(r"0|[1-9][0-9]{0,3}")
STAY_EMPTY = ("text", "choice", "lines", "numbers", "counts")  # kinds that remain present, but empty, when emptied


def field_name(state: str, kind: str, place: Place) -> str:
    """Return the name of a field: `f:p:number:/costs`."""
    return f"f:{state}:{kind}:{pointer(*place)}"


def is_field(name: str) -> bool:
    """Return whether a name belongs to a form field."""
    return name.startswith("f:")


@dataclass(frozen=True, slots=True)
class Problem:
    """A field that cannot be parsed: its place in the data, and the reason."""

    place: str
    said: str


def read_as_far_as_it_goes(pairs: Iterable[tuple[str, str]]) -> tuple[dict[str, Any], list[Problem]]:
    """Parse a form as far as possible, and return the data and the errors.

    A field that cannot be parsed keeps its submitted text. Raises NotAnEntry if a field name is unknown or there are
    too many fields.
    """
    root: dict[str, Any] = {}
    problems: list[Problem] = []
    for count, (name, text) in enumerate(pairs):
        found = NAME.fullmatch(name)
        if found is None or count >= MAX_FIELDS:
            raise NotAnEntry("this form did not come from this site; open the page again")
        state, kind, text = found["state"], found["kind"], text.replace("\r\n", "\n")
        *within, key = path_of(found["place"])
        holder = _holder(root, within)
        if kind == "add":
            if state == NULL:
                _put(holder, key, None)
        elif kind in HOLDS:
            _held(holder, key, HOLDS[kind]())
        elif not text.strip() and state == NULL:
            _put(holder, key, None)
        elif text.strip() or (state == PRESENT and (kind in STAY_EMPTY or isinstance(holder, list))):
            try:
                _put(holder, key, from_text(kind, text))
            except NotAnEntry as error:
                _put(holder, key, text)
                problems.append(Problem(pointer(*within, key), f"{_name_of_part(within, key)}: {error}"))
    return root, problems


Holder = dict[str, Any] | list[Any]


def _holder(root: dict[str, Any], within: Sequence[str]) -> Holder:
    """Return the object or list that contains a field, creating it if needed."""
    holder: Holder = root
    for part in within:
        held = _held(holder, part, {})
        if not isinstance(held, dict | list):
            raise NotAnEntry(f"{part[:60]} is not a set of fields")
        holder = held
    return holder


def _held(holder: Holder, key: str, new: Holder) -> Any:
    """Return the value under a key, setting it to `new` if missing."""
    there = holder.get(key) if isinstance(holder, dict) else _element(holder, key)
    return _put(holder, key, new) if there is None else there


def _put(holder: Holder, key: str, value: Any) -> Any:
    """Set the value under a key, or at an index of a list. Elements arrive in order."""
    if isinstance(holder, dict):
        holder[key] = value
    elif _element(holder, key) is None:
        holder.append(value)
    else:
        holder[int(key)] = value
    return value


def _element(holder: list[Any], key: str) -> Any:
    """Return the element at an index of a list, or None directly after the last one."""
    place = int(key) if PLACE_IN_LIST.fullmatch(key) else MAX_FIELDS
    if place > len(holder):
        raise NotAnEntry("this form did not come from this site; open the page again")
    return holder[place] if place < len(holder) else None


def _name_of_part(within: Sequence[str], key: str) -> str:
    """Return the label of a field that cannot be parsed."""
    if within and PLACE_IN_LIST.fullmatch(key):
        return f"{within[-1][:60].replace('_', ' ')} {int(key) + 1}"
    return key[:60].replace("_", " ")
