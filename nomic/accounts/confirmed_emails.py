"""Confirmed email addresses. Unconfirmed ones are sent nothing except the confirmation mail."""

from collections.abc import Iterable

from allauth.account.models import EmailAddress
from django.db.models import F

from nomic.accounts.models import Person


def confirmed_among(people: Iterable[int]) -> set[int]:
    """Return the primary keys of the given people whose current email address is confirmed."""
    keys = set(people)
    if not keys:
        return set()
    confirmed = EmailAddress.objects.filter(user__in=keys, verified=True, email__iexact=F("user__email"))
    return set(confirmed.values_list("user_id", flat=True))


def has_confirmed(person: Person) -> bool:
    """Return whether the person's current email address is confirmed."""
    return bool(person.email) and person.pk in confirmed_among([person.pk])
