"""Bulk SQL writes the rows that Django would write."""

from datetime import UTC, datetime

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from nomic.chance.draw_scheme import Drawn
from nomic.cycles.domain.ledger_movement import Movement
from nomic.cycles.models import Cycle, Entry, Unsealing
from nomic.db.bulk_sql import update_rows, write_rows, write_rows_with_keys
from nomic.inventory.models import Balance
from nomic.notices.models import Reminder
from tests.support.hall import Hall

KEY = ("cycle", "holder", "item")


def an_entry(hall: Hall, seq: int) -> Entry:
    """An entry with a value in each of its fields."""
    return Entry(
        cycle=hall.cycle,
        seq=seq,
        key=f"{seq:032x}",
        digest="d" * 64,
        at=datetime(2024, 3, 1, 12, 0, 0, 123456, tzinfo=UTC),
        actor_kind="person",
        actor="ada",
        action="buy",
        args={"text": "it's “quoted” %s", "number": 1.5, "none": None},
        revision=3,
        phase=0,
        words=["Ä"],
        events=[{"kind": "x"}],
        draws=[Drawn("x “y”", 0, 2**64, 2**64 - 1, "a draw, with\na line")],
        mark=2**63 - seq,
        fingerprint=0,
        moved=[Movement("Ä “Chip”", 2**60, taker="ada")],
    )


def plain(row: Entry) -> dict[str, object]:
    """The values of a row except its primary key."""
    return {field.name: getattr(row, field.attname) for field in Entry._meta.concrete_fields if field.name != "id"}


@pytest.mark.parametrize("count", [1, 3, 150])
def test_rows_come_as_django_writes_them_and_know_their_keys(hall: Hall, count: int) -> None:
    """Every field has its value, and each instance has the key of its row, also if several statements are needed."""
    rows = [an_entry(hall, 1000 + number) for number in range(count)]
    write_rows_with_keys(rows)
    usual = an_entry(hall, 900)
    usual.save()
    usual.refresh_from_db()
    for row in rows:
        found = Entry.objects.get(pk=row.pk)
        assert found.seq == row.seq
        assert plain(found) | {"seq": 900, "key": usual.key, "mark": usual.mark} == plain(usual)
        assert not row._state.adding


def test_a_foreign_key_to_a_row_that_was_saved_since_is_filled_in(hall: Hall) -> None:
    """An instance may reference an entry that is not saved yet. A foreign key that is None stays None."""
    entry, other = an_entry(hall, 1000), an_entry(hall, 1001)
    unsealed = Unsealing(entry=entry, by_entry=other)
    told = Reminder(cycle=hall.cycle, key="k", began_at=entry.at, player="ada", stage="due", notice=None)
    write_rows_with_keys([entry, other])
    write_rows([unsealed])
    write_rows([told])
    assert list(Unsealing.objects.values_list("entry__seq", "by_entry__seq")) == [(1000, 1001)]
    assert Reminder.objects.get(player="ada").notice is None


def test_an_upsert_updates_existing_rows(hall: Hall) -> None:
    """One row or several need one statement, and only the named fields change."""
    cycle = hall.cycle
    write_rows([Balance(cycle=cycle, holder=name, item="Chip", amount=1) for name in ("ada", "bob")])
    with CaptureQueriesContext(connection) as queries:
        write_rows([Balance(cycle=cycle, holder="bob", item="Chip", amount=5)], KEY, ("amount",))
    assert len(queries) == 1
    assert dict(Balance.objects.values_list("holder", "amount")) == {"ada": 1, "bob": 5}


def test_no_rows_need_no_statement(hall: Hall) -> None:
    """No statement is sent."""
    with CaptureQueriesContext(connection) as queries:
        write_rows([])
        write_rows_with_keys([])
    assert not queries


def test_an_update_writes_the_fields_named_and_no_others(hall: Hall) -> None:
    """Including None and JSON. Other fields keep the values of the table."""
    cycle = hall.cycle
    before = Cycle.objects.get(pk=cycle.pk)
    cycle.title, cycle.due_at, cycle.outages, cycle.winner = "It's %s", None, [["a", "b"]], "not this"
    update_rows([cycle], ("title", "due_at", "outages"))
    after = Cycle.objects.get(pk=cycle.pk)
    assert (after.title, after.due_at, after.outages) == ("It's %s", None, [["a", "b"]])
    assert (after.winner, after.slug) == (before.winner, before.slug)
