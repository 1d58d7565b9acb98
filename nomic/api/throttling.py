"""Rate limits of callers: a maximum number of requests per period, counted in Django's cache.

Every request to an address of the API counts once, regardless of its method and answer. That includes 304, refused
requests, requests with an invalid token, and the opening of an event stream. A request answered with 429 does not
count.
"""

from collections.abc import Sequence
from math import ceil
from typing import Any

from django.conf import settings
from django.http import HttpResponseBase
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from nomic.accounts.models import ApiToken
from nomic.ratelimit.rates import Counted, counted_by_all

REQUESTS, COSTLY_REQUESTS = "api-rate", "costly"
POLICIES = {REQUESTS: "requests", COSTLY_REQUESTS: "costly"}  # by the names that callers see


class CallerThrottle(BaseThrottle):
    """Throttle that counts requests per token, per person without one, or per address for anonymous callers."""

    def allow_request(self, request: Request, view: Any) -> bool:
        """Count a request to a documentation page, whose view is not an `ApiView`. Return whether it is allowed."""
        return not count_request(request, [self])

    def rate(self, request: Request) -> tuple[str, str, str]:
        """Return the rate, the kind of request, and the caller to count."""
        caller, rate = _caller(request)
        return rate or settings.API_RATE_LIMIT, REQUESTS, caller


class CostlyThrottle(CallerThrottle):
    """Throttle that counts costly requests separately as well. Its rate is the same for all callers."""

    def rate(self, request: Request) -> tuple[str, str, str]:
        return settings.COSTLY_LIMIT, COSTLY_REQUESTS, _caller(request)[0]


COSTLY = [CallerThrottle, CostlyThrottle]


def count_request(request: Request, throttles: Sequence[Any]) -> float:
    """Count a request under all of these throttles. Return the seconds to wait if a rate is exceeded, otherwise 0."""
    found = counted_by_all(throttle.rate(request) for throttle in throttles)
    request._request.counted = found  # type: ignore[attr-defined]
    return found[-1].wait if found else 0.0


def say_rates(request: Any, response: HttpResponseBase) -> None:
    """Add headers with the limits and the remaining requests of each rate (draft-ietf-httpapi-ratelimit-headers)."""
    found: list[Counted] = getattr(request, "counted", [])
    if found:
        policies = [f'"{POLICIES[each.kind]}";q={each.most};w={each.length}' for each in found]
        left = [f'"{POLICIES[each.kind]}";r={each.left};t={ceil(each.wait or each.reset)}' for each in found]
        response["RateLimit-Policy"], response["RateLimit"] = ", ".join(policies), ", ".join(left)


def _caller(request: Request) -> tuple[str, str | None]:
    """Return a key for the caller, and the caller's own rate if it differs from the site's, otherwise None."""
    if isinstance(request.auth, ApiToken):
        return f"token:{request.auth.pk}", request.auth.rate_limit
    if request.user.is_authenticated:
        return f"person:{request.user.pk}", None
    # The address that the web server received. A header could contain anything.
    return f"address:{request.META.get('REMOTE_ADDR', '')}", None
