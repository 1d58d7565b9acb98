"""Django writes SQL in the forms that `nomic.db` parses: on which tables, which columns, and from which aliases."""

from typing import Any

import pytest
from django.db import connection, transaction
from django.db.models import F, QuerySet
from django.test.utils import CaptureQueriesContext

from nomic.db.read_set import ReadSet, read_set_for, updated_columns
from nomic.db.write_set import find_written_table
from nomic.inventory.models import Balance
from nomic.matches.models import Match, MatchSeat
from nomic.proposals.models import Vote

pytestmark = pytest.mark.django_db

TABLE = "inventory_balance"


def written(do: Any) -> str:
    """The one statement that writes."""
    with CaptureQueriesContext(connection) as queries:
        do()
    (sql,) = [query["sql"] for query in queries if not query["sql"].startswith(("SELECT", "SAVEPOINT", "RELEASE"))]
    return sql


def reads(queryset: QuerySet[Any, Any]) -> ReadSet:
    sql, _ = queryset.query.get_compiler("default").as_sql()
    return read_set_for(queryset, sql)


def test_writes_name_their_table(hall: Any) -> None:
    rows = Balance.objects.filter(cycle=hall.pk, holder="ada")
    new = Balance(cycle_id=hall.pk, holder="ada", item="Chip", amount=1)
    options: dict[str, Any] = {"update_conflicts": True, "unique_fields": ["cycle", "holder", "item"]}
    upsert = [Balance(cycle_id=hall.pk, holder="ada", item="Chip", amount=2)]
    for do in (
        new.save,
        lambda: Balance.objects.bulk_create(upsert, update_fields=["amount"], **options),
        lambda: Balance.objects.bulk_create(upsert, ignore_conflicts=True),
        lambda: rows.update(amount=F("amount") + 1),
        lambda: rows.delete(),
    ):
        assert find_written_table(written(do)) == TABLE


def test_updates_name_their_columns(hall: Any) -> None:
    rows = Balance.objects.filter(cycle=hall.pk, amount__gte=1)
    assert updated_columns(written(lambda: rows.update(amount=F("amount") + 1, holder="bob"))) == {"amount", "holder"}
    row = Balance.objects.create(cycle_id=hall.pk, holder="ada", item="Chip", amount=1)
    assert updated_columns(written(lambda: row.save(update_fields=["item", "cycle"]))) == {"item", "cycle_id"}


def test_savepoints_are_told_apart() -> None:
    """`UnitOfWork` compares the first word."""
    with CaptureQueriesContext(connection) as queries:
        with transaction.atomic():
            pass
        try:
            with transaction.atomic():
                raise ZeroDivisionError
        except ZeroDivisionError:
            pass
    words = [query["sql"].split()[0] for query in queries]
    assert words == ["SAVEPOINT", "RELEASE", "SAVEPOINT", "ROLLBACK", "RELEASE"]


def test_row_locks_are_recognised() -> None:
    """On PostgreSQL; SQLite has none."""
    with CaptureQueriesContext(connection) as queries:
        list(Balance.objects.select_for_update(no_key=True))
        list(Balance.objects.select_for_update())
    if connection.vendor == "postgresql":
        assert [query["sql"].partition(" FOR ")[2] for query in queries] == ["NO KEY UPDATE", "UPDATE"]


def test_a_plain_query_names_its_columns() -> None:
    found = reads(Balance.objects.filter(holder="ada").order_by("item"))
    assert found.model is Balance
    assert found.columns == {TABLE: {"id", "cycle_id", "holder", "item", "amount"}}
    assert found.selecting == {TABLE: {"holder", "item"}}


def test_joins_and_subqueries_name_their_tables() -> None:
    """By the table itself, or by an alias: a letter and a number."""
    found = reads(Vote.objects.filter(proposal__status="open"))
    assert found.selecting["proposals_proposal"] == {"id", "status"}
    assert "proposal_id" in found.selecting["proposals_vote"]
    assert found.joined_by_id == {"proposals_proposal"}
    twice = Match.objects.filter(seats__player="ada").filter(seats__player="bob").order_by("pk")
    assert reads(twice).selecting["matches_matchseat"] == {"match_id", "player"}
    inner = Match.objects.filter(pk__in=MatchSeat.objects.filter(player="ada").values("match_id")).order_by("pk")
    assert reads(inner).selecting["matches_matchseat"] == {"match_id", "player"}
