"""PostgreSQL decodes from a JSON document the values that Django would have sent."""

from collections.abc import Collection
from datetime import UTC, datetime, timedelta, timezone
from types import SimpleNamespace
from typing import Any

import pytest
from django.apps import apps
from django.db import connection, transaction
from django.db.models.base import ModelState
from hypothesis import example, given, settings
from hypothesis import strategies as st

from nomic.db.bulk_sql import _RowEncoder, _sets_itself
from nomic.db.json_recordset import Document
from tests.support.example_counts import examples

pytestmark = pytest.mark.django_db

TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**60), 2**60) | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=6,
)
ZONES = st.sampled_from([UTC, timezone(timedelta(hours=5, minutes=45)), timezone(-timedelta(hours=11))])
FIRST, LAST = datetime(1900, 1, 1), datetime(2999, 1, 1)  # noqa: DTZ001 - they get one of those
INSTANTS = st.datetimes(FIRST, LAST, timezones=ZONES)
LENGTHS = st.timedeltas(timedelta(days=-9999), timedelta(days=9999))
DIGITS = st.binary(max_size=9).map(bytes.hex)
VALUES = JSON | INSTANTS | LENGTHS | DIGITS | st.binary(max_size=9) | st.integers(-(2**70), 2**70)

BITS = {"smallint": 15, "integer": 31, "bigint": 63}


def kinds() -> Collection[Any]:
    """One field of each type of column in the project."""
    found = {}
    for model in apps.get_models():
        for field in model._meta.concrete_fields:
            if not _sets_itself(field):
                found[type(field), type(getattr(field, "target_field", field)), field.db_type(connection)] = field
    return found.values()


def asked(field: Any, value: Any, *, as_document: bool) -> Any:
    """Return the value as the database reads it; "nothing" if the database or the field refuses it."""
    try:
        if as_document:
            document = Document([field], connection)
            sql = f"SELECT {document.values[0]} FROM {document.rows}"
            holder = SimpleNamespace(**{field.attname: value}, _state=ModelState())
            ((given, _),) = document.encode([_RowEncoder("postgresql", [field]).values(holder)])
        else:
            sql, given = f"SELECT %s::{field.db_type(connection)}", field.get_db_prep_save(value, connection)
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(sql, [given])
            (found,) = cursor.fetchone()
            return bytes(found) if isinstance(found, memoryview) else found
    except Exception:
        return "nothing"


@settings(max_examples=examples(40), deadline=None)
@given(value=VALUES)
@example(value=None)
@example(value=True)
@example(value=2**31)
@example(value=-(2**63))
@example(value="\\ \" ' % %s \n \u2028 \U0001f409 \x00")
def test_a_value_comes_out_as_from_django(value: Any) -> None:
    """For each type of column. PostgreSQL casts a text, so a number may become an interval."""
    if connection.vendor != "postgresql":
        return
    for field in kinds():
        kind = field.db_type(connection)
        if field.max_length is not None and len(str(value)) > field.max_length:
            continue  # which is refused, and would be cut off by the question here
        if isinstance(value, bool) and kind == "uuid":
            continue  # Django takes it for a number, and has that be a UUID
        found, expected = (asked(field, value, as_document=each) for each in (True, False))
        if kind in BITS and isinstance(value, int) and not -(2 ** BITS[kind]) <= value < 2 ** BITS[kind]:
            assert found == "nothing"  # the driver would give some of its bits
        elif expected != "nothing":
            assert found == expected, field
