"""Batches write the rows that Django would write, in one statement on PostgreSQL."""

from collections.abc import Callable
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any

import pytest
from django.apps import apps
from django.db import DataError, IntegrityError, connection, transaction
from django.db.models.base import ModelState
from django.test.utils import CaptureQueriesContext

from nomic.accounts.models import Person
from nomic.cycles.models import Cycle, Deadline, Entry
from nomic.cycles.schedule.deadlines import CHANGING, UNIQUE
from nomic.db import json_recordset
from nomic.db.bulk_sql import (
    _delete,
    _RowEncoder,
    _sets_itself,
    _update,
    delete_rows,
    update_rows,
    write_rows,
    write_rows_with_keys,
)
from nomic.db.statement_batch import batch
from nomic.inventory.models import Balance
from tests.support.hall import Hall

pytestmark = pytest.mark.django_db

WHEN = datetime(2026, 11, 23, tzinfo=UTC)
TIMES = 40
VALUES: list[Any] = [None, True, False, 0, 1, 2**40, "", "7", "text", {"a": [1]}, [], WHEN]


def made(make: Callable[[], Any]) -> Any:
    """The type and text of a prepared value, or its error."""
    try:
        value = make()
    except (TypeError, ValueError, AttributeError) as error:
        return type(error)
    except Exception as error:  # a field's own complaint
        return str(error)
    return type(value), str(value)


@pytest.mark.parametrize("model", [pytest.param(each, id=each._meta.label) for each in apps.get_models()])
def test_a_value_is_prepared_as_by_its_field(model):
    """Also after values that need no preparation. test_json_recordset.py tests what PostgreSQL decodes."""
    fields = [field for field in model._meta.concrete_fields if not _sets_itself(field)]
    for field in fields:
        row = _RowEncoder("sqlite", [field])
        for value in (*VALUES, None, *VALUES):  # once it is known which are right, too
            holder = SimpleNamespace(**{field.attname: value}, _state=ModelState())
            by_field = made(lambda field=field, value=value: field.get_db_prep_save(value, connection))
            by_row = made(lambda row=row, holder=holder: row.values(holder)[0])
            assert by_row == by_field or (by_row[0], connection.vendor) == (type(value), "postgresql"), (field, value)


@pytest.mark.parametrize("number", [1, 2, 300])
def test_one_statement_writes_any_number_of_rows(hall: Hall, number: int):
    """And deletes others: PostgreSQL would plan another SQL for each number. No rows need no statement."""
    write_rows([deadline(hall, f"~old {each}") for each in range(number)])
    with CaptureQueriesContext(connection) as queries, batch():
        write_rows([deadline(hall, f"~new {each}") for each in range(number)], UNIQUE, CHANGING)
        delete_rows(Deadline, UNIQUE, [(hall.pk, f"~old {each}") for each in range(number)])
        write_rows([])
        update_rows([], ("rank",))
        delete_rows(Deadline, UNIQUE, [])
    assert len(queries) == (1 if connection.vendor == "postgresql" else 2)
    assert ranks(hall) == {f"~new {each}": 1 for each in range(number)}


def people(*names: str) -> list[Person]:
    return [Person(username=name) for name in names]


def test_rows_get_ascending_keys():
    """Whatever their number, and after statements of the same batch."""
    made = people("Ada", "Bob", "Eve")
    with batch():
        write_rows_with_keys(made)
        made[0].zone = "Europe/Paris"
        update_rows([made[0]], ("zone",))
        write_rows_with_keys(people("Dan"))
    rows = Person.objects.filter(pk__in=[each.pk for each in made]).order_by("pk")
    assert [each.username for each in rows] == ["Ada", "Bob", "Eve"]
    assert [each.zone for each in rows] == ["Europe/Paris", "", ""]
    assert Person.objects.filter(username="Dan").exists()


@pytest.mark.parametrize("write", [write_rows, write_rows_with_keys])
def test_an_error_in_a_batch_is_raised_as_itself(write):
    """A duplicate name raises IntegrityError and nothing is written. The connection remains usable."""

    def write_all() -> None:
        with transaction.atomic(), batch():
            for name in ("Ada", "Ada", "Bob"):
                write(people(name))

    with pytest.raises(IntegrityError):
        write_all()
    assert not Person.objects.filter(username__in=("Ada", "Bob")).exists()
    write(people("Ada"))
    assert Person.objects.filter(username="Ada").count() == 1


def deadline(hall: Hall, label: str, rank: int = 1) -> Deadline:
    return Deadline(cycle_id=hall.pk, label=label, at=WHEN, rank=rank, order=0, action="tick")


def ranks(hall: Hall) -> dict[str, int]:
    return dict(Deadline.objects.filter(cycle_id=hall.pk, label__startswith="~").values_list("label", "rank"))


def test_the_writes_of_one_act_are_one_statement(hall: Hall):
    """Rows of several tables, a deleted row, and a row that replaces it."""
    write_rows([deadline(hall, "~old")])
    cycle = Cycle.objects.get(pk=hall.pk)
    with CaptureQueriesContext(connection) as asked, batch():
        cycle.title = "Another"
        update_rows([cycle], ("title",))
        write_rows([Balance(cycle=cycle, holder=holder, item="Chip", amount=7) for holder in ("Ada", "~")])
        delete_rows(Deadline, UNIQUE, [(cycle.pk, "~old")])
        write_rows([deadline(hall, "~new")], UNIQUE, CHANGING)
    assert len(asked) == (1 if connection.vendor == "postgresql" else 4)
    assert Cycle.objects.get(pk=hall.pk).title == "Another"
    assert [each.amount for each in Balance.objects.filter(cycle=cycle, item="Chip")] == [7, 7]
    assert ranks(hall) == {"~new": 1}


def test_rows_of_one_batch_have_keys_in_their_order(hall: Hall):
    with batch():
        write_rows([deadline(hall, f"~{number}") for number in (3, 1, 4, 2)])
        write_rows([Balance(cycle_id=hall.pk, holder="~", item="Chip", amount=7)])
    rows = Deadline.objects.filter(cycle_id=hall.pk, label__startswith="~").order_by("pk")
    assert [row.label for row in rows] == ["~3", "~1", "~4", "~2"]


def test_of_two_writes_of_a_row_in_one_batch_the_last_wins(hall: Hall):
    cycle = Cycle.objects.get(pk=hall.pk)
    with batch():
        write_rows([deadline(hall, "~a")])
        for number in range(TIMES):
            cycle.title = f"the {number}th"
            update_rows([cycle], ("title",))
            write_rows([deadline(hall, "~a", number)], UNIQUE, CHANGING)
        write_rows([deadline(hall, "~a", 7), deadline(hall, "~b", 8)], UNIQUE, CHANGING)
        write_rows([deadline(hall, "~b", 9)], UNIQUE, CHANGING)
    assert Cycle.objects.get(pk=hall.pk).title == f"the {TIMES - 1}th"
    assert ranks(hall) == {"~a": 7, "~b": 9}


def test_a_row_is_deleted_before_another_takes_its_unique_values(hall: Hall):
    """Entries have two unique constraints, so their deletions and inserts keep their order."""
    cycle = Cycle.objects.get(pk=hall.pk)

    def entry(seq: int) -> Entry:
        return Entry(cycle=cycle, seq=seq, key="5a3e", at=WHEN, revision=0, phase=0)

    write_rows([entry(1_000_001)])
    with batch():
        delete_rows(Entry, ("cycle_id", "seq"), [(cycle.pk, 1_000_001)])
        write_rows([entry(1_000_002)])
    assert [each.seq for each in Entry.objects.filter(cycle=cycle, key="5a3e")] == [1_000_002]


@pytest.mark.parametrize("what", ["text", "number", "letters"])
def test_a_value_that_does_not_fit_is_refused(hall: Hall, what: str):
    """It is not truncated, and nothing is written. SQLite accepts any text, and refuses numbers only."""
    row = Balance(cycle_id=hall.pk, holder="~", item="Chip", amount=7)
    if what == "text":
        row.holder = "~" * 10_000
    elif what == "number":
        row.amount = 2**70
    else:
        row.holder = "~\0"
    if connection.vendor == "postgresql" or what == "number":
        with pytest.raises((DataError, OverflowError)), transaction.atomic():
            write_rows([row])
        assert not Balance.objects.filter(cycle=hall.pk, holder__startswith="~").exists()


def test_rows_are_looked_up_by_their_keys(hall: Hall):
    """Among many others, by an index scan."""
    if connection.vendor != "postgresql":
        return
    write_rows([deadline(hall, f"~{number}") for number in range(20_000)])
    rows = list(Deadline.objects.filter(cycle=hall.pk, label__startswith="~")[:30])
    with connection.cursor() as cursor:
        cursor.execute('ANALYZE "cycles_deadline"')
    statement, fields = _update("postgresql", Deadline, ("rank",))
    changed = statement, [(*fields.values(row), row.pk) for row in rows]
    gone = _delete("postgresql", Deadline, UNIQUE), [(row.cycle_id, row.label) for row in rows]
    for said, values in (changed, gone):
        with CaptureQueriesContext(connection) as queries:
            said.execute(Deadline, values)
        (query,) = queries
        with connection.cursor() as cursor:
            cursor.execute(f"EXPLAIN {query['sql']}")
            plan = "\n".join(line for (line,) in cursor.fetchall())
        assert "Index Scan" in plan, plan
        assert "Seq Scan" not in plan, plan


def test_long_rows_are_written_in_several_documents(hall: Hall, monkeypatch: pytest.MonkeyPatch):
    """The number of rows is not bounded, but the size of a document is."""
    monkeypatch.setattr(json_recordset, "MAX_BYTES", 1_000)
    rows = [deadline(hall, f"~{number}") for number in range(40)]
    rows[7].args = {"text": "\x01" * 5_000}
    with CaptureQueriesContext(connection) as queries, batch():
        write_rows(rows, UNIQUE, CHANGING)
    kept = Deadline.objects.filter(cycle_id=hall.pk, label__startswith="~").order_by("pk")
    assert [row.label for row in kept] == [row.label for row in rows]
    assert kept[7].args == rows[7].args
    if connection.vendor == "postgresql":
        lengths = [len(query["sql"]) for query in queries]
        assert len(lengths) > 5
        assert sum(length > 3_000 for length in lengths) == 1
    with batch():
        delete_rows(Deadline, UNIQUE, [(row.cycle_id, row.label) for row in rows])
    assert ranks(hall) == {}
