"""A unit of work whose versioned row has changed writes nothing. PostgreSQL only: SQLite has no row versions."""

from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
from django.db import connection, transaction

from nomic.cycles.models import Cycle
from nomic.db.optimistic_lock import StaleRow, VersionedRow, version_of
from nomic.db.unit import flush, insert, unit_of_work, update
from nomic.inventory.models import Balance
from tests.support.hall import Hall

pytestmark = pytest.mark.django_db(transaction=True)


def version(hall: Hall) -> str:
    return str(
        Cycle.objects.annotate(row_version=version_of(Cycle)).values_list("row_version", flat=True).get(pk=hall.pk)
    )


def write(hall: Hall, known: str, how: str = "queued") -> VersionedRow:
    """Write a balance in a unit with this version of the cycle's row, in the queue or by a statement at once."""
    with unit_of_work() as uow:
        root = uow.root = VersionedRow(Cycle, hall.pk, known, is_locked=False)
        row = Balance(cycle_id=hall.pk, holder="ada", item="Chip", amount=1)
        match how:
            case "queued":
                insert([row])
            case "django":
                row.save(force_insert=True)
            case "text":
                with connection.cursor() as cursor:
                    columns, values = "(cycle_id, holder, item, amount)", [hall.pk, "ada", "Chip", 1]
                    cursor.execute(f"INSERT INTO inventory_balance {columns} VALUES (%s, %s, %s, %s)", values)
    return root


@pytest.fixture
def on_postgres(hall: Hall) -> Hall | None:
    return hall if connection.vendor == "postgresql" else None


def test_sqlite_has_no_versions(hall: Hall) -> None:
    assert (version(hall) == "") is (connection.vendor != "postgresql")


@pytest.mark.parametrize("how", ["queued", "django", "text"])
def test_a_unit_writes_only_if_the_version_is_unchanged(on_postgres: Hall | None, how: str) -> None:
    """Whether the version is checked by the last statement, or before the first that writes."""
    if on_postgres is None:
        return
    known = version(on_postgres)
    Cycle.objects.filter(pk=on_postgres.pk).update(title="another")
    with pytest.raises(StaleRow):
        write(on_postgres, known, how)
    assert not Balance.objects.filter(cycle=on_postgres.pk).exists()
    write(on_postgres, version(on_postgres), how)
    assert Balance.objects.filter(cycle=on_postgres.pk).exists()


def test_a_unit_knows_the_version_that_it_wrote(on_postgres: Hall | None) -> None:
    if on_postgres is None:
        return
    cycle: Any = Cycle.objects.get(pk=on_postgres.pk)
    with unit_of_work() as uow:
        root = uow.root = VersionedRow(Cycle, cycle.pk, version(on_postgres), is_locked=False)
        cycle.title = "another"
        update(cycle, ("title",))
    assert root.new_version == version(on_postgres)


def test_a_unit_that_writes_nothing_checks_only_if_asked(on_postgres: Hall | None) -> None:
    if on_postgres is None:
        return
    with unit_of_work() as uow:
        uow.root = VersionedRow(Cycle, on_postgres.pk, "0", is_locked=False)
    with unit_of_work() as uow:
        uow.root = VersionedRow(Cycle, on_postgres.pk, "0", is_locked=False)
        with pytest.raises(StaleRow):
            uow.ensure_locked()


def test_a_queued_update_of_the_row_itself_is_not_flushed_by_its_lock(on_postgres: Hall | None) -> None:
    """It would give the row another version before that is checked."""
    if on_postgres is None:
        return
    cycle: Any = Cycle.objects.get(pk=on_postgres.pk)
    with unit_of_work() as uow:
        uow.root = VersionedRow(Cycle, cycle.pk, version(on_postgres), is_locked=False)
        cycle.title = "another"
        update(cycle, ("title",))
        Balance.objects.create(cycle_id=cycle.pk, holder="ada", item="Chip", amount=1)
    assert Cycle.objects.get(pk=cycle.pk).title == "another"
    assert Balance.objects.filter(cycle=cycle.pk).exists()


def by_queue(hall: Hall) -> None:
    update(Cycle.objects.get(pk=hall.pk), ("title",))
    flush()


def by_django(hall: Hall) -> None:
    Cycle.objects.filter(pk=hall.pk).update(title="another")


def by_text(hall: Hall) -> None:
    with connection.cursor() as cursor:
        cursor.execute("UPDATE cycles_cycle SET title = %s", ["another"])


def by_another_unit(hall: Hall) -> None:
    with unit_of_work():
        by_queue(hall)


def by_rollback(hall: Hall) -> None:
    """If the row was locked within the savepoint, it is no longer."""
    with suppress(ZeroDivisionError), transaction.atomic():
        raise ZeroDivisionError


def by_nothing(hall: Hall) -> None:
    Balance.objects.create(cycle_id=hall.pk, holder="ada", item="Chip", amount=1)


@pytest.mark.parametrize("change", [by_queue, by_django, by_text, by_another_unit, by_rollback, by_nothing])
def test_a_version_is_forgotten_once_the_row_may_have_another(hall: Hall, change: Callable[[Hall], None]) -> None:
    """A process that believed it would refuse its own next write, or overlook another process's."""
    with unit_of_work() as uow:
        uow.root = VersionedRow(Cycle, hall.pk, "7", is_locked=True)
        change(hall)
        assert (uow.root is None) is (change is not by_nothing)
