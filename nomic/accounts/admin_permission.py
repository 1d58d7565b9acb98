"""Permission to act as an admin in games. All such checks are in this module."""

from typing import Any

from django.db.models import QuerySet

from nomic.accounts.models import ADMINISTER, Person

_PERMISSION = f"accounts.{ADMINISTER}"
_BACKEND = "django.contrib.auth.backends.ModelBackend"


def is_admin(person: Any) -> bool:
    """Return whether a person (the user model) may act as an admin.

    Superusers may, and so may staff with the permission.
    """
    if not person.is_active:
        return False
    return bool(person.is_superuser or (person.is_staff and person.has_perm(_PERMISSION)))


def admins() -> QuerySet[Person]:
    """Return all people who may act as an admin, ordered by the age of their accounts, oldest first."""
    able = Person.objects.with_perm(_PERMISSION, backend=_BACKEND)
    return (able.filter(is_superuser=True) | able.filter(is_staff=True)).order_by("pk")


def would_leave_none(people: QuerySet[Person] | list[Person]) -> bool:
    """Return whether deleting or demoting these accounts would leave no superuser."""
    superusers = Person.objects.filter(is_superuser=True, is_active=True)
    gone = [person.pk for person in people]
    return superusers.filter(pk__in=gone).exists() and not superusers.exclude(pk__in=gone).exists()
