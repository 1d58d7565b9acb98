"""The effect of a statement on a database, announced by the code that composed the statement.

Otherwise a unit of work, which wraps each statement, would have to parse its SQL. An unannounced statement may have any
effect.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from enum import StrEnum


class Verb(StrEnum):
    """The kinds of statements that read sets distinguish."""

    READ = "read"
    LOCK = "lock"  # SELECT ... FOR UPDATE
    INSERT = "insert"  # new rows only
    UPDATE = "update"  # of known columns
    UPSERT = "upsert"
    DELETE = "delete"


@dataclass(frozen=True, slots=True)
class Effect:
    """The effect of a statement: a verb, the written table, and the columns of an update."""

    verb: Verb
    table: str = ""
    columns: frozenset[str] = frozenset()

    @property
    def writes(self) -> bool:
        """True if the statement may change rows."""
        return self.verb not in (Verb.READ, Verb.LOCK)


READ, LOCK = Effect(Verb.READ), Effect(Verb.LOCK)

_announced: ContextVar[Effect | None] = ContextVar("statement_effect", default=None)


@contextmanager
def announced(effect: Effect) -> Iterator[None]:
    """Context manager that announces the effect of the statements executed inside the block."""
    token = _announced.set(effect)
    try:
        yield
    finally:
        _announced.reset(token)


def announced_effect() -> Effect | None:
    """Return the effect of the statement being executed, or None if it was not announced."""
    return _announced.get()
