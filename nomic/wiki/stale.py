"""Marking pages as stale, in the transaction that changes what they show."""

import logging
from collections.abc import Iterable

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from nomic.config.prepared import Prepared
from nomic.wiki.models import WikiPage

log = logging.getLogger(__name__)


_fresh = Prepared(
    lambda cycle: (
        WikiPage.objects.filter(cycle_id=cycle, stale_since=None).order_by().values_list("kind", flat=True).distinct()
    ),
    int,
)


def mark_stale(cycle_id: int, kinds: Iterable[str], subject: str | None = None) -> int:
    """Mark the pages of these kinds (of one subject only, if given) as stale; how many were not so before.

    To be called inside the transaction of the change, with the cycle's row locked: the publisher claims pages under
    the same lock, so a page that is stale already cannot be claimed before this change is there to be rendered.
    """
    fresh = set(kinds) & set(_fresh.all(cycle_id))
    if not fresh:
        return 0
    pages = WikiPage.objects.filter(cycle_id=cycle_id, kind__in=fresh, stale_since=None)
    if subject is not None:
        pages = pages.filter(subject=subject)
    marked = pages.update(stale_since=timezone.now())
    if marked:
        transaction.on_commit(wake, robust=True)
    return marked


def wake(seconds: float | None = None) -> None:
    """Ask a worker to publish after the quiet time. Without a broker beat asks later: nobody's act fails for it."""
    from nomic.wiki.tasks import publish_stale

    countdown = settings.WIKI_QUIET_SECONDS + 0.2 if seconds is None else seconds
    try:
        publish_stale.apply_async(countdown=countdown, retry=False)
    except Exception as error:
        # Whatever a broker's client raises; its text may hold the broker's password.
        log.warning("the publisher could not be woken: %s", type(error).__name__)
