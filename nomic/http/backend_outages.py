"""Backend outages: detects a missing database, cache or disk space from exceptions, and words them for clients."""

import errno
from collections.abc import Iterator
from dataclasses import dataclass

from django.db import InterfaceError, OperationalError
from redis.exceptions import RedisError


@dataclass(frozen=True, slots=True)
class Lack:
    """An outage, with an HTTP status, a code for programs, a text for people, and the seconds until a retry."""

    status: int
    code: str
    detail: str
    retry_after: int


DATABASE = Lack(503, "busy", "The database is not responding. Nothing was changed. Try again soon.", 2)
CACHE = Lack(503, "cache-unavailable", "Part of this site is not responding; nothing was changed. Try again soon.", 10)
DISK = Lack(
    507, "disk-full", "The disk of this host is full; nothing was changed. Its operators have to make room.", 60
)

NO_ROOM = (errno.ENOSPC, errno.EDQUOT)
DISK_FULL = "53100"  # PostgreSQL's SQLSTATE
FULL_IN_SQLITE = "disk is full"


def lack_of(error: BaseException) -> Lack | None:
    """Return the outage that caused an exception, or None if the exception is a bug."""
    chain = list(_causes(error))
    if any(_is_full_disk(each) for each in chain):
        return DISK
    if any(isinstance(each, OperationalError | InterfaceError) for each in chain):
        return DATABASE
    if any(isinstance(each, RedisError) for each in chain):
        return CACHE
    return None


def _causes(error: BaseException) -> Iterator[BaseException]:
    """Yield the exception and the chain of its causes."""
    seen: set[int] = set()
    cause: BaseException | None = error
    while cause is not None and id(cause) not in seen:
        seen.add(id(cause))
        yield cause
        cause = cause.__cause__


def _is_full_disk(error: BaseException) -> bool:
    if isinstance(error, OSError):
        return error.errno in NO_ROOM
    if getattr(error, "sqlstate", None) == DISK_FULL:
        return True
    return isinstance(error, OperationalError) and FULL_IN_SQLITE in str(error)
