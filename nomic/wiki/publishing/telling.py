"""Telling staff, and the cycle's webhooks, that a page was set aside: once, until it goes on.

One by one as long as they are few. Of the pages that a bot goes through in a day, however many, some numbers are told.
"""

from datetime import timedelta

from django.urls import reverse
from django.utils import timezone

from nomic.accounts.rights import admins
from nomic.notices.channels import post_to_channel
from nomic.notices.kinds import NoticeKind
from nomic.notices.notify import tell
from nomic.wiki.models import WikiPage

SET_ASIDE = NoticeKind("wiki", "A page of the wiki is set aside (told to staff)")
CHANNEL = "admin"
TOGETHER = timedelta(days=1)
MOST_ONE_BY_ONE = 5  # pages of a cycle
NUMBERS_TOLD = frozenset((10, 100, 1_000, 10_000, 100_000))


def tell_of(page: WikiPage) -> None:
    """Tell all staff and the webhooks of the channel. The caller holds a transaction, and has noted it in the page."""
    cycle = page.cycle
    count = WikiPage.objects.filter(cycle=cycle, told_at__gt=timezone.now() - TOGETHER).count()
    if count <= MOST_ONE_BY_ONE:
        text = (
            f"{page.title} on the wiki is set aside: {page.parked_reason}. "
            "Nothing is written there until somebody answers, or it is undone there."
        )
        link = reverse("web:wiki-page", args=[cycle.slug, page.pk])
    elif count in NUMBERS_TOLD:
        text = f"{count} pages of {cycle.title} on the wiki were set aside within a day; the list has them all."
        link = reverse("web:wiki", args=[cycle.slug])
    else:
        return
    tell(admins(), SET_ASIDE.name, text, link, cycle)
    post_to_channel(cycle, CHANNEL, text, link)
