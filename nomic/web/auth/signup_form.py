"""The form to sign up with a username and a password."""

from typing import Any

from allauth.account.forms import SignupForm as AnySignupForm
from django.contrib.auth.password_validation import MinimumLengthValidator, get_default_password_validators

from nomic.web.auth.remove_placeholders import without_placeholders

EMAIL_HELP = "For a new password if you forget yours, and for notifications. You choose which are sent."


class SignupForm(AnySignupForm):  # type: ignore[misc]
    """Sign-up form that says what the address is for, and states the password requirements in one sentence."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        without_placeholders(self)
        self.fields["password1"].help_text = password_help()
        if "email" in self.fields:
            self.fields["email"].help_text = EMAIL_HELP


def password_help() -> str:
    """Return the requirements of the configured password validators as one sentence."""
    found = (each for each in get_default_password_validators() if isinstance(each, MinimumLengthValidator))
    least = next((each.min_length for each in found), 1)
    return f"At least {least} characters, not only digits, not a common password, and not like your username or email."
