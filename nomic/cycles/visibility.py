"""Access control for hidden cycles, which only players and staff may read. All reads of cycles are filtered here.

A request reads as a person, set by the middleware or the API's authentication. To everybody without access, a hidden
cycle does not exist. Work outside of requests, such as a worker's or a command's, reads all cycles.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.db.models import Q

from nomic.accounts.models import Person
from nomic.accounts.roles import Duty, has_duty
from nomic.cycles.models import Cycle

_reader: ContextVar[Any] = ContextVar("reader", default=None)  # None: no request


def current_reader() -> Any:
    """Return the user, possibly anonymous, for whom this request reads. Returns None outside of requests."""
    return _reader.get()


def read_as(person: Any) -> None:
    """Set the user for whom the rest of this request reads."""
    _reader.set(person)


@contextmanager
def reading_as(person: Any) -> Iterator[None]:
    """Context manager that limits reads to what this user may see. An anonymous visitor sees no hidden cycle."""
    token = _reader.set(person)
    try:
        yield
    finally:
        _reader.reset(token)


def reader_of(person: int) -> Any:
    """Return the account with this primary key, or an anonymous visitor if there is none."""
    return Person.objects.filter(pk=person).first() or AnonymousUser()


def may_read(cycle: Cycle, person: Any) -> bool:
    """Return whether a user may read a cycle. None stands for the site itself, which reads everything.

    Sends one query at most, and none if the cycle is not hidden.
    """
    return cycle.hidden_at is None or Cycle.objects.filter(readable_by(person), pk=cycle.pk).exists()


def is_hidden_from(slug: str, person: Any) -> bool:
    """Return whether a cycle is hidden from a user. Sends one query if it is not hidden, or does not exist."""
    cycle = Cycle.objects.filter(slug=slug, fork_of=None, hidden_at__isnull=False).first()
    return cycle is not None and not may_read(cycle, person)


def readable_by(person: Any, prefix: str = "") -> Q:
    """Return the filter for cycles that a user may read.

    `prefix` is the path to the cycle, such as "cycle__", for queries of other tables.
    """
    if person is None or has_duty(person, Duty.LOOK):
        return Q()
    is_shown = Q(**{f"{prefix}hidden_at": None})
    if person.pk is None:
        return is_shown
    playing = Cycle.objects.filter(players__person=person.pk, players__left_at=None).order_by().values("pk")
    return is_shown | Q(**{f"{prefix}pk__in": playing})


def readable(prefix: str = "") -> Q:
    """Return the filter for cycles that this request may read. `prefix` is as in `readable_by`."""
    return readable_by(current_reader(), prefix)
