"""What an entry drew and moved stands in its row, and is read where it is asked for."""

import json
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from hypothesis import given
from hypothesis import strategies as st

from nomic.chance.draw_scheme import MAX_SIDES, Drawn
from nomic.cycles.domain.ledger_movement import Movement
from nomic.cycles.models import Entry
from nomic.db import JsonTextField, RecordsField
from tests.support.hall import Hall

DRAWS, MOVED = RecordsField(Drawn), RecordsField(Movement)
texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=30)
numbers = st.integers(1, MAX_SIDES)
draws = st.lists(st.builds(Drawn, texts, numbers, numbers, numbers, texts), max_size=5)
ends = st.tuples(texts, texts).filter(lambda ends: ends[0] != ends[1])
lines = st.builds(lambda item, amount, ends, card: Movement(item, amount, *ends, card), texts, numbers, ends, texts)


@given(st.tuples(st.just(DRAWS), draws) | st.tuples(st.just(MOVED), st.lists(lines, max_size=5)))
def test_records_are_read_as_they_were_written(written: tuple[RecordsField, list[Any]]) -> None:
    """Whatever their words and however large their numbers; none are nothing."""
    field, records = written
    text = field.get_prep_value(records)
    assert (text is None) == (records == [])
    assert field.from_db_value(text, None, connection) == records


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | texts,
    lambda parts: st.lists(parts, max_size=3) | st.dictionaries(texts, parts, max_size=3),
    max_leaves=10,
)
lists, dictionaries = st.lists(anything, max_size=5), st.dictionaries(texts, anything, max_size=5)


@given(st.tuples(st.just(JsonTextField(list)), lists) | st.tuples(st.just(JsonTextField(dict)), dictionaries))
def test_data_is_read_as_it_was_written(written: tuple[JsonTextField, Any]) -> None:
    """In its order, however large its numbers; what is empty is nothing."""
    field, data = written
    text = field.get_prep_value(data)
    assert (text is None) == (not data)
    assert json.dumps(field.from_db_value(text, None, connection)) == json.dumps(data)


def test_what_is_no_record_of_its_kind_is_not_written() -> None:
    """Nor is what a database gave for another kind taken for one."""
    with pytest.raises(AttributeError):
        DRAWS.get_prep_value([Movement("Chip", 1, "", "ada")])
    with pytest.raises(TypeError):
        DRAWS.from_db_value('[["Chip",1,"","ada","",0]]', None, connection)


@pytest.mark.django_db
def test_an_entry_of_a_list_is_read_without_what_it_drew_and_moved(cast: Hall) -> None:
    """They can be very many, and few lists show them; whoever asks for those of one gets them."""
    cast.grant("ada", "Deck Pack")
    drawn = cast.do("ada", "open-pack", pack="Deck Pack").draws
    assert len(drawn) > 10
    with CaptureQueriesContext(connection) as queries:
        entries = list(Entry.objects.filter(cycle=cast.pk).order_by("seq"))
        assert not any(f'"{name}"' in queries[0]["sql"] for name in ("draws", "moved"))
        assert (entries[-1].draws, len(queries)) == (drawn, 2)
    with CaptureQueriesContext(connection) as queries:
        assert [entry.draws for entry in Entry.objects.whole().filter(cycle=cast.pk).order_by("seq")][-1] == drawn
        assert len(queries) == 1


@pytest.mark.django_db
def test_entries_that_drew_are_told_from_others(cast: Hall) -> None:
    """By the database: of a hundred thousand entries nobody reads what none of them drew."""
    cast.grant("ada", "Deck Pack")
    entry = cast.do("ada", "open-pack", pack="Deck Pack")
    cast.grant("ada", "Chip")
    mine = Entry.objects.filter(cycle=cast.pk, seq__gte=entry.seq)
    assert list(mine.filter(draws__isnull=False)) == [entry]
    assert mine.filter(draws__isnull=True).exists()
