"""Who may see which page of the office."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponseBase
from django.views.decorators.cache import never_cache

from nomic.accounts.roles import Duty, may

View = Callable[..., HttpResponseBase]


def for_duty(duty: Duty) -> Callable[[View], View]:
    """Decorate a page of the office: visitors must log in, and people without the duty get 403.

    The page is never cached. The view has `duty` as an attribute, so that a test can check all pages.
    """

    def decorate(view: View) -> View:
        @wraps(view)
        def page(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
            if not request.user.is_authenticated:
                return redirect_to_login(request.get_full_path())
            if not may(request.user, duty):
                raise PermissionDenied
            return view(request, *args, **kwargs)

        decorated = never_cache(page)
        decorated.duty = duty  # type: ignore[attr-defined]
        return decorated

    return decorate
