"""Rows as one JSON document, which PostgreSQL takes apart: one value of one statement, however many rows there are.

A statement for each row is sent and answered by itself, and one with places for several rows is another for each number
of them. This one is always the same, and a library that is quick at it writes the values down.
"""

import json
from collections.abc import Iterator, Sequence
from datetime import timedelta
from typing import Any

import msgspec
from django.db.backends.base.base import BaseDatabaseWrapper
from psycopg import Binary
from psycopg.types.json import Jsonb

Values = Sequence[Any]

MAX_BYTES = 10_000_000  # of a document, unless one row is longer: what players sent may be long, and there may be many


class Document:
    """How rows with the values of these fields, in this order, are written down, and what a statement reads of them.

    `values` are what it calls these, `rows` is where it has them from, the document in its one place.
    """

    def __init__(self, fields: Sequence[Any], database: BaseDatabaseWrapper) -> None:
        kinds = {f"c{number}": str(field.db_type(database)) for number, field in enumerate(fields)}
        columns = [f"{name} {'text' if kind == 'bytea' else kind}" for name, kind in kinds.items()]
        self.rows = f"json_to_recordset(%s) AS x({', '.join(columns)})"
        self.values = [
            f"decode(x.{name}, 'base64')" if kind == "bytea" else f"x.{name}" for name, kind in kinds.items()
        ]
        self._row = msgspec.defstruct("Row", [(name, Any) for name in kinds])

    def of(self, rows: Sequence[Values]) -> Iterator[tuple[str, int]]:
        """Documents of these rows, in their order, and how many each has: one, unless it were too long to send.

        Raises TypeError for a value that no database could take.
        """
        row, waiting, length = self._row, list[bytes](), 0
        for values in rows:
            written = _encode(row(*values))
            if waiting and length + len(written) > MAX_BYTES:
                yield _together(waiting)
                waiting, length = [], 0
            waiting.append(written)
            length += len(written)
        yield _together(waiting)


def _together(rows: Sequence[bytes]) -> tuple[str, int]:
    return f"[{b','.join(rows).decode()}]", len(rows)


def interval(value: Any) -> Any:
    """A length of time as PostgreSQL reads it, below zero, too; what is none as it is."""
    if not isinstance(value, timedelta):
        return value
    return f"{value.days} days {value.seconds} seconds {value.microseconds} microseconds"


def _plain(value: Any) -> Any:
    """What Django has wrapped for the driver, as JSON has it."""
    match value:
        case Jsonb():
            return msgspec.Raw((value.dumps or json.dumps)(value.obj))
        case Binary():
            return bytes(memoryview(value.obj))  # a number would be as many bytes
        case int():  # which says of how many bytes it is
            return int(value)
        case str():
            return str(value)
    raise TypeError(f"{type(value).__name__} is no value for a database")


_encode = msgspec.json.Encoder(enc_hook=_plain).encode
