"""Blocks of primary keys that this process has reserved from PostgreSQL's sequences for later inserts.

The key of a row is known before the row is inserted, so rows that reference it can be inserted by the same statement. A
reserved key is never given to another process, even if it stays unused. Rows may therefore be inserted in another order
than their keys, and keys may be skipped. SQLite assigns keys on insert, and `nomic/db/bulk_sql.py` reads them back.
"""

import os
import threading
import time
from collections import deque
from dataclasses import dataclass, field

from django.db import connection
from django.db.models import Model

from nomic.db.backends.statement_effect import READ, announced

BLOCK_SIZE = 100
MAX_AGE_SECONDS = 60.0  # Older keys are discarded, because a restored backup may give the same keys again.


@dataclass(slots=True)
class _Block:
    keys: deque[int] = field(default_factory=deque)
    until: float = 0.0  # on the monotonic clock, so changes of the system time have no effect


_blocks: dict[tuple[str, str], _Block] = {}  # by database name and sequence
_lock = threading.Lock()


def take_keys(model: type[Model], count: int) -> list[int]:
    """Take `count` unused keys for rows of a model, in ascending order. PostgreSQL only."""
    sequence = f"{model._meta.db_table}_{model._meta.pk.column}_seq"
    where = str(connection.settings_dict["NAME"]), sequence
    taken = _take_reserved(where, count)
    if len(taken) < count:
        missing = count - len(taken)
        fresh = _reserve(sequence, max(missing, BLOCK_SIZE))
        taken += fresh[:missing]
        _store(where, fresh[missing:])
    return sorted(taken)


def _take_reserved(where: tuple[str, str], count: int) -> list[int]:
    """Take up to `count` keys from the block without a query. Returns no keys if the block is too old."""
    with _lock:
        block = _blocks.get(where)
        if block is None or time.monotonic() >= block.until:
            return []
        return [block.keys.popleft() for _ in range(min(count, len(block.keys)))]


def _store(where: tuple[str, str], keys: list[int]) -> None:
    with _lock:
        block = _blocks.setdefault(where, _Block())
        if time.monotonic() >= block.until:
            block.keys.clear()
            block.until = time.monotonic() + MAX_AGE_SECONDS
        block.keys.extend(keys)


def _reserve(sequence: str, count: int) -> list[int]:
    with announced(READ), connection.cursor() as cursor:
        cursor.execute("SELECT nextval(%s::regclass) FROM generate_series(1, %s)", [sequence, count])
        return [key for (key,) in cursor.fetchall()]


def discard_all() -> None:
    """Discard all reserved keys. A forked process must call this, because its parent continues to use them."""
    global _lock
    _lock = threading.Lock()  # Another thread of the parent may have held the old lock at the fork.
    _blocks.clear()


os.register_at_fork(after_in_child=discard_all)
