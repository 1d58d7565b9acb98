"""Reading JSON that somebody wrote, whatever they wrote: the one reader for forms, drafts and the API's bodies."""

import json
import math
from typing import Any, NoReturn


class NotJson(ValueError):
    """A text that is no JSON; it says why."""


class TooDeep(NotJson):
    """JSON that is nested deeper than it can be read."""


def read_json(text: str | bytes) -> Any:
    """The value that a text stands for.

    Raises NotJson for what RFC 8259 does not know (NaN, infinities), what only some readers would keep (a number too
    large for any, two values under one name) and what is no text (bytes that are not UTF-8); TooDeep for what is
    nested beyond what can be read. How deep the rest is, and what characters stand in it, is left to whoever asks.
    """
    try:
        written = text.decode() if isinstance(text, bytes) else text
        return json.loads(written, parse_constant=_no_constant, parse_float=_finite, object_pairs_hook=_once_each)
    except RecursionError:
        raise TooDeep("this is nested too deep") from None
    except NotJson:
        raise
    except ValueError as error:
        raise NotJson(str(error)[:200]) from None


def _no_constant(name: str) -> NoReturn:
    raise NotJson(f"{name} is no JSON number")


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise NotJson(f"the number {text[:20]} is too large")
    return number


def _once_each(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object. Of two values under one name, readers keep one or the other: nobody could say what was meant."""
    held: dict[str, Any] = {}
    for name, value in pairs:
        if name in held:
            raise NotJson(f"the name {name[:60]!r} stands twice in one object")
        held[name] = value
    return held
