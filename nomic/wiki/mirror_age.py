"""The age of the wiki's copy of a cycle, for the footer of the cycle's pages. Each process queries it once a minute."""

import threading
import time
from datetime import datetime, timedelta

from django.db.models import Q
from django.utils import timezone
from django.utils.timesince import timesince

from nomic.cycles.models import Cycle
from nomic.wiki.models import Publisher
from nomic.wiki.publishing_lag import shown_as_of

SECONDS = 60.0  # how long a cached answer is used
MAX_COUNT = 1_000  # cycles in the cache
WORTH_SAYING = timedelta(minutes=10)  # shorter delays are not reported: publishing a change takes seconds

# By the cycle's primary key: the time of its oldest change that the wiki does not show yet, whether publishing is
# stopped, and the expiry of this cached answer by the monotonic clock.
_Answer = tuple[datetime | None, bool, float]
_kept: dict[int, _Answer] = {}
_lock = threading.Lock()


def behind_in_words(cycle: Cycle) -> str:
    """Return the age of the oldest change that the wiki does not show yet, such as "3 hours".

    "" if there is nothing to report. A delay is reported after ten minutes, or at once while publishing is stopped.
    Unpublished cycles send no query; others send two queries a minute.
    """
    if not cycle.published or cycle.fork_of_id is not None or cycle.hidden_at is not None:
        return ""
    oldest, is_stopped = _answer(cycle)
    now = timezone.now()
    if oldest is None or (now - oldest < WORTH_SAYING and not is_stopped):
        return ""
    return timesince(oldest, now, depth=1)


def _answer(cycle: Cycle) -> tuple[datetime | None, bool]:
    kept, now = _kept.get(cycle.pk), time.monotonic()
    if kept is not None and now < kept[2]:
        return kept[:2]
    oldest = shown_as_of(cycle)
    is_stopped = oldest is not None and _is_held()
    with _lock:
        if len(_kept) >= MAX_COUNT:
            _kept.clear()
        _kept[cycle.pk] = oldest, is_stopped, now + SECONDS
    return oldest, is_stopped


def _is_held() -> bool:
    """Return whether publishing is stopped, or paused by a keeper."""
    return Publisher.objects.filter(Q(stopped_at__isnull=False) | Q(paused_until__gt=timezone.now())).exists()


def clear_cache() -> None:
    """Clear this process's cache of the wiki's age."""
    with _lock:
        _kept.clear()
