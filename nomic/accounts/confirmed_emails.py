"""Confirmed email addresses. Unconfirmed ones are sent nothing except the confirmation mail."""

from collections.abc import Iterable

from allauth.account.forms import ResetPasswordForm as AnyAddressForm
from allauth.account.models import EmailAddress
from django.db.models import F

from nomic.accounts.models import Person


def confirmed_among(people: Iterable[int]) -> set[int]:
    """Return the primary keys of those people who have confirmed their current email address."""
    keys = set(people)
    if not keys:
        return set()
    confirmed = EmailAddress.objects.filter(user__in=keys, verified=True, email__iexact=F("user__email"))
    return set(confirmed.values_list("user_id", flat=True))


def has_confirmed(person: Person) -> bool:
    """Return whether the person's current email address is confirmed."""
    return bool(person.email) and person.pk in confirmed_among([person.pk])


class ResetPasswordForm(AnyAddressForm):
    """Password reset form that mails only to confirmed addresses.

    An unconfirmed address may belong to somebody else by mistake. The response is the same whether the account exists
    or not.
    """

    def clean_email(self) -> str:
        address: str = super().clean_email()
        theirs = EmailAddress.objects.filter(verified=True, email__iexact=address).values_list("user_id", flat=True)
        self.users: list[Person] = [person for person in self.users if person.pk in set(theirs)]
        return address
