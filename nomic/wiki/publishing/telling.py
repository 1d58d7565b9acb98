"""Telling staff, and the cycle's webhooks, that a page was set aside: once, until it goes on."""

from django.urls import reverse

from nomic.accounts.models import Person
from nomic.notices.channels import post_to_channel
from nomic.notices.kinds import NoticeKind
from nomic.notices.notify import tell
from nomic.wiki.models import WikiPage

SET_ASIDE = NoticeKind("wiki", "A page of the wiki is set aside (told to staff)")
CHANNEL = "admin"


def tell_of(page: WikiPage) -> None:
    """Tell all staff and the webhooks of the channel. The caller holds a transaction."""
    cycle = page.cycle
    text = (
        f"{page.title} on the wiki is set aside: {page.parked_reason}. "
        "Nothing is written there until somebody answers, or it is undone there."
    )
    link = reverse("web:wiki-page", args=[cycle.slug, page.pk])
    staff = Person.objects.filter(is_staff=True, is_active=True).order_by("pk")
    tell(staff, SET_ASIDE.name, text, link, cycle)
    post_to_channel(cycle, CHANNEL, text, link)
