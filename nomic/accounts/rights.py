"""Permission to act as an admin in games. All checks are made here."""

from typing import Any

from django.db.models import QuerySet

from nomic.accounts.models import ADMINISTER, Person

_PERMISSION = f"accounts.{ADMINISTER}"
_BACKEND = "django.contrib.auth.backends.ModelBackend"


def is_admin(person: Any) -> bool:
    """Whether a person (the user model) may act as an admin: superusers, and staff with the permission."""
    if not person.is_active:
        return False
    return bool(person.is_superuser or (person.is_staff and person.has_perm(_PERMISSION)))


def admins() -> QuerySet[Person]:
    """Return everybody who may act as an admin, the oldest account first."""
    able = Person.objects.with_perm(_PERMISSION, backend=_BACKEND)
    return (able.filter(is_superuser=True) | able.filter(is_staff=True)).order_by("pk")


def would_leave_none(people: QuerySet[Person] | list[Person]) -> bool:
    """Whether no superuser would be left if these accounts were deleted or demoted."""
    superusers = Person.objects.filter(is_superuser=True, is_active=True)
    gone = [person.pk for person in people]
    return superusers.filter(pk__in=gone).exists() and not superusers.exclude(pk__in=gone).exists()
