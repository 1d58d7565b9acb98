"""Trouble with the wiki or the account as a whole: all pages wait, for a while or for a person, and staff are told.

A stopped publisher is looked at every hour: a block ends and a flag comes back without anybody saying so here.
"""

import hashlib
import hmac
import logging
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from nomic.outbox.backoff import BackOff
from nomic.outbox.errors import Fatal, Retryable
from nomic.wiki.models import MAX_REASON_LENGTH, Publisher
from nomic.wiki.publishing import alarm
from nomic.wiki.sites.site import WikiSite
from nomic.wiki.stale_pages import wake_publisher

log = logging.getLogger(__name__)

IN_TROUBLE = Q(attempts__gt=0) | Q(stopped_at__isnull=False) | Q(failing_since__isnull=False) | ~Q(reason="")
WAITS = BackOff(first=timedelta(seconds=60), longest=timedelta(hours=1))
LOOKED_AT_EVERY = timedelta(hours=1)  # while publishing is stopped


def state() -> Publisher:
    """How publishing goes as a whole. One query."""
    return Publisher.objects.filter(pk=1).first() or Publisher()


def may_go_on(publisher: Publisher | None = None) -> bool:
    """Whether anything may be published now, if only to see whether the trouble is over."""
    publisher = publisher or state()
    if publisher.stopped_at is not None and publisher.account != account_fingerprint():
        return True
    return publisher.next_try_at is None or publisher.next_try_at <= timezone.now()


def all_wait(trouble: Retryable) -> datetime:
    """The wiki does not work now: nothing is published until the instant returned."""
    with transaction.atomic():
        publisher = _publisher()
        publisher.next_try_at = timezone.now() + WAITS.after(publisher.attempts, trouble.seconds)
        publisher.attempts += 1
        publisher.reason = trouble.reason[:MAX_REASON_LENGTH]
        publisher.failing_since = publisher.since or timezone.now()
        publisher.stopped_at = None
        alarm.tell_if_due(publisher)
        publisher.save()
    return publisher.next_try_at


def all_stop(trouble: Fatal) -> None:
    """The wiki refuses the account: staff are told, and an hour later it is looked at again."""
    now = timezone.now()
    with transaction.atomic():
        publisher = _publisher()
        publisher.failing_since = publisher.since or now
        publisher.stopped_at = publisher.stopped_at or now
        publisher.reason = trouble.reason[:MAX_REASON_LENGTH]
        publisher.account = account_fingerprint()
        publisher.next_try_at = now + LOOKED_AT_EVERY
        alarm.tell_if_due(publisher)
        publisher.save()
    log.error("wiki: publishing stopped: %s", trouble.reason)


def all_well() -> None:
    """The wiki takes pages: what kept everything waiting is over. Staff who were told of it hear that, too."""
    if not Publisher.objects.filter(IN_TROUBLE).exists():
        return
    with transaction.atomic():
        publisher = Publisher.objects.select_for_update().filter(IN_TROUBLE).first()
        if publisher is None:
            return
        alarm.tell_that_it_is_over(publisher)
        publisher.attempts, publisher.reason, publisher.account = 0, "", ""
        publisher.next_try_at = publisher.stopped_at = publisher.failing_since = None
        publisher.told_at, publisher.told_of = None, []
        publisher.save()


def look_whether_it_is_over(site: WikiSite) -> None:
    """Ask the wiki of itself, where nothing is left to be written that would show whether it takes pages again."""
    try:
        site.check()
    except Fatal as trouble:
        all_stop(trouble)
    except Retryable as trouble:
        all_wait(trouble)
    except Exception:
        log.exception("wiki: it could not be asked of itself")
    else:
        all_well()


def remind_staff() -> None:
    """Tell staff of trouble that has lasted for an hour, and daily of what goes on."""
    if not alarm.is_due(state()):
        return
    with transaction.atomic():
        publisher = _publisher()
        alarm.tell_if_due(publisher)
        publisher.save(update_fields=["told_at", "told_of"])


def resume() -> None:
    """Try again at once after trouble with the site or the account. If it goes on, it counts from when it began."""
    Publisher.objects.filter(pk=1).update(stopped_at=None, next_try_at=None, attempts=0, reason="", account="")
    wake_publisher(0)


def account_fingerprint() -> str:
    """A keyed hash of the account, by which to see that somebody has set another since it was refused."""
    account = "\0".join((settings.WIKI_URL, settings.WIKI_USER, settings.WIKI_PASSWORD))
    return hmac.new(settings.SECRET_KEY.encode(), account.encode(), hashlib.sha256).hexdigest()


def _publisher() -> Publisher:
    publisher, _ = Publisher.objects.select_for_update().get_or_create(pk=1)
    return publisher
