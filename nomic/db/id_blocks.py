"""Keys that PostgreSQL gave this process for rows to come: it is known before a row is written what points to it.

They are asked for many at a time, and are nobody else's, used or not; so rows may come in another order than their
keys, and numbers may be left out. SQLite gives keys as it writes, and is asked without a detour.
"""

import os
import threading
import time
from collections import deque
from dataclasses import dataclass, field

from django.db import connection
from django.db.models import Model

AT_ONCE = 100
SECONDS = 60.0  # then they are thrown away: a backup that is put back may give the same ones again


@dataclass(slots=True)
class _Given:
    keys: deque[int] = field(default_factory=deque)
    until: float = 0.0  # of the clock that nobody sets


_given: dict[tuple[str, str], _Given] = {}  # by database and sequence
_order = threading.Lock()


def take_keys(model: type[Model], count: int) -> list[int]:
    """So many keys for rows of a table, the least first. On PostgreSQL."""
    sequence = f"{model._meta.db_table}_{model._meta.pk.column}_seq"
    where = str(connection.settings_dict["NAME"]), sequence
    taken = _left(where, count)
    if len(taken) < count:
        wanted = count - len(taken)
        fresh = _asked_for(sequence, max(wanted, AT_ONCE))
        taken += fresh[:wanted]
        _keep(where, fresh[wanted:])
    return sorted(taken)


def _left(where: tuple[str, str], count: int) -> list[int]:
    """As many as are left, at most so many."""
    with _order:
        given = _given.get(where)
        if given is None or time.monotonic() >= given.until:
            return []
        return [given.keys.popleft() for _ in range(min(count, len(given.keys)))]


def _keep(where: tuple[str, str], keys: list[int]) -> None:
    with _order:
        given = _given.setdefault(where, _Given())
        if time.monotonic() >= given.until:
            given.keys.clear()
            given.until = time.monotonic() + SECONDS
        given.keys.extend(keys)


def _asked_for(sequence: str, count: int) -> list[int]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT nextval(%s::regclass) FROM generate_series(1, %s)", [sequence, count])
        return [key for (key,) in cursor.fetchall()]


def forget_all() -> None:
    """Have keys be asked for again: in a process that is a copy of another, they are the other's."""
    global _order
    _order = threading.Lock()  # somebody may have held the other's
    _given.clear()


os.register_at_fork(after_in_child=forget_all)
