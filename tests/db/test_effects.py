"""Statements announce what they do: which tables they write, which columns, and whether they lock rows.

Queries record which columns they read, through joins and in subqueries too.
"""

from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
from django.db import connection, transaction
from django.db.models import Exists, F, OuterRef, QuerySet, Subquery

from nomic.db.backends.statement_effect import LOCK, READ, Effect, Verb, announced_effect
from nomic.db.bulk_sql import delete_rows, update_rows, write_rows, write_rows_with_keys
from nomic.db.column_read_set import ReadSet, read_set_for
from nomic.db.prepared_query import Prepared
from nomic.inventory.models import Balance
from nomic.matches.models import Match, MatchSeat
from nomic.proposals.models import Vote
from tests.support.hall import Hall

pytestmark = pytest.mark.django_db

TABLE = "inventory_balance"
UNIQUE = ("cycle", "holder", "item")
INSERTED, UPSERTED, DELETED = (Effect(verb, TABLE) for verb in (Verb.INSERT, Verb.UPSERT, Verb.DELETE))

prepared = Prepared(lambda holder: Balance.objects.filter(holder=holder), str)


def effects(do: Callable[[], Any]) -> list[Effect | None]:
    """The effect of each statement that is executed, as it was announced."""
    found = []

    def wrap(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        found.append(announced_effect())
        return execute(sql, params, many, context)

    with connection.execute_wrapper(wrap):
        do()
    return found


def updated(*columns: str) -> Effect:
    return Effect(Verb.UPDATE, TABLE, frozenset(columns))


def new(hall: Hall, amount: int = 1) -> Balance:
    return Balance(cycle_id=hall.pk, holder="ada", item="Chip", amount=amount)


def test_reads_and_locks(hall: Hall) -> None:
    rows = Balance.objects.filter(cycle=hall.pk)
    assert effects(lambda: list(rows.all())) == [READ]
    assert effects(rows.exists) == effects(rows.count) == effects(lambda: list(rows.iterator())) == [READ]
    assert effects(lambda: prepared.all("ada")) == [READ]
    assert effects(lambda: list(rows.select_for_update(no_key=True))) == [LOCK]


def test_djangos_writes_announce_their_table_and_columns(hall: Hall) -> None:
    rows = Balance.objects.filter(cycle=hall.pk, holder="ada")
    row = new(hall)
    assert effects(row.save) == [INSERTED]
    assert effects(lambda: row.save(update_fields=["item", "cycle"])) == [updated("item", "cycle_id")]
    assert effects(lambda: rows.update(amount=F("amount") + 1, holder="ada")) == [updated("amount", "holder")]
    highest = Balance.objects.order_by("-amount").values("amount")[:1]
    assert effects(lambda: rows.update(amount=Subquery(highest))) == [updated("amount")]
    options: dict[str, Any] = {"update_conflicts": True, "unique_fields": UNIQUE}
    upsert = [new(hall, 2)]
    assert UPSERTED in effects(lambda: Balance.objects.bulk_create(upsert, update_fields=["amount"], **options))
    assert UPSERTED in effects(lambda: Balance.objects.bulk_create(upsert, ignore_conflicts=True))
    assert effects(row.delete) == [DELETED]
    assert effects(rows.delete) == [DELETED]


def test_bulk_writes_announce_theirs(hall: Hall) -> None:
    assert effects(lambda: write_rows([new(hall)])) == [INSERTED]
    assert effects(lambda: write_rows([new(hall, 2)], UNIQUE, ("amount",))) == [UPSERTED]
    (row,) = Balance.objects.filter(cycle=hall.pk, holder="ada")
    assert effects(lambda: update_rows([row], ("amount", "cycle"))) == [updated("amount", "cycle_id")]
    assert effects(lambda: delete_rows(Balance, ("cycle_id", "holder", "item"), [(hall.pk, "ada", "Chip")])) == [
        DELETED
    ]
    assert effects(lambda: write_rows_with_keys([new(hall)]))[-1] == INSERTED
    assert Balance.objects.get(cycle=hall.pk, holder="ada").amount == 1


def test_plain_text_announces_nothing() -> None:
    """Neither does a statement that is executed after an announced one."""

    def savepoint() -> None:
        with suppress(ZeroDivisionError), transaction.atomic():
            list(Balance.objects.all())
            raise ZeroDivisionError

    assert effects(savepoint) == [None, READ, None, None]
    with connection.cursor() as cursor:
        assert effects(lambda: cursor.execute("SELECT 1")) == [None]


def test_the_first_words_of_transactions() -> None:
    """`UnitOfWork` compares them."""
    words = []

    def wrap(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        words.append(sql.partition(" ")[0])
        return execute(sql, params, many, context)

    with connection.execute_wrapper(wrap):
        with transaction.atomic():
            pass
        with suppress(ZeroDivisionError), transaction.atomic():
            raise ZeroDivisionError
    assert words == ["SAVEPOINT", "RELEASE", "SAVEPOINT", "ROLLBACK", "RELEASE"]


def reads(queryset: QuerySet[Any, Any]) -> ReadSet:
    return read_set_for(queryset)


def test_a_plain_query_names_its_columns() -> None:
    found = reads(Balance.objects.filter(holder="ada").order_by("item"))
    assert found.model is Balance
    assert found.columns == {TABLE: {"id", "cycle_id", "holder", "item", "amount"}}
    assert found.selecting == {TABLE: {"holder", "item"}}


def test_joins_and_subqueries_name_their_tables() -> None:
    found = reads(Vote.objects.filter(proposal__status="open"))
    assert found.selecting["proposals_proposal"] == {"id", "status"}
    assert "proposal_id" in found.selecting["proposals_vote"]
    assert found.joined_by_id == {"proposals_proposal"}
    twice = Match.objects.filter(seats__player="ada").filter(seats__player="bob").order_by("pk")
    assert reads(twice).selecting["matches_matchseat"] == {"match_id", "player"}
    inner = Match.objects.filter(pk__in=MatchSeat.objects.filter(player="ada").values("match_id")).order_by("pk")
    assert reads(inner).selecting["matches_matchseat"] == {"match_id", "player"}


def test_subqueries_of_different_tables_may_have_the_same_alias() -> None:
    """Their columns belong to the tables that the subqueries name."""
    seats, others = MatchSeat.objects.filter(match=OuterRef("pk")), Vote.objects.filter(name="ada")
    found = reads(Match.objects.filter(Exists(seats), Exists(others)))
    assert found.columns["proposals_vote"] == {"name"}
    assert "name" not in found.columns["matches_matchseat"]
