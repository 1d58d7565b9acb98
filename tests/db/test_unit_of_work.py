"""Queued writes and cached reads of a unit of work have no effect that a reader could notice."""

from contextlib import suppress
from threading import Thread

import pytest
from django.db import connection, transaction

from nomic.db.prepared_query import Prepared
from nomic.db.unit import current_unit, insert, unit_of_work, upsert
from nomic.inventory.models import Balance
from tests.support.hall import Hall

KEY = ("cycle", "holder", "item")
amounts = Prepared(
    lambda cycle, holder: Balance.objects.filter(cycle_id=cycle, holder=holder).values_list("amount", flat=True),
    int,
    str,
)


def chips(hall: Hall, amount: int, holder: str = "ada") -> Balance:
    """A balance of `amount` chips."""
    return Balance(cycle=hall.cycle, holder=holder, item="Chip", amount=amount)


def test_reads_see_queued_writes(hall: Hall) -> None:
    """New rows, and the last of several upserts of one row."""
    with unit_of_work():
        insert([chips(hall, 1, "bob")])
        upsert([chips(hall, 2)], KEY, ("amount",))
        upsert([chips(hall, 3)], KEY, ("amount",))
        assert dict(Balance.objects.values_list("holder", "amount")) == {"ada": 3, "bob": 1}
        upsert([chips(hall, 4)], KEY, ("amount",))
    assert dict(Balance.objects.values_list("holder", "amount")) == {"ada": 4, "bob": 1}


def test_a_cached_read_is_invalidated_by_every_write_that_may_change_it(hall: Hall) -> None:
    """By an insert, an update, a deletion, a queued row, or a rollback; a read invalidates nothing."""
    with unit_of_work():
        assert amounts.first(hall.pk, "ada") is None
        insert([chips(hall, 1)])
        assert amounts.first(hall.pk, "ada") == 1
        Balance.objects.update(amount=2)
        assert amounts.first(hall.pk, "ada") == 2
        with suppress(ZeroDivisionError), transaction.atomic():
            Balance.objects.update(amount=5)
            assert amounts.first(hall.pk, "ada") == 5
            raise ZeroDivisionError
        assert amounts.first(hall.pk, "ada") == 2
        asked = len(connection.queries_log)
        assert amounts.first(hall.pk, "ada") == 2
        assert len(connection.queries_log) == asked
        Balance.objects.all().delete()
        assert amounts.first(hall.pk, "ada") is None


def test_a_rollback_to_a_savepoint_discards_what_was_queued_since(hall: Hall) -> None:
    """Rows queued before it remain."""
    with unit_of_work():
        upsert([chips(hall, 1)], KEY, ("amount",))
        with suppress(ZeroDivisionError), transaction.atomic():
            upsert([chips(hall, 2)], KEY, ("amount",))
            insert([chips(hall, 2, "bob")])
            raise ZeroDivisionError
        insert([chips(hall, 3, "eve")])
    assert dict(Balance.objects.values_list("holder", "amount")) == {"ada": 1, "eve": 3}


def test_a_failed_unit_writes_nothing_and_ends(hall: Hall) -> None:
    """Its rows are discarded, and later rows are written at once."""
    with suppress(ZeroDivisionError), unit_of_work():
        insert([chips(hall, 1)])
        raise ZeroDivisionError
    insert([chips(hall, 2, "bob")])
    assert dict(Balance.objects.values_list("holder", "amount")) == {"bob": 2}


@pytest.mark.django_db
def test_each_block_and_each_thread_has_its_own_unit() -> None:
    """A thread has another connection, so what it writes must not be queued in a unit of this one."""
    found = []
    with unit_of_work() as outer:
        with unit_of_work() as inner:
            assert current_unit() is inner
        assert current_unit() is outer
        thread = Thread(target=lambda: found.append(current_unit()))
        thread.start()
        thread.join()
    assert found == [None]
    assert current_unit() is None


def test_plain_text_sees_the_queue_and_drops_the_cache(hall: Hall) -> None:
    """Whatever it reads or writes, and even if it does not quote the table's name."""
    with unit_of_work():
        insert([chips(hall, 1)])
        with connection.cursor() as cursor:
            cursor.execute("SELECT amount FROM inventory_balance")
            assert cursor.fetchall() == [(1,)]
            assert amounts.first(hall.pk, "ada") == 1
            cursor.execute("UPDATE inventory_balance SET amount = 2")
        assert amounts.first(hall.pk, "ada") == 2
    with unit_of_work() as uow, connection.cursor() as cursor:
        cursor.execute("UPDATE inventory_balance SET amount = 3")
    assert not uow.write_set.is_disjoint(amounts._compiled[connection.vendor].reads)
