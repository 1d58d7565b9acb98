"""Programs that differ from one in a single node."""

import re
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

from tests.effects.apart import law

# Words of which one can stand where another does.
ALIKE: tuple[tuple[Any, ...], ...] = (
    ("equals", "at_least", "more_than"),
    ("players", "active", "inactive", "reputable", "participants", "entered"),
    ("hand", "deck", "inventory", "pile", "cycle"),
    ("hours", "days", "phases"),
    ("value", "suit", "colour", "type"),
    ("phase", "previous_phase"),
    ("odd", "even", 1),
    ("all", "none", "chance"),
    ("win", "forfeit"),
    ("played", "destroyed"),
    ("turn_start", "turn_end"),
    ("Yes", "Perhaps"),
    ("random", *law.SPECIES),
    (*law.OMENS, *law.ITEMS),
    law.SUITS,
    law.COLOURS,
    law.TYPES,
    law.MODIFIERS,
    law.POOLS,
    law.OFFICES,
    law.EVENTS,
    law.NUMBERS_OF_CYCLE,
    law.NUMBERS_OF_PLAYERS,
    law.NAMES_OF_CYCLE,
    law.NAMES_OF_PLAYERS,
    law.PLAYERS_OF_CYCLE,
    law.PLAYERS_OF_PLAYERS,
)
# Heads of which one can take another's place.
HEADS: tuple[tuple[str, ...], ...] = (
    ("sum", "minus", "times", "smallest", "greatest", "quotient", "remainder"),
    ("all", "any"),
    ("reputable", "active", "acted"),
    ("skip", "again"),
    ("hours", "days", "phases"),
    ("suit", "colour", "type"),
    ("suits", "colours", "types"),
    ("gain", "lose"),
    ("enter", "strike"),
)
_CONDITIONS = {"is", "some", "member", "not", "all", "any", "has", "shares", "opposes", "reputable", "active", "acted"}
_IN_TURN = ("is", "minus", "quotient", "remainder", "swap", "do", "then", "else")
_PARTS = ("owner", "values", "suits", "colours", "types", "modifiers", "species")
_IN_TEXT = re.compile(r"\$([a-z0-9]+)")


def places_of(raw: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """Every piece of a program, and the way to it."""
    yield path, raw
    for key, value in raw.items() if isinstance(raw, dict) else enumerate(raw) if isinstance(raw, list) else ():
        yield from places_of(value, (*path, key))


def bound_in(raw: Any) -> set[str]:
    """The names that a program binds."""
    words = ("each", "as", "let", "choose", "everybody", "chooses")
    return {value for path, value in places_of(raw) if path and path[-1] in words}


def neighbours(raw: list[Any], names: set[str]) -> Iterator[list[Any]]:
    """Programs that differ from one in a single node. Not all of them can be read."""
    for path, value in places_of(raw):
        yield from (_with(raw, path, other) for other in _others(path, value, names))


def rotations(raw: Any) -> Iterator[Any]:
    """Programs in which a node within another has come around it: "the sum of a, of which the greatest with b"."""
    for path, outer in places_of(raw):
        for inner_path, inner in _within(outer, deep=4):
            for core_path, core in _within(inner, deep=2, with_leaves=True):
                yield _with(raw, path, _with(inner, core_path, _with(outer, inner_path, core)))


def _within(node: Any, deep: int, with_leaves: bool = False) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """The nodes within a node, not too deep in it."""
    for path, value in places_of(node) if isinstance(node, dict) else ():
        is_node = isinstance(value, dict) or (with_leaves and isinstance(value, int | str))
        if 1 <= len(path) <= deep and is_node:
            yield path, value


def _with(raw: Any, path: tuple[Any, ...], value: Any) -> Any:
    """A program in which something else is at a place."""
    if not path:
        return deepcopy(value)
    changed = deepcopy(raw)
    holder: Any = changed
    for part in path[:-1]:
        holder = holder[part]
    holder[path[-1]] = deepcopy(value)
    return changed


def _others(path: tuple[Any, ...], value: Any, names: set[str]) -> Iterator[Any]:
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, str):
        yield from _other_words(value, names)
    elif isinstance(value, int):
        yield value + 1
        yield -value
    elif isinstance(value, list):
        yield from _other_lists(path, value)
    elif isinstance(value, dict):
        yield from _other_nodes(value)


def _other_words(value: str, names: set[str]) -> Iterator[Any]:
    if value.startswith("$"):
        name, _, part = value[1:].partition(".")
        yield from (f"${other}{'.' if part else ''}{part}" for other in sorted(names - {name}))
        yield from (f"${name}.{other}" for other in _PARTS if part and other != part)
        yield from [f"${name}"] if part else (f"${other}.owner" for other in sorted(names))
    for group in ALIKE:
        if value in group:
            yield from (other for other in group if other != value)
    for found in _IN_TEXT.finditer(value) if " " in value else ():
        yield from (value.replace(found[0], f"${other}") for other in sorted(names - {found[1]}))


def _other_lists(path: tuple[Any, ...], value: list[Any]) -> Iterator[Any]:
    if len(value) > 1 and (not path or path[-1] in _IN_TURN):
        yield value[::-1]
    for place in range(len(value)):
        yield [*value[:place], *value[place + 1 :]]


def _other_nodes(value: dict[str, Any]) -> Iterator[Any]:
    if value.keys() & _CONDITIONS:
        yield value.get("not", {"not": value})
    for word, inside in value.items():
        yield {key: other for key, other in value.items() if key != word}
        if isinstance(inside, dict) and word in ("those", "extreme", "mixed", "absolute", "of", "from", "worth"):
            yield inside
        for group in HEADS:
            if word in group:
                yield from (
                    {(other if key == word else key): held for key, held in value.items()}
                    for other in group
                    if other not in value
                )
        if word in ("all", "any") and isinstance(inside, list):
            yield from inside
