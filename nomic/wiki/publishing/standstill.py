"""Trouble with the wiki or the account as a whole: all pages wait for a while, or until a person has looked."""

import hashlib
import hmac
import logging
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from nomic.outbox.backing_off import BackOff
from nomic.outbox.trouble import Stopped, TryLater
from nomic.wiki.models import LONGEST_REASON, Publisher
from nomic.wiki.stale import wake_publisher

log = logging.getLogger(__name__)

WAITS = BackOff(first=timedelta(seconds=60), longest=timedelta(hours=1))


def may_go_on() -> bool:
    """Whether anything may be published now."""
    publisher = Publisher.objects.filter(pk=1).first()
    if publisher is None:
        return True
    if publisher.stopped_at is not None:
        return publisher.account != account_fingerprint()
    return publisher.next_try_at is None or publisher.next_try_at <= timezone.now()


def all_wait(trouble: TryLater) -> datetime:
    """The wiki does not work now: nothing is published until the instant returned."""
    with transaction.atomic():
        publisher = _publisher()
        publisher.next_try_at = timezone.now() + WAITS.after(publisher.attempts, trouble.seconds)
        publisher.attempts += 1
        publisher.reason = trouble.reason[:LONGEST_REASON]
        publisher.stopped_at = None
        publisher.save()
    return publisher.next_try_at


def all_stop(trouble: Stopped) -> None:
    """The wiki refuses the account: nothing is published until a person has looked."""
    with transaction.atomic():
        publisher = _publisher()
        publisher.stopped_at = timezone.now()
        publisher.reason = trouble.reason[:LONGEST_REASON]
        publisher.account = account_fingerprint()
        publisher.next_try_at = None
        publisher.save()
    log.error("wiki: publishing stopped: %s", trouble.reason)


def all_well() -> None:
    """The wiki took something: what kept everything waiting is over."""
    Publisher.objects.filter(Q(attempts__gt=0) | Q(stopped_at__isnull=False) | ~Q(reason="")).update(
        attempts=0, next_try_at=None, stopped_at=None, reason="", account=""
    )


def resume() -> None:
    """Try again at once after trouble with the site or the account."""
    Publisher.objects.filter(pk=1).update(stopped_at=None, next_try_at=None, attempts=0, reason="", account="")
    wake_publisher(0)


def account_fingerprint() -> str:
    """A keyed hash of the account, by which to see that somebody has set another since it was refused."""
    account = "\0".join((settings.WIKI_URL, settings.WIKI_USER, settings.WIKI_PASSWORD))
    return hmac.new(settings.SECRET_KEY.encode(), account.encode(), hashlib.sha256).hexdigest()


def _publisher() -> Publisher:
    publisher, _ = Publisher.objects.select_for_update().get_or_create(pk=1)
    return publisher
