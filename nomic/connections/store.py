"""Stores connections. Each process reads a row at most once every SECONDS seconds."""

import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.db import transaction

from nomic.connections.encryption import SecretLost, decrypt, encrypt
from nomic.connections.models import Connection

SECONDS = 20.0  # after which every process knows of a change


@dataclass(frozen=True, slots=True)
class Stored:
    """A connection that was set by form. `is_lost` is true if its secret can no longer be decrypted."""

    values: Mapping[str, Any]
    secret: str = field(default="", repr=False)
    is_lost: bool = False


_cache: dict[str, tuple[Stored | None, float]] = {}  # by name: the connection, and until when it counts
_lock = threading.Lock()


def stored_connection(name: str, *, fresh: bool = False) -> Stored | None:
    """Return a connection, or None if the environment's settings apply. `fresh` bypasses the cache."""
    with _lock:
        known = _cache.get(name)
    now = time.monotonic()
    if known is not None and now < known[1] and not fresh:
        return known[0]
    row = Connection.objects.filter(pk=name).first()
    found = None if row is None else _opened(row)
    with _lock:
        _cache[name] = found, now + SECONDS
    return found


def store_connection(name: str, values: Mapping[str, Any], secret: str) -> None:
    """Store a connection, with its secret encrypted."""
    encrypted = encrypt(secret) if secret else ""
    Connection.objects.update_or_create(pk=name, defaults={"values": dict(values), "secret": encrypted})
    _changed()


def remove_connection(name: str) -> bool:
    """Delete a connection, so that the environment's settings apply again. Return whether there was one."""
    count, _ = Connection.objects.filter(pk=name).delete()
    _changed()
    return bool(count)


def clear_cache() -> None:
    """Clear this process's cache of connections."""
    with _lock:
        _cache.clear()


def _changed() -> None:
    """Clear the cache now and after the commit, because another thread may read the old row until then."""
    clear_cache()
    transaction.on_commit(clear_cache)


def _opened(row: Connection) -> Stored:
    try:
        return Stored(row.values, decrypt(row.secret) if row.secret else "")
    except SecretLost:
        return Stored(row.values, is_lost=True)
