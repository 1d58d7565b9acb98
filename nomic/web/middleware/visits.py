"""Records visits of signed-in people. Background requests of scripts do not count."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

from nomic.accounts.previous_visits import note_visit


class VisitsMiddleware:
    """Middleware that records visits of people with an account, rarely, and after the response is sent."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if _is_page(request, response) and request.user.is_authenticated and not request.user.is_guest:
            note_visit(request.user)
        return response


def _is_page(request: HttpRequest, response: HttpResponse) -> bool:
    html = response.headers.get("Content-Type", "").startswith("text/html")
    if getattr(request, "viewing", None) is not None:  # a keeper's visit, who sees the page as the person
        return False
    return request.method == "GET" and response.status_code == 200 and html and "HX-Request" not in request.headers
