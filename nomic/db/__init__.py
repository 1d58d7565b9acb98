"""The database layer: unit of work, prepared queries, bulk SQL, read and write sets, query caches, optimistic lock.

The package imports nothing else of the project, and other code may import only the names below. `README.md` in this
folder shows how to use it. The package guarantees the following.

**Writes.** Inside `unit_of_work()` the functions `insert`, `update`, `upsert` and `replace` queue their rows per table.
The whole queue is flushed before any statement whose SQL contains the quoted name of a table with queued rows, before
any statement that is executed as plain text, before each savepoint, on `flush()`, and at the end of the unit. So no
read sees a table without the queued writes to it. At a flush new rows are inserted first, in the order of their foreign
keys. Updates follow, then deletions and upserts, table by table in the order in which they were queued. An insert that
follows a queued update or upsert of its table flushes first, and so does an update that follows an upsert, and a
replacement that follows an insert. A row gets its primary key at the flush, and only if other models reference its
model. Outside a unit the same functions write at once.

**Reads.** Inside a unit a prepared query is executed once for the same parameters. Its cached rows remain valid until
something in its read set is written: a column that it mentions, a new row of a table in which it searches, or a
deletion or upsert in any of its tables. An update of a known row patches the cached instances if the query returns the
same rows as before. A statement executed as plain text drops the whole cache, and so does a rollback to a savepoint.
There are three exceptions. `upsert` keeps the cached reads, and its caller must call `Prepared.patch`. A query with
`for_pages` or with `select_for_update` is executed each time. Changes by other transactions are not noticed. The caller
of `UnitOfWork.restore` and of `use_cache` must know that nothing has changed since the rows were read.

**Transactions.** A unit is one transaction, or one savepoint of the caller's transaction. It opens no further
savepoints. Any exception that leaves the block rolls back all of it, and the queue is discarded. Code inside may open
savepoints with `transaction.atomic()`: a rollback discards what was queued since. Units can be nested: the outer unit
takes over the inner unit's write set.

**Optimistic lock.** `UnitOfWork.root` may hold the aggregate root's row with its known version, PostgreSQL's `xmin`. If
the row is not locked, the first statement that writes or locks locks it first, and the flush at the end of the unit
checks the version in the same statement as the writes. Both raise `StaleRow` if `xmin` has changed, or if another
transaction has locked the row. Nothing waits for that lock, and nothing is written then. A unit that writes nothing
does not check the version, unless it calls `UnitOfWork.ensure_locked`. Once the unit has committed, `new_version` is
the row's version if the last flush wrote anything. SQLite has no row versions, and there `root` is None.

**The current unit.** It is stored in a context variable (`current_unit()`), so the functions above find it without an
argument, as Django's own find the connection and its transaction. A new thread has no unit, as it has another
connection. Record 0030 has the reason. Only the statements of Django's default connection are watched.

**Statements.** Each statement of this package and of Django's ORM announces its effect: which table it writes, which
columns, or whether it locks rows (`nomic/db/backends`). No SQL is parsed. Two comparisons of text remain, each with its
reason beside it in `nomic/db/unit.py`: for the names of tables with queued rows, and for the first word of a statement
that was not announced.

**Private parts of Django.** The package uses undocumented parts of Django: `Model._meta`, `Model._state`,
`QuerySet._iterable_class`, the SQL compilers, the queries beneath querysets, and the cursor wrappers.
`tests/db/test_private_api.py` lists each part, with the modules that use it and a test that fails if a new version of
Django changes it.
"""

from nomic.db.bulk_sql import update_rows
from nomic.db.clone_instance import clone
from nomic.db.connection_health import watch_connections
from nomic.db.fields.hex_field import HexField
from nomic.db.fields.json_text_field import JsonTextField, RecordsField
from nomic.db.optimistic_lock import StaleRow, VersionedRow, version_of
from nomic.db.prepared_query import Prepared
from nomic.db.query_cache import QueryCache, use_cache
from nomic.db.row_page import take_page
from nomic.db.sql_functions import JsonLength
from nomic.db.unit import (
    CachedRows,
    UnitOfWork,
    UpsertTarget,
    current_unit,
    flush,
    insert,
    is_queued,
    on_flush,
    replace,
    unit_of_work,
    update,
    upsert,
)
from nomic.db.write_set import WriteSet

__all__ = [
    "CachedRows",
    "HexField",
    "JsonLength",
    "JsonTextField",
    "Prepared",
    "QueryCache",
    "RecordsField",
    "StaleRow",
    "UnitOfWork",
    "UpsertTarget",
    "VersionedRow",
    "WriteSet",
    "clone",
    "current_unit",
    "flush",
    "insert",
    "is_queued",
    "on_flush",
    "replace",
    "take_page",
    "unit_of_work",
    "update",
    "update_rows",
    "upsert",
    "use_cache",
    "version_of",
    "watch_connections",
]
