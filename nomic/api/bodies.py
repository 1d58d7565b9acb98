"""Reading the JSON bodies that callers send, whatever they send."""

import json
import math
from collections.abc import Iterator
from typing import Any, NoReturn

from django.conf import settings
from rest_framework.exceptions import ParseError
from rest_framework.parsers import BaseParser

from nomic.api.problems import TooLarge
from nomic.cycles.refusals import BadArguments, FieldError

DEEPEST = 40  # levels of nesting; the law itself has fewer than ten
MOST_COMPLAINTS = 20
MOST_PATH = 200
NO_TEXT = "this text holds characters that are none (U+0000, half of a surrogate pair)"


class ArgumentsParser(BaseParser):
    """A JSON object of arguments.

    Raises TooLarge (413), ParseError (400) for what is no JSON, BadArguments (422) for JSON that is no object, is
    nested beyond reason, or holds text that is no Unicode.
    """

    media_type = "application/json"

    def parse(self, stream: Any, media_type: str | None = None, parser_context: Any = None) -> dict[str, Any]:
        most = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
        body = stream.read(most + 1)
        if len(body) > most:
            raise TooLarge(f"A body has at most {most} bytes.")
        try:
            data = json.loads(body.decode(), parse_constant=_no_constant, parse_float=_finite)
        except RecursionError:
            raise BadArguments.on("", f"arguments are nested at most {DEEPEST} deep") from None
        except ValueError as error:
            raise ParseError(f"The body is not JSON: {str(error)[:200]}") from None
        if not isinstance(data, dict):
            raise BadArguments.on("", "arguments are a JSON object")
        complaints = [error for error, _ in zip(_complaints(data), range(MOST_COMPLAINTS), strict=False)]
        if complaints:
            raise BadArguments(complaints)
        return data


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON number")


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(f"the number {text[:20]} is too large")
    return number


def _complaints(data: dict[str, Any]) -> Iterator[FieldError]:
    """What cannot be kept as text anywhere in the arguments, and where it stands."""
    waiting: list[tuple[str, int, Any]] = [("", 0, data)]
    while waiting:
        path, depth, value = waiting.pop()
        if isinstance(value, str):
            if not _is_text(value):
                yield FieldError(path, NO_TEXT)
        elif isinstance(value, dict | list):
            if depth == DEEPEST:
                yield FieldError(path, f"arguments are nested at most {DEEPEST} deep")
                continue
            for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
                if isinstance(key, str) and not _is_text(key):
                    yield FieldError(path, f"in a field's name: {NO_TEXT}")
                else:
                    waiting.append((f"{path}/{key}".lstrip("/")[:MOST_PATH], depth + 1, inner))


def _is_text(text: str) -> bool:
    """Whether every database can keep it: no lone surrogates (RFC 8259 lets them be written), no U+0000."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return "\x00" not in text
