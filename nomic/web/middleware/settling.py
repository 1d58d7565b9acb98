"""What pages say of a cycle that cannot be shown as it is now: how far it is on its way, or that something broke.

A cycle in which very much is due, a practice clock having been advanced by weeks, is settled in pieces, by whoever
looks and by beat. The page says how far that is and looks again by itself: with htmx as often as a line of it is
fetched, without scripts by reloading. What was typed into a form is kept, to be sent again.
"""

from collections.abc import Callable
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from nomic.cycles.domain.exceptions import NoSuchCycle, NotCurrent, StillSettling
from nomic.cycles.schedule.settle import current, settle_some

ADMIN = "admin"


class NotCurrentMiddleware:
    """Readers settle first; the admin's own lists do it here. A cycle that stands still says so on every page."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, view: Any, args: Any, kwargs: Any) -> None:
        """The admin shows rows of any table: all that is due is settled before, as far as one waits for it."""
        match = request.resolver_match
        if match is not None and match.app_name == ADMIN and request.user.is_authenticated and request.user.is_staff:
            settle_some()

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        return not_current(request, error) if isinstance(error, NotCurrent) else None


def not_current(request: HttpRequest, error: NotCurrent) -> HttpResponse:
    """503: how far settling is, or that the cycle is out of order; with what was sent, to be sent again."""
    context = {"error": error, "settling": isinstance(error, StillSettling)}
    response = render(request, "web/not_current.html", context, status=503)
    response["Retry-After"] = str(error.retry_after)
    response["Cache-Control"] = "no-store"
    return response


@require_safe
def settling(request: HttpRequest, slug: str) -> HttpResponse:
    """The line that says how far a cycle is, for a page that asks again and again; then it has the page reloaded."""
    try:
        current(slug)
    except StillSettling as error:
        response = render(request, "web/settling.html", {"error": error})
    except NoSuchCycle as error:
        raise Http404(error.detail) from None
    except NotCurrent:
        response = _reload()
    else:
        response = _reload()
    response["Cache-Control"] = "no-store"
    return response


def _reload() -> HttpResponse:
    response = HttpResponse()
    response["HX-Refresh"] = "true"
    return response
