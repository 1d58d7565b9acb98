"""The form to log in with a password."""

from typing import Any

from allauth.account.forms import LoginForm as AnyLoginForm


class LoginForm(AnyLoginForm):  # type: ignore[misc]
    """Login form whose first field says what goes into it."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"].label = "Username or email"
        self.fields["login"].widget.attrs["placeholder"] = ""
