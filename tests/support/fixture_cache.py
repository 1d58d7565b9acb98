"""Caches the rows that common fixtures write, and inserts them again instead of repeating the acts.

Opening a cycle with three players costs more than most tests do. So where the database is empty and the clock stands
still, the rows that a fixture wrote are kept in memory. Fixtures draw from a random sequence of their own: one of a
few, always the same one for a given test. So dice do not depend on which test came first.

Only SQLite tells cheaply whether anything was written in between. The cache is not used on other databases, in tests
that commit, and in tests that patch what the fixture would do.
"""

import contextlib
import functools
import hashlib
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

import time_machine
from django.apps import apps
from django.conf import settings
from django.contrib.auth.models import Permission
from django.contrib.contenttypes.models import ContentType
from django.db import connection
from django.db.models import Min

from nomic.accounts.models import Person
from nomic.cycles.models import Cycle
from tests.support.seeded_randomness import luck

WAYS = 4  # in which dice may have fallen before a test begins
Row = tuple[Any, ...]
Rows = dict[str, dict[Any, Row]]  # by table and primary key


@dataclass(frozen=True)
class Done:
    """What was done: the rows that stand afterwards, the keys of those that do not any more, and what it gave."""

    cycle: int
    book: str
    given: Any
    stand: dict[str, list[Row]]
    gone: dict[str, list[Any]]


@dataclass(frozen=True)
class Standing:
    """What is known of the database: what was done in it last, so many changes after the process began."""

    name: str
    cycle: int
    head: str
    book: str
    changes: int


@dataclass(frozen=True)
class Laid:
    """What was done in an empty database: the rows that stand afterwards, and the books of laws among them."""

    stand: dict[str, list[Row]]
    books: list[str]


class _Memory:
    allowed = False
    standing: Standing | None = None
    done: dict[str, Done | None] = {}
    laid: dict[str, Laid] = {}


@contextlib.contextmanager
def remembering(allowed: bool) -> Iterator[None]:
    """A test runs in the block; nothing is known of the database as it finds it."""
    _Memory.standing, _Memory.allowed = None, allowed
    try:
        yield
    finally:
        _Memory.standing, _Memory.allowed = None, False


def opened(name: str, make: Callable[[], Cycle]) -> Cycle:
    """The cycle that `make` opens in an empty database; `name` says all that it depends on."""
    if not _is_possible() or Cycle.objects.exists() or Person.objects.exists():
        return make()
    _once(_digest(name, str(zlib.crc32(luck.whose.encode()) % WAYS)), make, lambda cycle: cycle.pk)
    assert _Memory.standing is not None
    return Cycle.objects.get(pk=_Memory.standing.cycle)


def acted(name: str, make: Callable[[], Any]) -> Any:
    """What `make` gives, once it has been done in the cycle with which all that happened so far is remembered."""
    standing = _Memory.standing
    if standing is None or not _is_possible() or standing.changes != _changes():
        return make()
    if Cycle.objects.filter(pk=standing.cycle).values_list("head", flat=True).first() != standing.head:
        return make()  # it was rolled back
    return _once(_digest(standing.name, name), make, lambda given: standing.cycle)


def laid(name: str, make: Callable[[], object]) -> None:
    """Have stand what `make` does where there are no cycles and no people yet: done once by each process.

    For what tests begin with by a clock that goes on: its instants are those at which it was done. `name` says all
    that it depends on, so nothing may be put in the place of what it does.
    """
    if connection.vendor != "sqlite" or not connection.in_atomic_block:
        make()
        return
    if Cycle.objects.exists() or Person.objects.exists():
        raise RuntimeError(f"{name} can only stand where there is nothing yet")
    # A test that commits empties all tables, after which Django's own rows, such as permissions, have other keys.
    key = f"{name} {ContentType.objects.aggregate(Min('pk'))} {Permission.objects.aggregate(Min('pk'))}"
    known = _Memory.laid.get(key)
    if known is not None:
        own = {book: uuid4().hex for book in known.books}
        _write(
            {
                table: [tuple(own.get(value, value) for value in row) for row in rows]
                for table, rows in known.stand.items()
            }
        )
        return
    before = _rows()
    with luck.anew(name):
        make()
    books = [book.hex for book in Cycle.objects.values_list("book_id", flat=True)]
    _Memory.laid[key] = Laid(_changed(before, _rows()), books)


def _once(name: str, make: Callable[[], Any], cycle_of: Callable[[Any], int]) -> Any:
    done = _Memory.done.get(name)
    if done is None:
        before = _rows() if name in _Memory.done else None  # what happens once need not be remembered
        with luck.anew(name):
            given = make()
        pk = cycle_of(given)
        book = Cycle.objects.values_list("book_id", flat=True).get(pk=pk).hex
        _Memory.done[name] = None if before is None else _difference(pk, book, given, before, _rows())
    else:
        given, pk = done.given, done.cycle
        book = _Memory.standing.book if _Memory.standing is not None else uuid4().hex
        _lay(done, book)
    cycle = Cycle.objects.get(pk=pk)
    assert cycle.law  # known, as after each act
    _Memory.standing = Standing(name, pk, cycle.head, book, _changes())
    return given


def _digest(*parts: str) -> str:
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


def _is_possible() -> bool:
    return (
        _Memory.allowed
        and connection.vendor == "sqlite"
        and connection.in_atomic_block
        and time_machine.escape_hatch.is_travelling()
    )


def _changes() -> int:
    """How many rows were changed since this process opened its database."""
    changes: int = connection.connection.total_changes
    return changes


@functools.cache
def _tables() -> dict[str, str]:
    """The tables of people, rooms and games, with their columns, the primary key first, as they are stored."""
    rooms = [app for app in apps.get_app_configs() if app.name.startswith("nomic.") or app.name in settings.GAMES]
    tables = {}
    for model in (model for app in rooms for model in app.get_models(include_auto_created=True)):
        fields = sorted(model._meta.concrete_fields, key=lambda each: not each.primary_key)
        tables[model._meta.db_table] = ", ".join(f'+"{each.column}"' for each in fields)  # + keeps it from being read
    return tables


def _rows() -> Rows:
    read = connection.connection.execute
    return {
        table: {row[0]: row for row in read(f'SELECT {columns} FROM "{table}"')} for table, columns in _tables().items()
    }


def _difference(cycle: int, book: str, given: Any, before: Rows, after: Rows) -> Done:
    gone = {table: [key for key in rows if key not in after[table]] for table, rows in before.items()}
    gone = {table: keys for table, keys in gone.items() if keys}
    return Done(cycle, book, given, _changed(before, after), gone)


def _changed(before: Rows, after: Rows) -> dict[str, list[Row]]:
    """The rows that are not as they were, or were not there."""
    changed = {
        table: [row for key, row in rows.items() if before[table].get(key) != row] for table, rows in after.items()
    }
    return {table: rows for table, rows in changed.items() if rows}


def _lay(done: Done, book: str) -> None:
    """Have the rows stand in the database, with a book of this cycle's own: what is read of a law is known by it."""
    write = connection.connection.executemany
    for table, keys in done.gone.items():
        key = _tables()[table].partition(",")[0].removeprefix("+")
        write(f'DELETE FROM "{table}" WHERE {key} = ?', [(each,) for each in keys])
    _write(
        {
            table: [tuple(book if value == done.book else value for value in row) for row in rows]
            for table, rows in done.stand.items()
        }
    )


def _write(stand: dict[str, list[Row]]) -> None:
    for table, rows in stand.items():
        columns = _tables()[table].replace("+", "")
        places = ", ".join("?" * len(rows[0]))
        connection.connection.executemany(f'INSERT OR REPLACE INTO "{table}" ({columns}) VALUES ({places})', rows)
