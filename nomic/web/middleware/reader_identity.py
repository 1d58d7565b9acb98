"""Sets the identity under which a request reads, so that hidden cycles are found only by people who may read them."""

from collections.abc import Callable

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.utils.functional import SimpleLazyObject

from nomic.cycles.visibility import reading_as


class ReaderMiddleware:
    """Middleware for pages that sets the visitor as the reader of all queries of the request.

    Bots count as anonymous until their token is checked.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        visitor = SimpleLazyObject(lambda: getattr(request, "user", None) or AnonymousUser())
        with reading_as(visitor):
            return self.get_response(request)
