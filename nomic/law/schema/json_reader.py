"""Strict parser for untrusted JSON, used for forms, drafts and the bodies of API requests."""

import json
import math
import re
from collections.abc import Mapping, Sequence
from typing import Any, NoReturn, TypeAlias

# Any JSON value. Code that reads one has to check its type; data of a known shape has a type of its own.
Json: TypeAlias = bool | int | float | str | Sequence["Json"] | Mapping[str, "Json"] | None

MAX_DEPTH = 100  # nested objects and lists: more than anybody needs, and far below the recursion limit

# Brackets, and whole strings so that brackets within them do not count. An unterminated string goes to the end.
BRACKETS = re.compile(r'"(?:[^"\\]++|\\.)*+(?:"|\\?\Z)|[\[\]{}]', re.DOTALL)


class NotJson(ValueError):
    """Raised if a text is not valid JSON. The message gives the reason."""


class TooDeep(NotJson):
    """Raised if JSON is nested deeper than `MAX_DEPTH`."""


def read_json(text: str | bytes) -> Any:
    """Return the data in a JSON text.

    Raises NotJson for syntax that RFC 8259 does not allow (NaN, infinities), for bytes that are not UTF-8, and for
    content that parsers treat differently (a number too large for a float, two values under one name). Raises TooDeep
    if the nesting exceeds `MAX_DEPTH`, which is checked first, because the recursion limit depends on the caller's
    stack. Callers have to check characters and any smaller depth.
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
    raise NotJson(f"{name} is not a JSON number")


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise NotJson(f"the number {text[:20]} is too large")
    return number


def _once_each(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    """Return the object made of these pairs.

    Raises NotJson for two values under one name, because parsers differ on that.
    """
    held: dict[str, Json] = {}
    for name, value in pairs:
        if name in held:
            raise NotJson(f"the name {name[:60]!r} appears twice in one object")
        held[name] = value
    return held
