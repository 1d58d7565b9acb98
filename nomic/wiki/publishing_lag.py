"""The lag of the wiki behind the cycles, for /healthz, the site's pages and the API."""

from datetime import datetime, timedelta
from typing import Any

from django.db.models import Min, Q
from django.db.models.functions import Coalesce
from django.utils import timezone

from nomic.cycles.models import Cycle
from nomic.wiki.models import PUBLISHED, Publisher, WikiPage

LATE_AFTER = timedelta(minutes=5)  # publishing a change takes seconds


def publishing_lag() -> dict[str, Any] | None:
    """Return since when and why the wiki lags behind.

    None if changes reach the wiki within LATE_AFTER, or while a keeper has paused publishing. `state` is "stopped" (a
    person has to act), "waiting" (the wiki is down) or "late" (no worker publishes, or some pages cannot be saved).
    """
    publisher, now = Publisher.objects.filter(pk=1).first(), timezone.now()
    if publisher is not None and publisher.is_paused:
        return None
    if publisher is not None and publisher.since is not None:
        state = "stopped" if publisher.stopped_at is not None else "waiting"
        return _report(state, publisher.since, publisher.reason, now)
    oldest = _oldest_change(Q(PUBLISHED, parked_at=None))
    if oldest is not None and publisher is not None and publisher.paused_until is not None:
        oldest = max(oldest, publisher.paused_until)  # It could not be published before the end of the pause.
    if oldest is None or now - oldest < LATE_AFTER:
        return None
    return _report("late", oldest, "", now)


def shown_as_of(cycle: Cycle) -> datetime | None:
    """Return the time of the oldest change of the cycle that the wiki does not show, or None.

    Parked pages are ignored.
    """
    if not cycle.published or cycle.fork_of_id is not None:
        return None
    return _oldest_change(Q(cycle=cycle, parked_at=None))


def _oldest_change(pages: Q) -> datetime | None:
    changed = Min(Coalesce("claimed_stale", "stale_since"))
    oldest: datetime | None = WikiPage.objects.filter(pages).aggregate(oldest=changed)["oldest"]
    return oldest


def _report(state: str, since: datetime, reason: str, now: datetime) -> dict[str, Any]:
    report = {"state": state, "since": since.isoformat(), "seconds": round((now - since).total_seconds(), 1)}
    return report | {"reason": reason} if reason else report
