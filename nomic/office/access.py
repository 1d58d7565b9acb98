"""Access control of the office: which duty admits staff to which page."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import wraps
from typing import Any, TypeVar
from urllib.parse import urlsplit

from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponseBase
from django.urls import Resolver404, resolve
from django.views.decorators.cache import never_cache

from nomic.accounts.roles import Duty, has_duty
from nomic.office.concerns import Concern
from nomic.office.read_staff_log import DoneByStaff

View = Callable[..., HttpResponseBase]
Linked = TypeVar("Linked", Concern, DoneByStaff)


def for_duty(duty: Duty) -> Callable[[View], View]:
    """Decorate a page of the office: visitors must log in, and people without the duty get 403.

    The page is never cached. The view has `duty` as an attribute, so that a test can check all pages.
    """

    def decorate(view: View) -> View:
        @wraps(view)
        def page(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
            if not request.user.is_authenticated:
                return redirect_to_login(request.get_full_path())
            if not has_duty(request.user, duty):
                raise PermissionDenied
            return view(request, *args, **kwargs)

        decorated = never_cache(page)
        decorated.duty = duty  # type: ignore[attr-defined]
        return decorated

    return decorate


def may_open(person: Any, address: str) -> bool:
    """Return whether the duty of the page at this path admits a person (the user model).

    Pages without a duty admit everybody. An address without a page admits nobody.
    """
    try:
        duty = getattr(resolve(urlsplit(address).path).func, "duty", None)
    except Resolver404:
        return False
    return duty is None or has_duty(person, duty)


def with_open_links(person: Any, lines: Iterable[Linked]) -> list[Linked]:
    """Return lines of a page, without the links to pages that this person (the user model) may not open."""
    return [each if not each.link or may_open(person, each.link) else replace(each, link="") for each in lines]
