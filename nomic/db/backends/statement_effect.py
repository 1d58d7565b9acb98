"""The effect of a statement on a database, announced by the code that composed the statement.

Otherwise a unit of work, which wraps each statement, would have to parse its SQL. An unannounced statement may have any
effect.
"""

from contextvars import ContextVar, Token
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


class announced:
    """Context manager that announces the effect of the statements executed inside the block.

    It surrounds every statement. A class costs a third of what `contextmanager` does.
    """

    __slots__ = ("_effect", "_token")

    def __init__(self, effect: Effect) -> None:
        self._effect = effect
        self._token: Token[Effect | None]

    def __enter__(self) -> None:
        self._token = _announced.set(self._effect)

    def __exit__(self, *raised: object) -> None:
        _announced.reset(self._token)


def announced_effect() -> Effect | None:
    """Return the effect of the statement being executed, or None if it was not announced."""
    return _announced.get()
