"""The form to log in with a password."""

from typing import Any

from allauth.account.forms import LoginForm as AnyLoginForm

from nomic.web.auth.remove_placeholders import without_placeholders


class LoginForm(AnyLoginForm):  # type: ignore[misc]
    """Log-in form whose first field is labelled "Username or email"."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"].label = "Username or email"
        without_placeholders(self)
