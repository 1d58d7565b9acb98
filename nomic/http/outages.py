"""What this host may lack for a while - its database, its cache, room on its disk - and how to say so."""

import errno
from collections.abc import Iterator
from dataclasses import dataclass

from django.db import InterfaceError, OperationalError
from redis.exceptions import RedisError


@dataclass(frozen=True, slots=True)
class Lack:
    """What is missing: an HTTP status, a code for programs, words for people, and when to try again, in seconds."""

    status: int
    code: str
    detail: str
    retry_after: int


DATABASE = Lack(503, "busy", "The database does not answer; nothing was changed. Try again soon.", 2)
CACHE = Lack(503, "cache-unavailable", "A part of this host does not answer; nothing was changed. Try again soon.", 10)
DISK = Lack(
    507, "disk-full", "The disk of this host is full; nothing was changed. Its operators have to make room.", 60
)

NO_ROOM = (errno.ENOSPC, errno.EDQUOT)
DISK_FULL = "53100"  # PostgreSQL's SQLSTATE
FULL_IN_SQLITE = "disk is full"


def lack_of(error: BaseException) -> Lack | None:
    """What an exception says is missing; None for any other, which is a mistake of ours."""
    chain = list(_causes(error))
    if any(_is_full_disk(each) for each in chain):
        return DISK
    if any(isinstance(each, OperationalError | InterfaceError) for each in chain):
        return DATABASE
    if any(isinstance(each, RedisError) for each in chain):
        return CACHE
    return None


def _causes(error: BaseException) -> Iterator[BaseException]:
    """The exception and what it was raised from."""
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
