"""Circuit breaker: if the wiki or the account fails as a whole, all pages wait, and staff are notified.

The wait ends after a delay or by a person's decision. A stopped publisher probes the wiki every hour, because blocks
expire and permissions return without any signal here.
"""

import hashlib
import hmac
import logging
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from nomic.connections.publishing_account import wiki_account
from nomic.outbox.backoff import BackOff
from nomic.outbox.delivery_errors import Fatal, Retryable
from nomic.wiki.mark_stale import wake_publisher
from nomic.wiki.models import MAX_REASON_LENGTH, Publisher
from nomic.wiki.publishing import outage_notices
from nomic.wiki.sites.site import WikiSite

log = logging.getLogger(__name__)

IN_TROUBLE = Q(attempts__gt=0) | Q(stopped_at__isnull=False) | Q(failing_since__isnull=False) | ~Q(reason="")
WAITS = BackOff(first=timedelta(seconds=60), longest=timedelta(hours=1))
LOOKED_AT_EVERY = timedelta(hours=1)  # while publishing is stopped


def publishing_state() -> Publisher:
    """Return the state of publishing. Sends one query."""
    return Publisher.objects.filter(pk=1).first() or Publisher()


def may_go_on(publisher: Publisher | None = None) -> bool:
    """Return whether pages may be published now, at least to probe whether the failure is over."""
    publisher = publisher or publishing_state()
    if publisher.is_paused:
        return False
    if publisher.stopped_at is not None and publisher.account != account_fingerprint():
        return True
    return publisher.next_try_at is None or publisher.next_try_at <= timezone.now()


def all_wait(trouble: Retryable) -> datetime:
    """Delay all publishing because the wiki does not work now. Return when it may continue."""
    with transaction.atomic():
        publisher = _publisher()
        publisher.next_try_at = timezone.now() + WAITS.after(publisher.attempts, trouble.seconds)
        publisher.attempts += 1
        publisher.reason = trouble.reason[:MAX_REASON_LENGTH]
        publisher.failing_since = publisher.since or timezone.now()
        publisher.stopped_at = None
        outage_notices.notify_if_due(publisher)
        publisher.save()
    return publisher.next_try_at


def all_stop(trouble: Fatal) -> None:
    """Stop all publishing because the wiki refuses the account, and notify staff. The wiki is probed an hour later."""
    now = timezone.now()
    with transaction.atomic():
        publisher = _publisher()
        publisher.failing_since = publisher.since or now
        publisher.stopped_at = publisher.stopped_at or now
        publisher.reason = trouble.reason[:MAX_REASON_LENGTH]
        publisher.account = account_fingerprint()
        publisher.next_try_at = now + LOOKED_AT_EVERY
        outage_notices.notify_if_due(publisher)
        publisher.save()
    log.error("wiki: publishing stopped: %s", trouble.reason)


def all_well() -> None:
    """Record that the wiki accepts pages again. Staff who were notified of the failure are notified of the recovery."""
    if not Publisher.objects.filter(IN_TROUBLE).exists():
        return
    with transaction.atomic():
        publisher = Publisher.objects.select_for_update().filter(IN_TROUBLE).first()
        if publisher is None:
            return
        outage_notices.notify_that_it_is_over(publisher)
        publisher.attempts, publisher.reason, publisher.account = 0, "", ""
        publisher.next_try_at = publisher.stopped_at = publisher.failing_since = None
        publisher.told_at, publisher.told_of = None, []
        publisher.save()


def look_whether_it_is_over(site: WikiSite) -> None:
    """Probe the wiki, and record whether the failure is over.

    This is for when no stale page is left. Otherwise the next save shows whether the wiki accepts pages.
    """
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
    """Notify staff of a failure that has lasted for an hour, and again daily while it goes on."""
    if not outage_notices.is_due(publishing_state()):
        return
    with transaction.atomic():
        publisher = _publisher()
        outage_notices.notify_if_due(publisher)
        publisher.save(update_fields=["told_at", "told_of"])


def resume_publishing() -> None:
    """Clear the failure state and wake the publisher immediately.

    `failing_since` is kept, so an ongoing failure keeps its start time.
    """
    Publisher.objects.filter(pk=1).update(stopped_at=None, next_try_at=None, attempts=0, reason="", account="")
    wake_publisher(0)


def account_fingerprint() -> str:
    """Return a keyed hash of the account, to tell whether the account has been replaced since it was refused."""
    wiki = wiki_account()
    account = "\0".join((wiki.url, wiki.user, wiki.password))
    return hmac.new(settings.SECRET_KEY.encode(), account.encode(), hashlib.sha256).hexdigest()


def _publisher() -> Publisher:
    publisher, _ = Publisher.objects.select_for_update().get_or_create(pk=1)
    return publisher
