"""Counts requests that failed because of a bug, by the hour, in the cache."""

from typing import Any

from django.core.cache import cache
from django.core.signals import got_request_exception
from django.dispatch import receiver
from django.utils import timezone

SECONDS_KEPT = 7200


@receiver(got_request_exception, dispatch_uid="office errors")
def count_error(**_: Any) -> None:
    """Signal receiver: count a failed request.

    Without a cache nothing is counted; the log has the failure in any case.
    """
    try:
        cache.add(_key(), 0, SECONDS_KEPT)
        cache.incr(_key())
    except Exception:  # noqa: S110 - Each cache backend raises its own exceptions.
        pass


def this_hour() -> int:
    """Return the number of requests that have failed since the last full hour, or 0 without a cache."""
    try:
        return int(cache.get(_key(), 0))
    except Exception:  # Each cache backend raises its own exceptions.
        return 0


def _key() -> str:
    return f"office-errors-{timezone.now().isoformat(timespec='hours')}"
