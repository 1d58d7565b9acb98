"""What a transaction has written, as its statements say: whoever has read something else need not read it again."""

import re
from collections.abc import Collection

from nomic.db.read_set import ReadSet, columns_set

WRITES = re.compile(r'(?:INSERT INTO|INSERT OR IGNORE INTO|UPDATE|DELETE FROM) "(\w+)"')


def find_written_table(sql: str) -> str | None:
    """The one table that a statement writes; None where that is not plain."""
    found = WRITES.match(sql)
    return None if found is None else found[1]


class WriteSet:
    """The tables that got new rows, those of whose rows columns were changed, and those to which anything was done."""

    def __init__(self) -> None:
        self._grown: set[str] = set()
        self._changed: dict[str, frozenset[str]] = {}
        self._anyhow: set[str] = set()
        self._is_known = True  # whether it can be said what was written

    def note(self, sql: str) -> None:
        """This statement was carried out, which does not only read."""
        table, columns = find_written_table(sql), columns_set(sql)
        if table is None:
            self._is_known = False
        elif columns is not None:
            self.note_changed(table, columns)
        elif sql.startswith("INSERT") and " ON CONFLICT" not in sql:
            self.note_new(table)
        else:
            self.note_anyhow(table)

    def note_new(self, table: str) -> None:
        """A table got new rows."""
        self._grown.add(table)

    def note_changed(self, table: str, columns: Collection[str]) -> None:
        """Of rows of a table these columns were changed."""
        self._changed[table] = self._changed.get(table, frozenset()).union(columns)

    def note_anyhow(self, table: str) -> None:
        """Rows of a table were changed, or deleted, or written over others."""
        self._anyhow.add(table)

    def include(self, other: "WriteSet") -> None:
        """What another says was written was written, too."""
        self._grown |= other._grown
        self._anyhow |= other._anyhow
        for table, columns in other._changed.items():
            self.note_changed(table, columns)
        self._is_known = self._is_known and other._is_known

    def leaves(self, reads: ReadSet) -> bool:
        """Whether a query that reads this gives what it gave before."""
        read = reads.columns.keys()
        return (
            self._is_known
            and read.isdisjoint(self._anyhow)
            and (read - reads.followed).isdisjoint(self._grown)
            and all(reads.is_as_it_was(table, self._changed[table]) for table in read & self._changed.keys())
        )
