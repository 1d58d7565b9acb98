"""Notices to staff when the verdict on the site's health changes."""

from datetime import timedelta

from django.db import transaction
from django.urls import reverse
from django.utils import timezone

from nomic.accounts.admin_permission import admins
from nomic.config.health import services
from nomic.notices.kinds import Heading, NoticeKind
from nomic.notices.notify import notify_people
from nomic.office.health.attention import cache_counts
from nomic.office.health.heartbeats import MAIL
from nomic.office.health.verdict import verdict
from nomic.office.models import Sign

ALL_RIGHT = NoticeKind("all-right", "Something is wrong with the site, or it is all right again", Heading.STAFF)
AGAIN_AFTER = timedelta(days=1)


def notify_staff() -> bool:
    """Notify staff if the verdict has changed, and daily during a problem. Return whether staff were notified.

    The verdict consists of the kinds of concerns that are wrong, not of the number of concerns of a kind.
    """
    found = verdict(services())
    cache_counts(found)
    names = ", ".join(each.kind.name for each in found.wrong)
    with transaction.atomic():
        Sign.objects.get_or_create(name=MAIL)
        sign = Sign.objects.select_for_update().get(name=MAIL)
        now = timezone.now()
        if sign.trouble == names and (not names or now - sign.at < AGAIN_AFTER):
            return False
        sign.trouble, sign.at = names, now
        sign.save()
        notify_people(admins(), ALL_RIGHT.name, found.words, reverse("office:home"))
    return True
