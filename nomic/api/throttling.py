"""How much one caller may ask for: so many requests in each stretch of time, counted in Django's cache."""

import time
from functools import lru_cache
from typing import Any

from django.conf import settings
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from nomic.accounts.models import ApiToken
from nomic.config.counting import count

SECONDS = {"sec": 1, "min": 60, "hour": 3600, "day": 86400}


@lru_cache(maxsize=256)
def parse_rate(rate: str) -> tuple[int, int]:
    """ "600/min" → 600 requests in each 60 seconds. Raises ValueError."""
    most, _, period = rate.partition("/")
    if period not in SECONDS or not most.isdecimal():
        raise ValueError(f"a rate looks like 600/min, not {rate!r}")
    return int(most), SECONDS[period]


class CallerThrottle(BaseThrottle):
    """Each token has its own count; without one each person, without a log-in each address.

    Two operations on the cache per request. Where the cache is the process's own memory, each process counts apart;
    where it does not answer, nobody is held back.
    """

    seconds_left = 0.0

    def allow_request(self, request: Request, view: Any) -> bool:
        caller, rate = _caller(request)
        most, length = parse_rate(rate or settings.API_RATE_LIMIT)
        now = time.time()
        stretch, passed = divmod(now, length)
        self.seconds_left = length - passed
        key = f"api-rate:{caller}:{length}:{int(stretch)}"
        return count(key, length) <= most

    def wait(self) -> float:
        """Seconds until the next stretch begins."""
        return self.seconds_left


def _caller(request: Request) -> tuple[str, str | None]:
    """Who is counted, and the rate that holds for them if it is not the site's."""
    if isinstance(request.auth, ApiToken):
        return f"token:{request.auth.pk}", request.auth.rate_limit
    if request.user.is_authenticated:
        return f"person:{request.user.pk}", None
    # The address that the web server found; a header that anybody can send says nothing.
    return f"address:{request.META.get('REMOTE_ADDR', '')}", None
