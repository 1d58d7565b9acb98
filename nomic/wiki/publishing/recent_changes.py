"""Detects people's changes on the wiki by one request a minute for all pages.

A page of ours that changed is compared at once. Without this, an edit between the markers would be unnoticed for up to
a day. What happens to a changed page depends on the comparison alone.
"""

import logging
from collections.abc import Iterable, Sequence
from datetime import timedelta

from django.db.models import Q, QuerySet
from django.utils import timezone

from nomic.outbox.delivery_errors import DeliveryError, Fatal, Retryable
from nomic.wiki.mark_stale import wake_publisher
from nomic.wiki.models import PUBLISHED, Publisher, WikiPage
from nomic.wiki.publishing.circuit_breaker import all_stop, all_wait, may_go_on
from nomic.wiki.sites.from_settings import site_of_this_thread
from nomic.wiki.sites.site import PageTrouble, WikiChange, WikiChanges, WikiSite

log = logging.getLogger(__name__)

EVERY = timedelta(minutes=1)
EARLY = timedelta(seconds=10)  # how much a beat may come before its time
TOGETHER = 500  # changes that are looked up in one query


def look_for_changes(site: WikiSite | None = None) -> int:
    """Ask the wiki for recent changes, unless that was done within the last minute.

    Return the number of pages to compare.
    """
    publisher, now = Publisher.objects.get_or_create(pk=1)[0], timezone.now()
    if not may_go_on(publisher) or not _pages().exists():
        return 0
    is_due = Q(changes_at=None) | Q(changes_at__lte=now - EVERY + EARLY) | Q(changes_at__gt=now + EVERY)
    if not Publisher.objects.filter(is_due, pk=1).update(changes_at=now):
        return 0
    site = site or site_of_this_thread()
    try:
        found = _without_page_trouble(site, publisher)
    except Fatal as trouble:
        all_stop(trouble)
        return 0
    except Retryable as trouble:
        all_wait(trouble)
        return 0
    except DeliveryError as trouble:
        log.info("wiki: it does not say what has changed: %s", trouble.reason)
        return 0
    count = _pages().update(compare_at=None) if found.everything else mark_changed(found.changed)
    Publisher.objects.filter(pk=1, changes_at=now).update(changes_seen=found.seen)
    if count:
        wake_publisher(0)
    return count


def _without_page_trouble(site: WikiSite, publisher: Publisher) -> WikiChanges:
    """Return the recent changes. Raises DeliveryError, but PageTrouble only if the wiki itself works."""
    try:
        return site.changes(publisher.changes_seen)
    except PageTrouble:
        site.check()
        raise


def mark_changed(changes: Sequence[WikiChange]) -> int:
    """Mark the pages of these changes for comparison, and return their number. Our own newest saves are ignored."""
    return sum(_mark(changes[start : start + TOGETHER]) for start in range(0, len(changes), TOGETHER))


def _mark(changes: Sequence[WikiChange]) -> int:
    newest = {title: change.revid for change in changes for title in change.titles}
    before = {change.old_revid for change in changes if change.old_revid}
    concerned = _pages().filter(Q(title__in=newest) | Q(published_revid__in=before))
    rows = concerned.values_list("pk", "title", "published_revid", "parked_revid")
    return _pages().filter(pk__in=list(_changed(rows, newest))).update(compare_at=None)


def _changed(rows: Iterable[tuple[int, str, int | None, int | None]], newest: dict[str, int]) -> Iterable[int]:
    for pk, title, published, parked in rows:
        revid = newest.get(title, 0)
        if not revid or revid not in (published, parked):
            yield pk


def _pages() -> QuerySet[WikiPage]:
    """Return our pages that exist on the wiki, or may exist there."""
    there = Q(published_revid__isnull=False) | Q(parked_at__isnull=False)
    return WikiPage.objects.filter(PUBLISHED, there)
