"""Write sets: the tables and columns that a transaction has written. They show which cached reads remain valid."""

from collections.abc import Collection

from nomic.db.backends.statement_effect import Effect, Verb
from nomic.db.column_read_set import ReadSet


class WriteSet:
    """Tables with new rows, tables with their updated columns, and tables that were written in other ways."""

    def __init__(self) -> None:
        self._inserted: set[str] = set()
        self._updated: dict[str, frozenset[str]] = {}
        self._rewritten: set[str] = set()
        self._is_known = True  # False if a statement was not announced, because it may have written anything.

    def record(self, effect: Effect | None) -> None:
        """Record an executed statement. `effect` is None if its effect is unknown."""
        match effect:
            case None:
                self._is_known = False
            case Effect(Verb.INSERT, table):
                self.record_insert(table)
            case Effect(Verb.UPDATE, table, columns):
                self.record_update(table, columns)
            case Effect(Verb.UPSERT | Verb.DELETE, table):
                self.record_rewrite(table)

    def record_insert(self, table: str) -> None:
        """Record that rows were inserted into a table."""
        self._inserted.add(table)

    def record_update(self, table: str, columns: Collection[str]) -> None:
        """Record an update of these columns of a table."""
        self._updated[table] = self._updated.get(table, frozenset()).union(columns)

    def record_rewrite(self, table: str) -> None:
        """Record that rows of a table were deleted or upserted, or that unknown columns were updated."""
        self._rewritten.add(table)

    def merge(self, other: "WriteSet") -> None:
        """Add everything that another write set contains."""
        self._inserted |= other._inserted
        self._rewritten |= other._rewritten
        for table, columns in other._updated.items():
            self.record_update(table, columns)
        self._is_known = self._is_known and other._is_known

    def is_disjoint(self, reads: ReadSet) -> bool:
        """Return whether a query with this read set returns the same rows before and after these writes."""
        read = reads.columns.keys()
        return (
            self._is_known
            and read.isdisjoint(self._rewritten)
            and (read - reads.joined_by_id).isdisjoint(self._inserted)
            and all(reads.is_disjoint(table, self._updated[table]) for table in read & self._updated.keys())
        )
