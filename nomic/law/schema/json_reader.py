"""Reading JSON that somebody wrote, whatever they wrote: the one reader for forms, drafts and the API's bodies."""

import json
import math
import re
from collections.abc import Mapping, Sequence
from typing import Any, NoReturn, TypeAlias

# Any value that JSON can write. Who reads one has to look what it is; what has a known shape has a type of its own.
Json: TypeAlias = bool | int | float | str | Sequence["Json"] | Mapping[str, "Json"] | None

MAX_DEPTH = 100  # objects and lists within each other: more than anybody asks for, and far from the end of the stack

# Brackets, and whole texts so that those within them do not count. One that does not end goes to the end.
BRACKETS = re.compile(r'"(?:[^"\\]++|\\.)*+(?:"|\\?\Z)|[\[\]{}]', re.DOTALL)


class NotJson(ValueError):
    """A text that is no JSON; it says why."""


class TooDeep(NotJson):
    """JSON that is nested deeper than it is read."""


def read_json(text: str | bytes) -> Any:
    """The value that a text stands for.

    Raises NotJson for what RFC 8259 does not know (NaN, infinities), what only some readers would keep (a number too
    large for any, two values under one name) and what is no text (bytes that are not UTF-8); TooDeep for what is
    nested more than 100 deep, looked for before it is read: where the stack would end depends on who calls. What
    characters stand in it, and a lesser depth, is left to whoever asks.
    """
    try:
        written = text.decode() if isinstance(text, bytes) else text
        _not_too_deep(written)
        return json.loads(written, parse_constant=_no_constant, parse_float=_finite, object_pairs_hook=_once_each)
    except NotJson:
        raise
    except ValueError as error:
        raise NotJson(str(error)[:200]) from None


def _not_too_deep(written: str) -> None:
    depth = 0
    for found in BRACKETS.finditer(written):
        bracket = found[0]
        if bracket in "[{":
            depth += 1
            if depth > MAX_DEPTH:
                raise TooDeep(f"this is nested more than {MAX_DEPTH} deep")
        elif bracket in "]}":
            depth -= 1


def _no_constant(name: str) -> NoReturn:
    raise NotJson(f"{name} is no JSON number")


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise NotJson(f"the number {text[:20]} is too large")
    return number


def _once_each(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    """An object. Of two values under one name, readers keep one or the other: nobody could say what was meant."""
    held: dict[str, Json] = {}
    for name, value in pairs:
        if name in held:
            raise NotJson(f"the name {name[:60]!r} stands twice in one object")
        held[name] = value
    return held
