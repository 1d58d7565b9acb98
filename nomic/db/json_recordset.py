"""Rows passed as a single JSON parameter, which `json_to_recordset` expands.

The SQL is the same for any number of rows. With a statement for each row, each is sent and answered separately. With
placeholders for several rows, each number of rows needs its own statement and plan. This statement is always the same,
and msgspec encodes the rows quickly. PostgreSQL only.
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

MAX_BYTES = 10_000_000  # of a document, unless one row is larger: the number and texts of rows are not bounded


class Document:
    """Encoder of rows with values of given fields as a JSON document, and the SQL that decodes it.

    `rows` is the SQL of the row source, with one placeholder for the document. `values` are the SQL expressions of a
    row's values.
    """

    def __init__(self, fields: Sequence[Any], database: BaseDatabaseWrapper) -> None:
        types = {f"c{number}": str(field.db_type(database)) for number, field in enumerate(fields)}
        columns = [f"{name} {'text' if type_ == 'bytea' else type_}" for name, type_ in types.items()]
        self.rows = f"json_to_recordset(%s) AS x({', '.join(columns)})"
        self.values = [
            f"decode(x.{name}, 'base64')" if type_ == "bytea" else f"x.{name}" for name, type_ in types.items()
        ]
        self._row = msgspec.defstruct("Row", [(name, Any) for name in types])

    def encode(self, rows: Sequence[Values]) -> Iterator[tuple[str, int]]:
        """Yield the rows as JSON documents in order, each with its number of rows.

        Yields one document, unless it would exceed `MAX_BYTES`. Raises TypeError for a value of an unknown type.
        """
        row, pending, length = self._row, list[bytes](), 0
        for values in rows:
            encoded = _encode(row(*values))
            if pending and length + len(encoded) > MAX_BYTES:
                yield _join(pending)
                pending, length = [], 0
            pending.append(encoded)
            length += len(encoded)
        yield _join(pending)


def _join(rows: Sequence[bytes]) -> tuple[str, int]:
    return f"[{b','.join(rows).decode()}]", len(rows)


def interval(value: Any) -> Any:
    """Format a timedelta, which may be negative, as an interval for PostgreSQL. Other values are returned unchanged."""
    if not isinstance(value, timedelta):
        return value
    return f"{value.days} days {value.seconds} seconds {value.microseconds} microseconds"


def _unwrap(value: Any) -> Any:
    """Convert a value that Django has wrapped for psycopg to a value that msgspec can encode."""
    match value:
        case Jsonb():
            return msgspec.Raw((value.dumps or json.dumps)(value.obj))
        case Binary():
            return bytes(memoryview(value.obj))  # `bytes` of a plain number would be that many zero bytes.
        case int():  # psycopg's subclasses of int define the width
            return int(value)
        case str():
            return str(value)
    raise TypeError(f"{type(value).__name__} is no value for a database")


_encode = msgspec.json.Encoder(enc_hook=_unwrap).encode
