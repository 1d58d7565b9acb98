"""Notices to staff and the cycle's webhooks about unpublished pages, once per page until it is published again.

Pages that people edited are reported one by one while they are few. If a bot edits many within a day, only certain
counts are reported. Pages that the wiki does not accept are reported together, at most once an hour.
"""

from datetime import timedelta

from django.db import transaction
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone

from nomic.accounts.admin_permission import admins
from nomic.cycles.models import Cycle
from nomic.notices.channels import post_to_channel
from nomic.notices.kinds import Heading, NoticeKind
from nomic.notices.notify import notify_people
from nomic.wiki.models import NOT_TAKEN, PUBLISHED, Cause, WikiPage

SET_ASIDE = NoticeKind("wiki", "A wiki page is set aside", Heading.STAFF)
CHANNEL = "admin"
TOGETHER = timedelta(days=1)
MAX_ONE_BY_ONE = 5  # pages of a cycle
FAILING_FOR = timedelta(hours=1)  # after which staff are notified of a page that cannot be saved
NOT_TAKEN_EVERY = timedelta(hours=1)
MAX_PER_NAME = 60  # characters in a notice
MAX_PER_REASON = 150  # characters in a notice
NUMBERS_TOLD = frozenset((10, 100, 1_000, 10_000, 100_000))


def notify_of_parked(page: WikiPage) -> None:
    """Notify all staff and the cycle's webhooks of a parked page.

    The caller holds a transaction and has recorded the notice in the page's row.
    """
    cycle = page.cycle
    set_aside = WikiPage.objects.filter(cycle=cycle, told_at__gt=timezone.now() - TOGETHER)
    count = set_aside.exclude(parked_cause__in=NOT_TAKEN).count()
    if count <= MAX_ONE_BY_ONE:
        text = (
            f"{page.title} on the wiki is set aside: {_what_happened(page)}. Nothing is written there "
            "until somebody answers, or the edit is undone there."
        )
        link = reverse("web:wiki-page", args=[cycle.slug, page.pk])
    elif count in NUMBERS_TOLD:
        text = f"{count} pages of {cycle.title} on the wiki were set aside within a day; the list has them all."
        link = reverse("web:wiki", args=[cycle.slug])
    else:
        return
    _notify(cycle, text, link)


def _what_happened(page: WikiPage) -> str:
    """Return the reason why the page was parked, with the editor's name and edit summary."""
    if not page.parked_by:
        return page.parked_reason
    who, said = page.parked_by[:MAX_PER_NAME], page.parked_summary[:MAX_PER_REASON]
    reason = page.parked_reason.replace("somebody", who, 1)
    reason = reason if reason != page.parked_reason else f"{reason} (edited by {who})"
    return f"{reason}, saying “{said}”" if said else reason


def notify_of_rejected() -> None:
    """Report pages that the wiki refuses, and pages that could not be saved for an hour.

    Sends one query if there are none. One notice covers all pages of a cycle. Pages that fail within the following hour
    are reported at its end.
    """
    now = timezone.now()
    not_taken = Q(parked_at__isnull=False, parked_cause__in=NOT_TAKEN)
    not_taken |= Q(parked_at=None, failing_since__lte=now - FAILING_FOR)
    pages = WikiPage.objects.filter(PUBLISHED, not_taken)
    untold = pages.filter(told_at=None, left_at=None)
    for pk in untold.order_by("cycle").values_list("cycle", flat=True).distinct():
        if pages.filter(cycle=pk, told_at__gt=now - NOT_TAKEN_EVERY).exists():
            continue
        with transaction.atomic():
            cycle = Cycle.objects.select_for_update().get(pk=pk)
            rows = untold.filter(cycle=pk).select_related("cycle").defer("published_text", "parked_text")
            first, count = rows.order_by("parked_at", "pk").first(), rows.count()
            if first is None or not untold.filter(cycle=pk).update(told_at=now):
                continue
            if count == 1:
                _notify(cycle, _of_one(first), reverse("web:wiki-page", args=[cycle.slug, first.pk]))
            else:
                _notify(cycle, _of_many(first, count), reverse("web:wiki", args=[cycle.slug]))


def _of_one(page: WikiPage) -> str:
    begin = f"The wiki refuses the page {page.title}: {_reason(page)}. {_age(page)}"
    if page.parked_cause == Cause.WARNED:
        return (
            f"{begin} It is not sent again automatically, as that would confirm it: look at it, then press Try again."
        )
    if page.parked_at is None:
        return f"{begin} It is retried automatically, at least once an hour."
    return (
        f"{begin} It is retried automatically, first after 15 minutes, later once a day. If the page is protected "
        "there, ask an admin of the wiki to let the account edit it, then press Try again."
    )


def _of_many(page: WikiPage, count: int) -> str:
    return (
        f"The wiki does not accept {count} pages of {page.cycle.title}. {page.title}: "
        f"{_reason(page)}. They stay as they are there. The list says why for each page, and when "
        "it is tried again."
    )


def _reason(page: WikiPage) -> str:
    reason = (page.parked_reason if page.parked_at is not None else page.trouble).rstrip(".")
    return reason if len(reason) <= MAX_PER_REASON else f"{reason[: MAX_PER_REASON - 1]}…"


def _age(page: WikiPage) -> str:
    if page.published_at is None:
        return "It is not on the wiki yet."
    return f"The wiki shows it as it was on {page.published_at:%d %B, %H:%M} UTC."


def _notify(cycle: Cycle, text: str, link: str) -> None:
    notify_people(admins(), SET_ASIDE.name, text, link, cycle)
    post_to_channel(cycle, CHANNEL, text, link)
