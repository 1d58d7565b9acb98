"""The row under which all of a transaction is done: locked first, or believed to be as this process has left it.

PostgreSQL tells the versions of a row by the transaction that wrote each (`xmin`). Whoever wrote a row last knows its
version, and need not ask for it before writing again: what is written names the version, and nothing is written where
that is another by then, or somebody holds the row. Nobody waits so: what they know would only grow older.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.db import connection
from django.db.models import CharField, Model, Value
from django.db.models.expressions import Combinable, RawSQL


class StaleRow(Exception):
    """Somebody else has changed the row since it was left, or holds it. Nothing was written."""


LEAVING = "pg_current_xact_id()::xid::text"  # the version that a transaction leaves of the row


@dataclass(slots=True)
class VersionedRow:
    """A row and the version that is known of it; and which one is `left`, once the transaction is committed."""

    model: type[Model]
    pk: int
    version: str
    is_locked: bool
    left: str = ""

    def is_another(self) -> StaleRow:
        """What is to be raised where the row is not as it was left."""
        return StaleRow(f"{self.model._meta.label} {self.pk} is not version {self.version} any more, or held")

    @property
    def guard(self) -> tuple[str, Sequence[Any]]:
        """The query that locks the row and gives a row of its own; none where that is not at once this version."""
        return _guard(self.model), (self.pk, self.version)

    def lock(self) -> None:
        """Lock the row, if it is not yet. Raises NotAsLeft."""
        if not self.is_locked:
            with connection.cursor() as cursor:
                cursor.execute(*self.guard)
                if cursor.fetchone() is None:
                    raise self.is_another()
            self.is_locked = True


@cache
def _guard(model: type[Model]) -> str:
    table, key = model._meta.db_table, model._meta.pk.column
    is_it = f'SELECT 1 FROM "{table}" WHERE "{key}" = %s AND "xmin"::text = %s'  # noqa: S608 - our names
    return f"{is_it} FOR NO KEY UPDATE SKIP LOCKED"


def version_of(model: type[Model]) -> Combinable:
    """An expression for the version of a row, to be asked for with it; empty where the database tells none."""
    if connection.vendor != "postgresql":
        return Value("", output_field=CharField())
    return RawSQL(f'"{model._meta.db_table}"."xmin"::text', (), output_field=CharField())  # noqa: S611 - our names
