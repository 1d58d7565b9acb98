"""Cached queries of a unit of work return what the tables contain, in whatever order rows are changed."""

from contextlib import suppress
from typing import Any

from django.db import connection, transaction
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from nomic.db.prepared_query import Prepared
from nomic.db.unit import UpsertTarget, insert, replace, unit_of_work, update
from nomic.inventory.models import Balance
from nomic.matches.models import Match, MatchSeat, MatchStep
from tests.support.hall import Hall

PLACE: UpsertTarget = (Balance, ("cycle_id", "holder", "item"), ("amount",))
HOLDERS = ("ada", "bob", "eve")

_of = Prepared(
    lambda cycle, holder: Balance.objects.filter(cycle_id=cycle, holder=holder).order_by("item"),
    int,
    str,
    cacheable=True,
)
_richest = Prepared(lambda cycle: Balance.objects.filter(cycle_id=cycle).order_by("-amount", "holder", "item"), int)
_amounts = Prepared(
    lambda cycle: Balance.objects.filter(cycle_id=cycle).order_by("holder", "item").values_list("amount", flat=True),
    int,
)
_named = Prepared(lambda cycle: Balance.objects.filter(cycle_id=cycle).order_by("item", "holder").only("item"), int)
QUERIES = (_richest, _amounts, _named)

Key = tuple[str, str]
holders, items, amounts = st.sampled_from(HOLDERS), st.sampled_from(["Chip", "Gem"]), st.integers(0, 3)
steps = st.one_of(
    st.tuples(st.just("insert"), holders, items, amounts),
    st.tuples(st.just("amount"), holders, items, amounts),
    st.tuples(st.just("holder"), holders, items, holders),
    st.tuples(st.just("put"), holders, items, amounts),
    st.tuples(st.just("gone"), holders, items, holders),
    st.tuples(st.just("taken"), holders, items),
    st.tuples(st.just("update"), holders, amounts),
    st.tuples(st.just("delete"), holders),
    st.tuples(st.just("undone"), holders, items, amounts),
    st.tuples(st.just("look"), holders),
)


class Table:
    """Balances in the database, and the same as a dictionary."""

    def __init__(self, hall: Hall) -> None:
        self.cycle = hall.pk
        self.plain: dict[Key, int] = {}

    def row(self, holder: str, item: str) -> Balance | None:
        """The row as the holder's query returns it."""
        return next((row for row in _of.all(self.cycle, holder) if row.item == item), None)

    def do(self, what: str, holder: str, *more: Any) -> None:
        """Do one step, if it is possible."""
        getattr(self, what)(holder, *more)

    def insert(self, holder: str, item: str, amount: int) -> None:
        """A new row."""
        if (holder, item) not in self.plain:
            insert([Balance(cycle_id=self.cycle, holder=holder, item=item, amount=amount)])
            self.plain[holder, item] = amount

    def amount(self, holder: str, item: str, amount: int) -> None:
        """Change a column by which one query sorts, and which does not select rows in another."""
        row = self.row(holder, item)
        if row is not None:
            row.amount = amount
            update(row, ("amount",))
            self.plain[holder, item] = amount

    def holder(self, holder: str, item: str, to: str) -> None:
        """Change a column by which a query selects rows."""
        row = self.row(holder, item)
        if row is not None and (to, item) not in self.plain:
            row.holder = to
            update(row, ("holder",))
            self.plain[to, item] = self.plain.pop((holder, item))

    def put(self, holder: str, item: str, amount: int) -> None:
        """Upsert a row."""
        replace(PLACE, [Balance(cycle_id=self.cycle, holder=holder, item=item, amount=amount)])
        self.plain[holder, item] = amount

    def gone(self, holder: str, item: str, other: str) -> None:
        """Upsert a row, and delete another."""
        if holder != other:
            row = Balance(cycle_id=self.cycle, holder=holder, item=item, amount=9)
            replace(PLACE, [row], deleted=[(self.cycle, other, item)])
            self.plain.pop((other, item), None)
            self.plain[holder, item] = 9

    def taken(self, holder: str, item: str) -> None:
        """Delete a row, which may have been queued just before."""
        replace(PLACE, [], deleted=[(self.cycle, holder, item)])
        self.plain.pop((holder, item), None)

    def update(self, holder: str, amount: int) -> None:
        """Update by a queryset."""
        Balance.objects.filter(cycle_id=self.cycle, holder=holder).update(amount=amount)
        self.plain |= {key: amount for key in self.plain if key[0] == holder}

    def delete(self, holder: str) -> None:
        """Delete by a queryset."""
        Balance.objects.filter(cycle_id=self.cycle, holder=holder).delete()
        self.plain = {key: amount for key, amount in self.plain.items() if key[0] != holder}

    def undone(self, holder: str, item: str, amount: int) -> None:
        """Roll back to a savepoint."""
        before = dict(self.plain)
        with suppress(ZeroDivisionError), transaction.atomic():
            self.amount(holder, item, amount)
            self.put(holder, "Gem", amount)
            self.look(holder)
            raise ZeroDivisionError
        self.plain = before

    def look(self, holder: str) -> None:
        """All queries return what the dictionary contains."""
        got = [(row.item, row.amount) for row in _of.all(self.cycle, holder)]
        assert got == sorted((item, amount) for (whose, item), amount in self.plain.items() if whose == holder)
        richest = [(-row.amount, row.holder, row.item) for row in _richest.all(self.cycle)]
        assert richest == sorted((-amount, *key) for key, amount in self.plain.items())
        assert _amounts.all(self.cycle) == [amount for _, amount in sorted(self.plain.items())]
        named = [(row.item, row.holder, row.amount) for row in _named.all(self.cycle)]
        assert named == sorted((item, whose, amount) for (whose, item), amount in self.plain.items())


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])  # each begins by deleting its rows
@example([("insert", "bob", "Chip", 1), ("gone", "ada", "Chip", "bob")])
@example([("gone", "ada", "Gem", "bob"), ("insert", "bob", "Gem", 0)])
@example([("insert", "bob", "Gem", 0), ("gone", "ada", "Gem", "bob")])
@example([("insert", "bob", "Gem", 0), ("holder", "bob", "Gem", "ada"), ("insert", "bob", "Gem", 1)])
@given(st.lists(steps, max_size=12))
def test_in_every_order_queries_return_what_the_table_contains(hall: Hall, done: list[Any]) -> None:
    """Inside a unit of work, and after it."""
    Balance.objects.filter(cycle=hall.pk).delete()
    table = Table(hall)
    with unit_of_work():
        for step in done:
            table.do(*step)
        table.look("ada")
    for holder in HOLDERS:
        table.look(holder)


def test_an_update_of_a_column_that_selects_no_rows_patches_the_cache(hall: Hall) -> None:
    """The query is not executed again, and the row is written with the queue."""
    insert([Balance(cycle_id=hall.pk, holder="ada", item="Chip", amount=1)])
    with unit_of_work():
        _of.all(hall.pk, "ada")
        before = len(connection.queries_log)
        for amount in (2, 3):
            (row,) = _of.all(hall.pk, "ada")
            row.amount = amount
            update(row, ("amount",))
        assert [row.amount for row in _of.all(hall.pk, "ada")] == [3]
        assert len(connection.queries_log) == before
    assert Balance.objects.get(cycle=hall.pk, holder="ada").amount == 3


def test_an_update_may_take_the_unique_values_of_a_deleted_row(hall: Hall) -> None:
    """It was read before the deletion."""
    insert([Balance(cycle_id=hall.pk, holder=holder, item="Gem", amount=1) for holder in ("ada", "eve")])
    with unit_of_work():
        (row,) = _of.all(hall.pk, "eve")
        replace(PLACE, [], deleted=[(hall.pk, "ada", "Gem")])
        row.holder = "ada"
        update(row, ("holder",))
    assert list(Balance.objects.filter(cycle=hall.pk, item="Gem").values_list("pk", "holder")) == [(row.pk, "ada")]


def test_a_column_may_be_named_twice(hall: Hall) -> None:
    """Inside a unit of work and outside."""
    row = Balance.objects.create(cycle_id=hall.pk, holder="ada", item="Chip", amount=1)
    row.amount = 2
    update(row, ("amount", "amount"))
    with unit_of_work():
        update(row, ("holder", "amount", "amount"))
    assert Balance.objects.get(pk=row.pk).amount == 2


def test_a_foreign_key_may_be_named_with_or_without_id(hall: Hall, open_cycle: Any) -> None:
    """The column and the attribute have another name than the field."""
    row = Balance.objects.create(cycle_id=hall.pk, holder="ada", item="Chip", amount=1)
    other = open_cycle(slug="other")
    for name in ("cycle", "cycle_id"):
        with unit_of_work():
            (mine,) = _of.all(hall.pk, "ada")
            mine.cycle = other.cycle
            update(mine, (name,))
            assert _of.all(hall.pk, "ada") == []
            assert [each.cycle_id for each in _of.all(other.pk, "ada")] == [other.pk]
        Balance.objects.filter(pk=row.pk).update(cycle=hall.pk)


def test_a_queued_update_is_not_written_if_the_unit_fails(hall: Hall) -> None:
    insert([Balance(cycle_id=hall.pk, holder="ada", item="Chip", amount=1)])
    with suppress(ZeroDivisionError), unit_of_work():
        (row,) = _of.all(hall.pk, "ada")
        row.amount = 2
        update(row, ("amount",))
        raise ZeroDivisionError
    assert Balance.objects.get(cycle=hall.pk, holder="ada").amount == 1


def test_a_query_knows_what_it_reads_through_joins_and_in_other_queries(hall: Hall) -> None:
    """A seat's player decides which matches are returned, its `owes_since` does not."""
    seated = Prepared(lambda player: Match.objects.filter(seats__player=player).order_by("pk").only("code"), str)
    without = Prepared(lambda player: Match.objects.exclude(seats__player=player).order_by("pk"), str)
    for query in (seated, without):
        query.all("ada")
        (written,) = query._compiled.values()
        seats = "matches_matchseat"
        assert written.reads.is_disjoint(seats, {"owes_since"})
        assert not written.reads.is_disjoint(seats, {"player"})
        assert written.reads.selects_same_rows(Match, {"state", "version"})
        assert not written.reads.selects_same_rows(Match, {"id"})


def test_two_subqueries_with_the_same_alias_are_both_read(hall: Hall) -> None:
    """Django gives the first table of each subquery the alias U0."""
    seated, stepped = MatchSeat.objects.filter(player="ada"), MatchStep.objects.filter(player="ada")
    query = Prepared(
        lambda code: Match.objects.filter(
            code=code, pk__in=seated.values("match_id"), options__in=stepped.values("move")
        ).order_by("pk"),
        str,
    )
    query.all("7k2m9qx4")
    (written,) = query._compiled.values()
    assert not written.reads.is_disjoint("matches_matchseat", {"match_id"})
    assert not written.reads.is_disjoint("matches_matchstep", {"move"})
