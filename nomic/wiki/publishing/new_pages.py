"""Links to a page that was made lately: whoever read of it before sees them red until that page is drawn anew.

A wiki draws a page once and keeps it, to the second: what it drew in the very second in which another page was made
counts as newer than that page, and would show it as missing for as long as nobody edits. So, some seconds after the
wiki has confirmed that it made pages, what links to them is drawn anew, many at a time. That this is to be done stands
in the row of the page itself from that confirmation on: a worker that is killed, or a wiki that refuses, only puts it
off.
"""

import logging
import time
from collections.abc import Callable
from datetime import timedelta

from django.utils import timezone

from nomic.outbox.errors import DeliveryError
from nomic.wiki.models import WikiPage
from nomic.wiki.sites.site import WikiSite
from nomic.wiki.stale_pages import wake_publisher

log = logging.getLogger(__name__)

MAX_TITLES = 50  # that a wiki takes in one request
MAX_REQUESTS = 20  # in one run
AGAIN_AFTER = timedelta(minutes=5)


def was_made(page: WikiPage) -> bool:
    """Whether the wiki, which has the page now, was asked to make it and had not confirmed that yet."""
    return any(each["base"] is None for each in page.sent)


def show_links(open_site: Callable[[], WikiSite], *, wait: bool = False) -> None:
    """Have every link to a page that was made lately shown as what it is. Never raises what the wiki does.

    `wait`: until the last of them is due, where nobody would come back for them.
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
    """Have what links to these pages drawn anew; what fails is due again after a while."""
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
        # Where it was made once more meanwhile, that is still to be done.
        WikiPage.objects.filter(pk=page.pk, links_due_at=page.links_due_at).update(links_due_at=again)
    return again is None


def _likely(made: list[WikiPage]) -> list[str]:
    """Pages of ours that may link to these though the wiki has not noted it yet: each other, and their indexes."""
    indexes = WikiPage.objects.filter(
        cycle__in={page.cycle_id for page in made}, subject="", published_at__isnull=False
    )
    return sorted({page.title for page in made} | set(indexes.values_list("title", flat=True)[: 2 * MAX_TITLES]))
