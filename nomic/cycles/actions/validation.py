"""Checks of submitted arguments for values that cannot be stored, and for texts with invisible characters."""

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any

from nomic import limits
from nomic.cycles.domain.exceptions import BadArguments, FieldError
from nomic.law.schema.text_types import readable

MAX_COMPLAINTS = 20
MAX_PATH = 200
TOO_DEEP = f"arguments are nested at most {limits.ARGUMENTS_DEEP} deep"
NO_TEXT = "this text has characters that are not valid (U+0000, half of a surrogate pair)"


def check_keepable(args: Mapping[str, Any]) -> None:
    """Raise BadArguments with the path of each value that is nested too deeply or cannot be stored."""
    complaints = list(islice(_complaints(args), MAX_COMPLAINTS))
    if complaints:
        raise BadArguments(complaints)


def _complaints(args: Mapping[str, Any]) -> Iterator[FieldError]:
    waiting: list[tuple[str, int, Any]] = [("", 0, args)]
    while waiting:
        path, depth, value = waiting.pop()
        if isinstance(value, str):
            if not _is_text(value):
                yield FieldError(path, NO_TEXT)
        elif isinstance(value, dict | list):
            if depth == limits.ARGUMENTS_DEEP:
                yield FieldError(path, TOO_DEEP)
                continue
            for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
                if isinstance(key, str) and not _is_text(key):
                    yield FieldError(path, f"in a field's name: {NO_TEXT}")
                else:
                    waiting.append((f"{path}/{key}".lstrip("/")[:MAX_PATH], depth + 1, inner))


def check_readable(args: Mapping[str, Any]) -> None:
    """Raise BadArguments with the path of each submitted text that contains invisible characters."""
    complaints = list(islice(_unreadable(args), MAX_COMPLAINTS))
    if complaints:
        raise BadArguments(complaints)


def _unreadable(args: Mapping[str, Any]) -> Iterator[FieldError]:
    waiting: list[tuple[str, Any]] = [("", args)]
    while waiting:
        path, value = waiting.pop()
        if isinstance(value, dict):
            for key, inner in value.items():
                below = f"{path}/{key}".lstrip("/")[:MAX_PATH]
                waiting += [(below, inner), (below, key)]
        elif isinstance(value, list):
            waiting += [(f"{path}/{place}"[:MAX_PATH], inner) for place, inner in enumerate(value)]
        elif isinstance(value, str) and not value.isascii():
            try:
                readable(value)
            except ValueError as error:
                yield FieldError(path, str(error))


def _is_text(text: str) -> bool:
    """Return whether every database can store the text.

    U+0000 cannot be stored, and neither can lone surrogates, which RFC 8259 allows.
    """
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return "\x00" not in text
