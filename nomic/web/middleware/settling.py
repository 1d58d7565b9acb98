"""Pages for a cycle whose current state is not available: the progress of settling, or a failure notice.

If very much is due, for example after a practice clock was advanced by weeks, the cycle is settled in pieces, by each
reader and by the beat process. The page shows the progress and refreshes itself: with htmx by polling one line, without
scripts by reloading. The values typed into a form are kept, to be sent again.
"""

from collections.abc import Callable
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from nomic.cycles.domain.exceptions import NoSuchCycle, NotCurrent, StillSettling
from nomic.cycles.schedule.settle import settle_some, settled_cycle

ADMIN = "admin"


class NotCurrentMiddleware:
    """Middleware that settles cycles before the admin site shows its lists.

    It also turns NotCurrent errors of views into a page.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, view: Any, args: Any, kwargs: Any) -> None:
        """Settle due deadlines before the admin site shows rows, for no longer than people wait for a page."""
        match = request.resolver_match
        if match is not None and match.app_name == ADMIN and request.user.is_authenticated and request.user.is_staff:
            settle_some()

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        return not_current(request, error) if isinstance(error, NotCurrent) else None


def not_current(request: HttpRequest, error: NotCurrent) -> HttpResponse:
    """Return a 503 page for a cycle that is still settling or out of order.

    After a POST, the page offers to send the same values again.
    """
    context = {"error": error, "settling": isinstance(error, StillSettling)}
    response = render(request, "web/not_current.html", context, status=503)
    response["Retry-After"] = str(error.retry_after)
    response["Cache-Control"] = "no-store"
    return response


@require_safe
def settling(request: HttpRequest, slug: str) -> HttpResponse:
    """Return the progress line, which a page polls. When settling has finished, the response makes the page reload."""
    try:
        settled_cycle(slug)
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
