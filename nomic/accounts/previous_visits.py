"""Visits: when a person's previous visit ended, so that pages can say what has changed since."""

from datetime import datetime, timedelta
from typing import Any

from django.db.models import F
from django.utils import timezone

from nomic.accounts.models import Person

APART = timedelta(minutes=30)  # without a page, after which another visit begins
WRITTEN_EVERY = timedelta(minutes=10)  # during a visit


def since_last_visit(person: Person) -> datetime | None:
    """Return the end of the person's previous visit, or None if this is the first one."""
    return person.seen_at if _is_over(person, timezone.now()) else person.seen_before


def note_visit(person: Person) -> None:
    """Record that the person is viewing a page now. Writes at most once in ten minutes."""
    now, seen = timezone.now(), person.seen_at
    if seen is not None and timedelta(0) <= now - seen < WRITTEN_EVERY:
        return
    before = {"seen_before": F("seen_at")} if _is_over(person, now) else {}
    # If two pages are loaded at once, the second finds another instant and changes nothing.
    Person.objects.filter(pk=person.pk, seen_at=seen, closed_at=None).update(seen_at=now, **before)


def begin_visit(sender: Any, user: Person, **signal: Any) -> None:
    """Signal receiver: begin a new visit when a person logs in, even if the previous one has just ended."""
    if user.seen_at is not None:
        Person.objects.filter(pk=user.pk, closed_at=None).update(seen_before=F("seen_at"), seen_at=timezone.now())


def _is_over(person: Person, now: datetime) -> bool:
    """Return whether the visit to which `seen_at` belongs is over."""
    return person.seen_at is not None and now - person.seen_at >= APART
