"""The aggregate root's row, either locked (`SELECT ... FOR UPDATE`) or guarded by an optimistic version check (`xmin`).

PostgreSQL identifies each version of a row by the transaction that wrote it (`xmin`). A process that wrote the row last
knows its version, and need not query it before the next write. The write names the version, and fails if the row has
another version by then or if another transaction holds a lock on it. It never waits for that lock (`SKIP LOCKED`),
because its cached rows would only become more outdated.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.db import connection
from django.db.models import CharField, Model, Value
from django.db.models.expressions import Combinable, RawSQL


class StaleRow(Exception):
    """Raised if the row was changed or locked by another transaction. Nothing was written."""


CURRENT_XID = "pg_current_xact_id()::xid::text"  # the `xmin` of rows that the current transaction writes


@dataclass(slots=True)
class VersionedRow:
    """A row with its last known version. After the commit, `new_version` is the version that the transaction wrote."""

    model: type[Model]
    pk: int
    version: str
    is_locked: bool
    new_version: str = ""

    def stale_error(self) -> StaleRow:
        """Return the exception to raise if the row's version is outdated."""
        return StaleRow(f"{self.model._meta.label} {self.pk} is no longer version {self.version}, or is locked")

    @property
    def guard(self) -> tuple[str, Sequence[Any]]:
        """The query that locks the row, with its parameters.

        It returns one row if it succeeds, and no row if the version differs or another transaction holds the lock.
        """
        return _guard(self.model), (self.pk, self.version)

    def lock(self) -> None:
        """Lock the row unless this transaction already holds its lock.

        Raises StaleRow if it is locked or has changed.
        """
        if not self.is_locked:
            with connection.cursor() as cursor:
                cursor.execute(*self.guard)
                if cursor.fetchone() is None:
                    raise self.stale_error()
            self.is_locked = True


@cache
def _guard(model: type[Model]) -> str:
    table, key = model._meta.db_table, model._meta.pk.column
    has_version = f'SELECT 1 FROM "{table}" WHERE "{key}" = %s AND "xmin"::text = %s'  # noqa: S608 - our names
    return f"{has_version} FOR NO KEY UPDATE SKIP LOCKED"


def version_of(model: type[Model]) -> Combinable:
    """Return an expression that annotates rows with their version.

    It is an empty text on databases without row versions.
    """
    if connection.vendor != "postgresql":
        return Value("", output_field=CharField())
    return RawSQL(f'"{model._meta.db_table}"."xmin"::text', (), output_field=CharField())  # noqa: S611 - our names
