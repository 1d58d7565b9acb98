"""Rate limits per visitor, for submitted forms and for costly pages. The API has its own (`nomic.api.throttling`)."""

import math
from collections.abc import Callable
from typing import Any, TypeVar

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render

from nomic.cycles.actions.registry import action_or_none
from nomic.ratelimit.rates import counted_by_all

API = "/api/"
READING = ("GET", "HEAD", "OPTIONS", "TRACE")
View = TypeVar("View", bound=Callable[..., HttpResponseBase])


def costly(view: View) -> View:
    """Decorate a view as costly: it compares, simulates, replays or exports."""
    view.is_costly = True  # type: ignore[attr-defined]
    return view


class PageThrottleMiddleware:
    """Middleware that limits writing and costly requests to pages, by person or, for anonymous visitors, by address."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: Callable[..., HttpResponse], args: Any, fields: dict[str, Any]
    ) -> HttpResponse | None:
        if request.path_info.startswith(API) or getattr(view, "counts_its_callers", False):
            return None
        rates = []
        if request.method not in READING:
            rates.append((settings.PAGE_POST_LIMIT, "page-posts", visitor(request)))
        if is_costly(request, view, fields):
            rates.append((settings.COSTLY_LIMIT, "costly", visitor(request)))
        seconds = sum(each.wait for each in counted_by_all(rates))  # at most one rate turns a request away
        return too_many(request, seconds) if seconds else None


def visitor(request: HttpRequest) -> str:
    """Return the key under which requests are counted: the person, or the IP address for guests and anonymous visitors.

    The address is the one that the web server sees, because headers can be forged.
    """
    viewing = getattr(request, "viewing", None)  # A keeper who sees the page as somebody does not use up their rate.
    person: Any = request.user if viewing is None else viewing.keeper
    if person.is_authenticated and not person.is_guest:
        return f"person:{person.pk}"
    return f"address:{request.META.get('REMOTE_ADDR', '')}"


def is_costly(request: HttpRequest, view: Callable[..., HttpResponse], fields: dict[str, Any]) -> bool:
    """Return whether a request is for a costly page, or submits the form of an action with costly checks."""
    if getattr(view, "is_costly", False):
        return True
    if request.method in READING or "name" not in fields:
        return False
    action = action_or_none(str(fields["name"]))
    return action is not None and action.prepare is not None


def too_many(request: HttpRequest, seconds: float) -> HttpResponse:
    """Return a response with status 429 that names the seconds until the next try."""
    whole = math.ceil(seconds)
    response = render(request, "429.html", {"seconds": whole}, status=429)
    response["Retry-After"] = str(whole)
    response["Cache-Control"] = "no-store"
    return response
