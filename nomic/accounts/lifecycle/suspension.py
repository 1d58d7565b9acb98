"""Suspension: until a date, nobody can log in to an account and its tokens do not work. The person sees the reason."""

from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from nomic.accounts.models import Person
from nomic.accounts.rights import would_leave_none

LAST = "This is the last owner's account. Make somebody else an owner first."


class CannotSuspend(Exception):
    """Raised if the account cannot be suspended. The message gives the reason."""


def suspend(person: Person, until: datetime, why: str) -> None:
    """Suspend an account until an instant in the future. Sessions and tokens stop working at once.

    Raises CannotSuspend if the account is closed or inactive for another reason, or belongs to the last owner.
    """
    with transaction.atomic():
        list(Person.objects.select_for_update().filter(is_superuser=True).order_by("pk"))
        row = Person.objects.select_for_update().get(pk=person.pk)
        if until <= timezone.now():
            raise CannotSuspend("Choose a day in the future.")
        if row.closed_at is not None or (not row.is_active and row.suspended_until is None):
            raise CannotSuspend("This account is closed already: nobody can log in to it.")
        if would_leave_none([row]):
            raise CannotSuspend(LAST)
        row.is_active, row.suspended_until, row.suspended_why = False, until, why
        row.save(update_fields=["is_active", "suspended_until", "suspended_why"])


def lift(person: Person) -> bool:
    """End a suspension now. Return False if the account is not suspended."""
    return _lift(Person.objects.filter(pk=person.pk).exclude(suspended_until=None)) > 0


def lift_those_over() -> int:
    """End the suspensions whose time is over, and return their number."""
    return _lift(Person.objects.filter(suspended_until__lte=timezone.now()))


def _lift(people: QuerySet[Person]) -> int:
    return people.filter(closed_at=None).update(is_active=True, suspended_until=None, suspended_why="")
