"""How much one caller may ask for: so many requests in each stretch of time, counted in Django's cache."""

from typing import Any

from django.conf import settings
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from nomic.accounts.models import ApiToken
from nomic.config.rates import seconds_to_wait


class CallerThrottle(BaseThrottle):
    """Each token has its own count; without one each person, without a log-in each address."""

    seconds_left = 0.0

    def allow_request(self, request: Request, view: Any) -> bool:
        caller, rate = _caller(request)
        self.seconds_left = seconds_to_wait(rate or settings.API_RATE_LIMIT, "api-rate", caller)
        return not self.seconds_left

    def wait(self) -> float:
        """Seconds until the next stretch begins."""
        return self.seconds_left


class CostlyThrottle(CallerThrottle):
    """What costs most is counted once more, whatever rate a token has."""

    def allow_request(self, request: Request, view: Any) -> bool:
        self.seconds_left = seconds_to_wait(settings.COSTLY_LIMIT, "costly", _caller(request)[0])
        return not self.seconds_left


COSTLY = [CallerThrottle, CostlyThrottle]


def _caller(request: Request) -> tuple[str, str | None]:
    """Who is counted, and the rate that holds for them if it is not the site's."""
    if isinstance(request.auth, ApiToken):
        return f"token:{request.auth.pk}", request.auth.rate_limit
    if request.user.is_authenticated:
        return f"person:{request.user.pk}", None
    # The address that the web server found; a header that anybody can send says nothing.
    return f"address:{request.META.get('REMOTE_ADDR', '')}", None
