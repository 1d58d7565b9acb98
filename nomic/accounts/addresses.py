"""Which addresses people have shown to be theirs: nothing else is ever mailed to any other."""

from collections.abc import Iterable

from allauth.account.forms import ResetPasswordForm as AnyAddressForm
from allauth.account.models import EmailAddress
from django.db.models import F

from nomic.accounts.models import Person


def confirmed_among(people: Iterable[int]) -> set[int]:
    """Of these people (by their keys) those who have confirmed the address that they gave last."""
    keys = set(people)
    if not keys:
        return set()
    confirmed = EmailAddress.objects.filter(user__in=keys, verified=True, email__iexact=F("user__email"))
    return set(confirmed.values_list("user_id", flat=True))


def has_confirmed(person: Person) -> bool:
    """Whether mails to a person reach who they are."""
    return bool(person.email) and person.pk in confirmed_among([person.pk])


class ResetPasswordForm(AnyAddressForm):
    """A new password is mailed to confirmed addresses only: somebody may have typed in another's by mistake.

    What is answered is the same whether there is such an account or not.
    """

    def clean_email(self) -> str:
        address: str = super().clean_email()
        theirs = EmailAddress.objects.filter(verified=True, email__iexact=address).values_list("user_id", flat=True)
        self.users: list[Person] = [person for person in self.users if person.pk in set(theirs)]
        return address
