"""Handling of forms whose CSRF token is older than the log-in.

Logging in rotates the token, so forms in other tabs can no longer be sent. A page where people write long texts returns
the form with the typed text and a new token, to be sent again. Nothing else is done. This applies to forms of this site
only: a form from another site is refused as usual.
"""

from collections.abc import Callable
from typing import Any, TypeVar

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.middleware.csrf import REASON_BAD_ORIGIN
from django.views.csrf import csrf_failure as plainly_refused

from nomic.cycles.domain.exceptions import NotCurrent
from nomic.web.middleware.settling import not_current
from nomic.web.middleware.throttling import PageThrottleMiddleware

View = TypeVar("View", bound=Callable[..., HttpResponseBase])

KEEPS = "keeps_what_was_sent"
STALE = "_is_sent_with_a_stale_token"


def keeps_what_was_sent(view: View) -> View:
    """Decorate a view so that a form with a stale token is not processed, but shown again with its text.

    See `is_stale`.
    """
    setattr(view, KEEPS, True)
    return view


def is_stale(request: HttpRequest) -> bool:
    """Return whether the form has a stale token, so that the view must not process it."""
    return getattr(request, STALE, False)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Answer a form that Django refuses because of its CSRF token.

    If the view is decorated with `keeps_what_was_sent` and the form is from this site, call the view with the form
    marked as stale. Otherwise, return Django's refusal.
    """
    match = request.resolver_match
    if match is None or not getattr(match.func, KEEPS, False) or not _is_ours(request, reason):
        return plainly_refused(request, reason)
    setattr(request, STALE, True)
    too_many = PageThrottleMiddleware(_no_answer).process_view(request, match.func, match.args, match.kwargs)
    if too_many is not None:
        return too_many
    try:
        answer: HttpResponse = match.func(request, *match.args, **match.kwargs)
    except NotCurrent as error:
        return not_current(request, error)
    return answer


def _is_ours(request: HttpRequest, reason: str) -> bool:
    """Return whether a page of this site sent the form.

    Requires an `Origin` header, which Django has already compared with the address of this site.
    """
    return "Origin" in request.headers and not reason.startswith(REASON_BAD_ORIGIN.partition("%s")[0])


def _no_answer(request: HttpRequest) -> Any:
    raise AssertionError("only its counting is used")
