"""Ids and digests are hexadecimal digits in Python, and bytes in the database."""

import pytest
from django.db import connection, transaction
from hypothesis import given
from hypothesis import strategies as st

from nomic.cycles.models import Entry
from nomic.db.fields.hex_field import HexField
from tests.support.hall import Hall

FIELD = HexField()


@given(st.binary(max_size=40))
def test_digits_are_read_as_they_were_written(value: bytes) -> None:
    """Two digits are a byte, whatever type the driver returns."""
    digits = value.hex()
    saved = FIELD.get_db_prep_save(digits, connection)
    assert bytes(getattr(saved, "obj", saved)) == value  # PostgreSQL's driver has it wrapped
    assert {FIELD.from_db_value(kind(value), None, connection) for kind in (bytes, bytearray, memoryview)} == {digits}


@pytest.mark.django_db
def test_rows_are_found_by_their_digits(cast: Hall) -> None:
    """By one id or several, even beside an invalid one. An id identifies one entry."""
    entry = cast.entries()[-1]
    kept = Entry.objects.values_list("key", "digest").get(pk=entry.pk)
    assert kept == (entry.key, entry.digest)
    assert (len(entry.key), len(entry.digest)) == (32, 64)
    mine = Entry.objects.filter(cycle=cast.pk)
    assert mine.get(key=entry.key) == mine.get(key__in=["no id", entry.key, "ab"]) == entry


@pytest.mark.django_db
@pytest.mark.parametrize("asked", ["", "x", "abc", "no id", "’" * 32, "0" * 1_000_000])
def test_an_invalid_id_finds_no_row(cast: Hall, asked: str) -> None:
    """Clients may send any text."""
    assert not Entry.objects.filter(cycle=cast.pk, key=asked).exists()


@pytest.mark.django_db
def test_text_that_is_not_hexadecimal_is_not_saved(cast: Hall) -> None:
    """It would be read back as another text."""
    with pytest.raises(ValueError, match="hexadecimal"), transaction.atomic():
        Entry.objects.filter(cycle=cast.pk).update(key="no id")
