"""Responses, for pages and for the API, if this host cannot serve a request."""

import sys
from collections.abc import Callable
from typing import Any

import structlog
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string

from nomic.api.error_responses import lack_problem, problem
from nomic.http.backend_outages import Lack, lack_of
from nomic.http.threaded_handler import BODY_TOO_LARGE

logger = structlog.get_logger(__name__)

API = "/api/"
MAX_DIGITS = 18  # of a Content-Length; Python refuses to read thousands


class UnavailableMiddleware:
    """Middleware that refuses bodies whose declared length is too large, and answers requests during outages.

    An outage means that the database, the cache or disk space is unavailable.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if is_too_large(request):
            return too_large(request)
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        lack = lack_of(error)
        if lack is None:
            return None
        logger.exception("unavailable", lacks=lack.code)
        return lacking(request, lack)


def is_too_large(request: HttpRequest) -> bool:
    """Return whether the declared length of the body exceeds the limit. The body is not read."""
    if getattr(request, "scope", {}).get(BODY_TOO_LARGE):
        return True
    length = str(request.META.get("CONTENT_LENGTH") or "0")
    return length.isdecimal() and (len(length) > MAX_DIGITS or int(length) > settings.DATA_UPLOAD_MAX_MEMORY_SIZE)


def too_large(request: HttpRequest) -> HttpResponse:
    """Return a response with status 413.

    The connection is closed, so that the rest of the body need not be read.
    """
    detail = f"A request can have at most {settings.DATA_UPLOAD_MAX_MEMORY_SIZE:,} bytes. Nothing has changed."
    response = _answer(request, 413, "too-large", "Too large", detail)
    response["Connection"] = "close"
    return response


def lacking(request: HttpRequest, lack: Lack) -> HttpResponse:
    """Return the response for an outage of a service or resource that this host needs."""
    if request.path_info.startswith(API):
        return lack_problem(lack)
    response = _answer(request, lack.status, lack.code, "The hall is closed for a moment", lack.detail)
    response["Retry-After"] = str(lack.retry_after)
    return response


def broken(request: HttpRequest) -> HttpResponse:
    """Django's handler500: answer any error as an outage or an internal error, even an error outside of views."""
    error = sys.exc_info()[1]
    lack = None if error is None else lack_of(error)
    if lack is not None:
        return lacking(request, lack)
    if request.path_info.startswith(API):
        return problem(500, "broken", "Something went wrong on our side. Nothing has changed.")
    return HttpResponse(render_to_string("500.html"), status=500)


def _answer(request: HttpRequest, status: int, code: str, title: str, detail: str) -> HttpResponse:
    """Return an error page that needs neither database nor cache, or problem details for the API."""
    if request.path_info.startswith(API):
        return problem(status, code, detail)
    context: dict[str, Any] = {"title": title, "detail": detail}
    response = HttpResponse(render_to_string("unavailable.html", context), status=status)
    response["Cache-Control"] = "no-store"
    return response
