"""Editing of JSON data by path: fill gaps, and insert, add, move, copy or remove parts.

This module does not depend on the effect language. The menus decide which parts fit a place, and the law's own check
decides whether the result is valid.
"""

import re
from collections.abc import Iterable
from copy import deepcopy
from typing import Any

from nomic.law.schema.json_reader import Json, NotJson, read_json

MAX_PLACE = 400  # in characters
MAX_PUT = 4_000
NAME = re.compile(r"b:(?P<kind>[a-z]{1,10}):(?P<place>(?:/[^/\n]{0,200}){1,60})")
WHOLE = re.compile(r"-?[0-9]{1,15}")


class NoSuchPlace(ValueError):
    """Raised when the place to change does not exist, for example because the page is outdated."""


def name_of(sort: str, place: str) -> str:
    """Return the name of a gap's form field."""
    return f"b:{sort}:{place}"


def is_gap(name: str) -> bool:
    """Return whether a form field belongs to a gap."""
    return name.startswith("b:")


def filled(root: Any, typed: Iterable[tuple[str, str]]) -> Any:
    """Return a copy of the data with the submitted texts in its gaps. `typed` holds pairs of form field name and text.

    Fields that are not gaps, and places that do not exist, are ignored.
    """
    root = deepcopy(root)
    for name, text in typed:
        found = NAME.fullmatch(name)
        if found is None:
            continue
        try:
            holder, key = _holder(root, found["place"])
            old = holder[key]
        except (NoSuchPlace, LookupError, TypeError):
            continue
        new = _read(found["kind"], text.replace("\r\n", "\n"))
        if new != old or type(new) is not type(old):
            holder[key] = new
    return root


def _read(kind: str, text: str) -> Json:
    """Parse the text typed into a gap of this kind.

    Invalid text remains a string, which the law's check rejects.
    """
    if kind == "number":
        return int(text.strip()) if WHOLE.fullmatch(text.strip()) else text.strip()
    if kind == "words":
        return [word.strip() for word in text.split(",") if word.strip()]
    if kind == "numbers":
        parts = [part.strip() for part in text.split(",") if part.strip()]
        return [int(part) if WHOLE.fullmatch(part) else part for part in parts]
    if kind in ("choice", "data"):
        try:
            data: Json = read_json(text)
        except NotJson:
            return text
        return data
    return text


def replaced(root: Any, place: str, new: Json) -> Any:
    """Return a copy with the content of a place replaced with `new`. Raises NoSuchPlace if the place is empty."""
    root = deepcopy(root)
    holder, key = _holder(root, place)
    _at(holder, key)
    holder[key] = new
    return root


def put_in(root: Any, place: str, piece: str) -> Any:
    """Return a copy with a part, given as JSON text, at a place. A new key is appended.

    Raises NoSuchPlace if the place's container is missing.
    """
    root = deepcopy(root)
    holder, key = _holder(root, place)
    if isinstance(holder, list) and not isinstance(key, int):
        raise NoSuchPlace(place)
    holder[key] = _piece(piece)
    return root


def added(root: Any, place: str, piece: str) -> Any:
    """Return a copy with a part, given as JSON text, appended to the list or merged into the map at a place.

    Raises NoSuchPlace if there is no such list or map.
    """
    root = deepcopy(root)
    new = _piece(piece)
    holder, key = _holder(root, place)
    held = holder.get(key) if isinstance(holder, dict) else _at(holder, key)
    if held is None:
        holder[key] = held = []
    if isinstance(held, dict) and isinstance(new, dict):
        held.update(new)
    elif isinstance(held, list):
        held.append(new)
    else:
        raise NoSuchPlace(place)
    return root


def removed(root: Any, place: str) -> Any:
    """Return a copy without the part at a place. Raises NoSuchPlace if the place is empty."""
    root = deepcopy(root)
    holder, key = _holder(root, place)
    _at(holder, key)
    del holder[key]
    return root


def copied(root: Any, place: str) -> Any:
    """Return a copy in which the list element at a place is duplicated.

    Raises NoSuchPlace if there is no such element.
    """
    root = deepcopy(root)
    holder, key = _in_list(root, place)
    holder.insert(key + 1, deepcopy(holder[key]))
    return root


def moved(root: Any, place: str, by: int) -> Any:
    """Return a copy with the list element at a place moved by `by` positions.

    Raises NoSuchPlace if there is no such element or position.
    """
    root = deepcopy(root)
    holder, key = _in_list(root, place)
    if not 0 <= key + by < len(holder):
        raise NoSuchPlace(place)
    holder.insert(key + by, holder.pop(key))
    return root


def _piece(text: str) -> Any:
    if len(text) > MAX_PUT:
        raise NoSuchPlace("that is too much to insert")
    try:
        return read_json(text)
    except NotJson as error:
        raise NoSuchPlace(f"{error}") from None


def _in_list(root: Any, place: str) -> tuple[list[Any], int]:
    holder, key = _holder(root, place)
    if not isinstance(holder, list) or not isinstance(key, int):
        raise NoSuchPlace(place)
    _at(holder, key)
    return holder, key


def _holder(root: Any, place: str) -> tuple[Any, Any]:
    """Return the container of a place and the key or index in it. Raises NoSuchPlace if there is no such container."""
    if not place.startswith("/") or len(place) > MAX_PLACE:
        raise NoSuchPlace(place[:60])
    *within, last = [part.replace("~1", "/").replace("~0", "~") for part in place[1:].split("/")]
    holder = root
    for part in within:
        holder = _at(holder, _key(holder, part))
    return holder, _key(holder, last)


def _key(holder: Any, part: str) -> Any:
    if isinstance(holder, list):
        if not (part.isascii() and part.isdecimal() and len(part) < 5):
            raise NoSuchPlace(part[:60])
        return int(part)
    if not isinstance(holder, dict):
        raise NoSuchPlace(part[:60])
    return part


def _at(holder: Any, key: Any) -> Any:
    try:
        return holder[key]
    except (LookupError, TypeError):
        raise NoSuchPlace(str(key)[:60]) from None


def last_of(root: Any, place: str) -> str:
    """Return the place of the last element of the list at a place, or the place itself if there is no such list."""
    holder, key = _holder(root, place)
    held = _at(holder, key)
    return f"{place}/{len(held) - 1}" if isinstance(held, list) and held else place


def beside(place: str, by: int) -> str:
    """Return the place of the list element `by` positions after the one at `place`."""
    within, _, number = place.rpartition("/")
    return f"{within}/{int(number) + by}"
