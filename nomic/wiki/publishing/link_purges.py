"""Purges pages that link to a newly created page.

Such pages show the link in red until the wiki renders them again. A wiki caches the rendering of a page with a
timestamp in whole seconds. A rendering from the second in which another page was created counts as newer than that
page, and would show it as missing until the next edit. So pages that link to new pages are purged some seconds after
the wiki confirmed them, many at a time. The row of the new page records that this is due, so a killed worker or a
refusal only delays it.
"""

import logging
import time
from collections.abc import Callable
from datetime import timedelta

from django.utils import timezone

from nomic.outbox.delivery_errors import DeliveryError
from nomic.wiki.mark_stale import wake_publisher
from nomic.wiki.models import WikiPage
from nomic.wiki.sites.site import WikiSite

log = logging.getLogger(__name__)

MAX_TITLES = 50  # that a wiki takes in one request
MAX_REQUESTS = 20  # in one run
AGAIN_AFTER = timedelta(minutes=5)


def was_made(page: WikiPage) -> bool:
    """Return whether the page was created on the wiki by one of the sent saves."""
    return any(each["base"] is None for each in page.sent)


def show_links(open_site: Callable[[], WikiSite], *, wait: bool = False) -> None:
    """Purge the pages that link to recently created pages. Errors of the wiki are logged and not raised.

    If `wait` is set, it sleeps until the last page is due, for callers after which no other run follows.
    """
    if not WikiPage.objects.filter(links_due_at__lte=timezone.now()).exists():
        return
    site = open_site()
    if wait:
        time.sleep(site.seconds_to_new_links)
    for _ in range(MAX_REQUESTS):
        since = timezone.now() - timedelta(seconds=site.seconds_to_new_links)
        due = list(WikiPage.objects.filter(links_due_at__lte=since).order_by("links_due_at", "pk")[:MAX_TITLES])
        if not due or not _shown(site, due):
            break
    if WikiPage.objects.filter(links_due_at__lte=timezone.now()).exists():
        wake_publisher(site.seconds_to_new_links)


def _shown(site: WikiSite, made: list[WikiPage]) -> bool:
    """Purge the pages that link to these, and record when to try again after a failure. Return whether it succeeded."""
    again = None
    try:
        site.show_links_to([page.title for page in made], _likely(made))
    except DeliveryError as trouble:
        log.warning("wiki: links to %d new pages: %s", len(made), trouble.reason)
        again = timezone.now() + AGAIN_AFTER
    except Exception:
        log.exception("wiki: links to %d new pages", len(made))
        again = timezone.now() + AGAIN_AFTER
    for page in made:
        # If the page was made again meanwhile, its links are still due.
        WikiPage.objects.filter(pk=page.pk, links_due_at=page.links_due_at).update(links_due_at=again)
    return again is None


def _likely(made: list[WikiPage]) -> list[str]:
    """Return our pages that may link to these although the wiki's link table does not list them yet.

    These are the new pages themselves and the cycles' index pages.
    """
    indexes = WikiPage.objects.filter(
        cycle__in={page.cycle_id for page in made}, subject="", published_at__isnull=False
    )
    return sorted({page.title for page in made} | set(indexes.values_list("title", flat=True)[: 2 * MAX_TITLES]))
