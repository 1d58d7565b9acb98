"""The form that mails a link for a new password."""

from allauth.account.forms import ResetPasswordForm as AnyAddressForm
from allauth.account.models import EmailAddress

from nomic.accounts.models import Person


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
