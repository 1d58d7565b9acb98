"""A unit of work against plain Django: the same random operations give the same rows at every read and at the end.

Both run on the database of the tests; `./test --postgres tests/db` runs them on PostgreSQL.
"""

from contextlib import AbstractContextManager, suppress
from datetime import UTC, datetime
from typing import Any

from django.db import transaction
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from nomic.cycles.models import Entry, Unsealing
from nomic.db.prepared_query import Prepared
from nomic.db.unit import UpsertTarget, flush, insert, replace, unit_of_work, update, upsert
from nomic.inventory.models import Balance
from tests.support.hall import Hall

UNIQUE, CHANGING = ("cycle_id", "holder", "item"), ("amount",)
TARGET: UpsertTarget = (Balance, UNIQUE, CHANGING)
WHEN = datetime(2026, 11, 23, tzinfo=UTC)
FIRST_SEQ = 1_000_000  # of the entries here, after those of the cycle itself


def rows_of(cycle: int, holder: str) -> Any:
    return Balance.objects.filter(cycle_id=cycle, holder=holder).exclude(item="Key").order_by("item")


def all_rows(cycle: int) -> Any:
    rows = Balance.objects.filter(cycle_id=cycle).exclude(item="Key").order_by("-amount", "holder", "item")
    return rows.values_list("holder", "item", "amount")


def keys_of(cycle: int, holder: str) -> Any:
    return Balance.objects.filter(cycle_id=cycle, holder=holder, item="Key").order_by()


def entries(cycle: int) -> Any:
    rows = Unsealing.objects.filter(entry__cycle_id=cycle, entry__seq__gte=FIRST_SEQ).order_by("entry__seq")
    return rows.values_list("entry__seq", "by_entry__seq", "entry__actor")


_rows_of, _all_rows = Prepared(rows_of, int, str, cacheable=True), Prepared(all_rows, int)
_keys_of, _entries = Prepared(keys_of, int, str), Prepared(entries, int)


class Django:
    """The operations in plain Django. `seen` has what each read returned."""

    def __init__(self, cycle: int) -> None:
        self.cycle = cycle
        self.seen: list[Any] = []

    def balance(self, holder: str, item: str, amount: int) -> Balance:
        return Balance(cycle_id=self.cycle, holder=holder, item=item, amount=amount)

    def run(self, steps: list[Any]) -> None:
        for name, *arguments in steps:
            getattr(self, name)(*arguments)

    # ── reads

    def rows_of(self, holder: str) -> list[Balance]:
        return list(rows_of(self.cycle, holder))

    def read(self, holder: str) -> None:
        self.seen.append([(row.item, row.amount) for row in self.rows_of(holder)])
        self.seen.append(list(all_rows(self.cycle)))
        self.seen.append([row.amount for row in keys_of(self.cycle, holder)])
        self.seen.append(list(entries(self.cycle)))

    def count(self) -> None:
        """Read by a queryset, inside a unit of work too."""
        self.seen.append(Balance.objects.filter(cycle_id=self.cycle).count())
        self.seen.append(Entry.objects.filter(cycle_id=self.cycle, seq__gte=FIRST_SEQ).count())

    def row(self, holder: str, item: str) -> Balance | None:
        return next((row for row in self.rows_of(holder) if row.item == item), None)

    # ── writes by querysets

    def update_all(self, holder: str, amount: int) -> None:
        Balance.objects.filter(cycle_id=self.cycle, holder=holder).exclude(item="Key").update(amount=amount)

    def delete_all(self, holder: str) -> None:
        Balance.objects.filter(cycle_id=self.cycle, holder=holder).exclude(item="Key").delete()

    # ── writes of rows

    def insert(self, holder: str, item: str, amount: int) -> None:
        if self.row(holder, item) is None:
            self.save_new([self.balance(holder, item, amount)])

    def update(self, holder: str, item: str, amount: int) -> None:
        row = self.row(holder, item)
        if row is not None:
            row.amount = amount
            self.save(row, ("amount",))

    def move(self, holder: str, item: str, to: str) -> None:
        row = self.row(holder, item)
        if row is not None and self.row(to, item) is None:
            row.holder = to
            self.save(row, ("holder",))

    def replace(self, holder: str, item: str, amount: int, deleted: str) -> None:
        if holder != deleted:
            self.delete(deleted, item)
        self.upsert_row(holder, item, amount)

    def delete(self, holder: str, item: str) -> None:
        Balance.objects.filter(cycle_id=self.cycle, holder=holder, item=item).delete()

    def upsert(self, holder: str, amount: int) -> None:
        self.upsert_row(holder, "Key", amount)

    def entry(self, actor: str) -> None:
        """Insert a row that another one references, the other one first if writes are queued."""
        seq = FIRST_SEQ + self.seen.count("entry")
        self.seen.append("entry")
        entry = Entry(
            cycle_id=self.cycle, seq=seq, key=f"{seq:032x}", at=WHEN, actor=actor, revision=0, phase=0, mark=seq
        )
        self.save_entry(entry, Unsealing(entry=entry, by_entry=entry))

    # ── what differs

    def save_new(self, rows: list[Any]) -> None:
        for row in rows:
            row.save(force_insert=True)

    def save(self, row: Balance, names: tuple[str, ...]) -> None:
        row.save(update_fields=names)

    def upsert_row(self, holder: str, item: str, amount: int) -> None:
        key = {"cycle_id": self.cycle, "holder": holder, "item": item}
        Balance.objects.update_or_create(**key, defaults={"amount": amount})

    def save_entry(self, entry: Entry, unsealing: Unsealing) -> None:
        entry.save()
        unsealing.entry = unsealing.by_entry = entry
        unsealing.save()

    def flush(self) -> None:
        """Nothing is queued."""

    # ── transactions

    def savepoint(self, steps: list[Any], fails: bool) -> None:
        self.within(transaction.atomic(), steps, fails)

    def nested(self, steps: list[Any], fails: bool) -> None:
        self.within(transaction.atomic(), steps, fails)

    def within(self, block: AbstractContextManager[Any], steps: list[Any], fails: bool) -> None:
        with suppress(ZeroDivisionError), block:
            self.run(steps)
            if fails:
                raise ZeroDivisionError


class InUnit(Django):
    """The same operations with queued writes and cached reads."""

    def rows_of(self, holder: str) -> list[Balance]:
        return _rows_of.all(self.cycle, holder)

    def read(self, holder: str) -> None:
        self.seen.append([(row.item, row.amount) for row in self.rows_of(holder)])
        self.seen.append(_all_rows.all(self.cycle))
        self.seen.append([row.amount for row in _keys_of.all(self.cycle, holder)])
        self.seen.append(_entries.all(self.cycle))

    def save_new(self, rows: list[Any]) -> None:
        insert(rows)

    def save(self, row: Balance, names: tuple[str, ...]) -> None:
        update(row, names)

    def replace(self, holder: str, item: str, amount: int, deleted: str) -> None:
        gone = [(self.cycle, deleted, item)] if holder != deleted else []
        replace(TARGET, [self.balance(holder, item, amount)], deleted=gone)

    def delete(self, holder: str, item: str) -> None:
        replace(TARGET, [], deleted=[(self.cycle, holder, item)])

    def upsert(self, holder: str, amount: int) -> None:
        _keys_of.all(self.cycle, holder)  # `patch` needs the compiled query
        row = self.balance(holder, "Key", amount)
        upsert([row], UNIQUE, CHANGING)
        _keys_of.patch([row], self.cycle, holder)  # the cached reads stay otherwise

    def save_entry(self, entry: Entry, unsealing: Unsealing) -> None:
        insert([unsealing])
        insert([entry])

    def flush(self) -> None:
        flush()

    def nested(self, steps: list[Any], fails: bool) -> None:
        self.within(unit_of_work(), steps, fails)


holders, items, amounts = st.sampled_from(["ada", "bob", "eve"]), st.sampled_from(["Chip", "Gem"]), st.integers(0, 3)
simple = st.one_of(
    st.tuples(st.just("read"), holders),
    st.tuples(st.just("count")),
    st.tuples(st.just("flush")),
    st.tuples(st.just("update_all"), holders, amounts),
    st.tuples(st.just("delete_all"), holders),
    st.tuples(st.just("insert"), holders, items, amounts),
    st.tuples(st.just("update"), holders, items, amounts),
    st.tuples(st.just("move"), holders, items, holders),
    st.tuples(st.just("replace"), holders, items, amounts, holders),
    st.tuples(st.just("delete"), holders, items),
    st.tuples(st.just("upsert"), holders, amounts),
    st.tuples(st.just("entry"), holders),
)
steps = st.recursive(
    simple,
    lambda inner: st.tuples(
        st.sampled_from(["savepoint", "nested"]), st.lists(inner, min_size=1, max_size=4), st.booleans()
    ),
    max_leaves=5,
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])  # each run is rolled back
@given(st.lists(steps, max_size=12))
@example([("entry", "ada"), ("savepoint", [("entry", "bob"), ("read", "ada")], True), ("entry", "eve")])
@example([("insert", "ada", "Chip", 1), ("nested", [("update", "ada", "Chip", 2)], True), ("read", "ada")])
@example([("insert", "ada", "Chip", 1), ("nested", [("update", "ada", "Chip", 2)], False), ("read", "ada")])
@example([("upsert", "ada", 1), ("read", "ada"), ("nested", [("upsert", "ada", 2)], False), ("count",)])
@example([("insert", "ada", "Gem", 1), ("move", "ada", "Gem", "bob"), ("insert", "ada", "Gem", 2)])
@example([("replace", "ada", "Gem", 1, "bob"), ("insert", "bob", "Gem", 2), ("delete", "bob", "Gem")])
def test_a_unit_of_work_does_what_plain_django_does(hall: Hall, done: list[Any]) -> None:
    plain, queued = Django(hall.pk), InUnit(hall.pk)
    for each in (plain, queued):
        with suppress(ZeroDivisionError), transaction.atomic():
            if each is plain:
                each.run(done)
            else:
                with unit_of_work():
                    each.run(done)
            for holder in ("ada", "bob", "eve"):
                Django.read(each, holder)
            raise ZeroDivisionError
    assert queued.seen == plain.seen
