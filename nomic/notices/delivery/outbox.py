"""The outbox: claims the deliveries to one address, commits, sends one message, and records the result.

No network call is made inside a database transaction. Failed deliveries are retried with increasing delays until they
are a day old. Older news can be read on the site.
"""

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.db.models.functions import Coalesce
from django.urls import reverse
from django.utils import timezone

from nomic.notices.channels import gather_news
from nomic.notices.delivery import mail, push, webhook_payload, webhooks
from nomic.notices.kinds import TROUBLE
from nomic.notices.models import Delivery, Notice, Reminder, State, Webhook
from nomic.notices.notify import notify_people, wake_sender
from nomic.outbox.backoff import BackOff
from nomic.outbox.delivery_errors import DeliveryError, Fatal, Rejected, Retryable
from nomic.outbox.leases import UNCLAIMED, abandoned, in_hand, new_claim
from nomic.outbox.unreachable import OUR_MISTAKE

log = logging.getLogger(__name__)

WAITS = BackOff(first=timedelta(seconds=30), longest=timedelta(hours=1))
LEASE = timedelta(minutes=5)  # one message takes less, so a worker with an older claim has died
TOO_OLD = timedelta(days=1)
HOPELESS_AFTER = timedelta(days=3)  # without a single success a webhook is switched off
MAX_BATCH = 20  # deliveries in one message
MAX_AT_ONCE = 200  # messages in one run
SECONDS_AT_ONCE = 60  # after which a run starts no further message, and another run takes over
KEPT = timedelta(days=14)  # how long the result of a delivery can be looked up
NOTICES_KEPT = timedelta(days=90)  # after they were read


@dataclass(frozen=True, slots=True)
class Parcel:
    """Deliveries claimed by one worker, all to the same address, oldest first."""

    claim: str
    deliveries: tuple[Delivery, ...]

    @property
    def webhook(self) -> Webhook | None:
        return self.deliveries[0].webhook


def deliver_due() -> int:
    """Deliver everything that is due. Return the number of messages tried."""
    free_abandoned()
    gather_news()
    _drop_unneeded()
    mails_too = True
    began = time.monotonic()
    for tried in range(MAX_AT_ONCE):
        if time.monotonic() - began >= SECONDS_AT_ONCE:
            wake_sender()
            return tried
        parcel = claim_next(mails_too=mails_too)
        if parcel is None:
            return tried
        with in_hand(parcel.claim):
            went_well = _deliver(parcel)
        # All mails go to the same server, so after an error the others wait for the next run.
        mails_too = mails_too and (went_well or parcel.webhook is not None)
    return MAX_AT_ONCE


def claim_next(*, mails_too: bool = True) -> Parcel | None:
    """Claim the oldest due delivery, and others to the same address that fit into one message.

    Returns None if nothing is due. E-mails are left out unless `mails_too` is true.
    """
    now = timezone.now()
    due = Delivery.objects.filter(
        Q(webhook=None) | Q(webhook__quiet_until=None) | Q(webhook__quiet_until__lte=now),
        webhook__stopped_at=None,
        state=State.WAITING,
        next_at__lte=now,
    )
    if not mails_too:
        due = due.filter(webhook__isnull=False)
    for first in due.order_by("next_at", "pk")[:MAX_BATCH]:
        together = due.filter(person=first.person_id, webhook=first.webhook_id).order_by("pk")[:MAX_BATCH]
        claim = new_claim(LEASE)
        with in_hand(claim["claim"]):
            Delivery.objects.filter(pk__in=_one_message(list(together)), state=State.WAITING).update(
                state=State.SENDING, **claim
            )
            mine = Delivery.objects.filter(claim=claim["claim"], state=State.SENDING)
            if claimed := tuple(mine.select_related("person", "webhook").order_by("pk")):
                return Parcel(claim["claim"], claimed)
    return None


def _one_message(together: list[Delivery]) -> list[int]:
    if together and together[0].webhook_id is not None:
        together = together[
            : webhook_payload.fitting([webhook_payload.message(each.text, each.link) for each in together])
        ]
    return [each.pk for each in together]


def _deliver(parcel: Parcel) -> bool:
    """Send a parcel and record the result. Return False if a retry is needed."""
    try:
        _send(parcel)
    except Retryable as trouble:
        if _is_hopeless(parcel.webhook):
            _stop(parcel, Fatal(f"for days {trouble.reason}"))
        else:
            _later(parcel, trouble)
        return False
    except Rejected as trouble:
        _end(parcel, State.FAILED, trouble.reason)
    except Fatal as trouble:
        _stop(parcel, trouble)
    except Exception as error:
        # A bug of ours or of a mail backend. The text of an error may contain the address.
        log.error("notices: %s could not be sent: %s", parcel.deliveries[0], type(error).__name__)
        _later(parcel, Retryable(f"it could not be sent, {OUR_MISTAKE}"))
        return False
    else:
        _end(parcel, State.SENT, "")
    return True


def _send(parcel: Parcel) -> None:
    """Send a parcel by mail, to a webhook or to a browser. Raises a DeliveryError if it fails."""
    hook = parcel.webhook
    if hook is not None and hook.browser_of_id is not None:
        push.post(hook, parcel.deliveries)
        return
    if hook is not None:
        messages = [webhook_payload.message(each.text, each.link) for each in parcel.deliveries]
        webhooks.post(hook.url, webhook_payload.payload(webhook_payload.content_of(messages)))
        return
    person = parcel.deliveries[0].person
    if person is None:
        raise Rejected("there is no recipient")
    mail.send(person, parcel.deliveries)


# Results. Each function writes only while the claim is still this worker's.


def _mine(parcel: Parcel) -> QuerySet[Delivery]:
    return Delivery.objects.filter(claim=parcel.claim, state=State.SENDING)


def _end(parcel: Parcel, state: State, trouble: str) -> None:
    now = timezone.now()
    _mine(parcel).update(state=state, claim="", ended_at=now, attempts=F("attempts") + 1, trouble=trouble)
    if parcel.webhook is None:
        return
    well = {"trouble": "", "sent_at": now, "quiet_until": None, "failing_since": None}
    went = {"trouble": trouble} if trouble else well
    Webhook.objects.filter(pk=parcel.webhook.pk, url=parcel.webhook.url).update(**went)


def _later(parcel: Parcel, trouble: Retryable) -> None:
    now = timezone.now()
    attempts = max(each.attempts for each in parcel.deliveries)
    wait = timedelta(seconds=trouble.seconds) if trouble.seconds else WAITS.after(attempts)
    old = _mine(parcel).filter(created_at__lte=now - TOO_OLD)
    old.update(state=State.FAILED, claim="", ended_at=now, attempts=F("attempts") + 1, trouble=trouble.reason)
    _mine(parcel).update(
        state=State.WAITING, claim="", next_at=now + wait, attempts=F("attempts") + 1, trouble=trouble.reason
    )
    if parcel.webhook is not None:
        # Later deliveries to it wait as well.
        Webhook.objects.filter(pk=parcel.webhook.pk, url=parcel.webhook.url).update(
            trouble=trouble.reason, quiet_until=now + wait, failing_since=Coalesce("failing_since", now)
        )


def _is_hopeless(hook: Webhook | None) -> bool:
    """Return whether a webhook has failed for longer than HOPELESS_AFTER."""
    since = hook.failing_since if hook is not None else None
    return since is not None and timezone.now() - since > HOPELESS_AFTER


def _stop(parcel: Parcel, trouble: DeliveryError) -> None:
    """Switch the webhook off, and notify its owner, or the person who added it, on the site.

    A browser is deleted instead, because most often its owner has switched off notifications there.
    """
    hook = parcel.webhook
    if hook is None:
        _end(parcel, State.FAILED, trouble.reason)
        return
    if hook.browser_of_id is not None:
        Webhook.objects.filter(pk=hook.pk, url=hook.url).delete()
        return
    now = timezone.now()
    with transaction.atomic():
        _mine(parcel).update(
            state=State.FAILED, claim="", ended_at=now, attempts=F("attempts") + 1, trouble=trouble.reason
        )
        stopped = Webhook.objects.filter(pk=hook.pk, url=hook.url, stopped_at=None).update(
            stopped_at=now, trouble=trouble.reason
        )
        if not stopped:  # its owner has set another address meanwhile
            return
        owner = hook.person or hook.added_by
        if owner is not None:
            whose = "Your webhook" if hook.person_id is not None else f"The {hook}"
            link = reverse("web:notice-settings") if hook.person_id is not None else ""
            notify_people([owner], TROUBLE.name, f"{whose} was switched off: {trouble.reason}.", link)


def _drop_unneeded() -> None:
    """Close deliveries whose notices have been read on the site, and those to disabled webhooks."""
    waiting, now = Delivery.objects.filter(state=State.WAITING), timezone.now()
    waiting.filter(notice__read_at__isnull=False).update(state=State.UNNEEDED, ended_at=now)
    waiting.filter(webhook__stopped_at__isnull=False).update(
        state=State.FAILED, ended_at=now, trouble="the webhook is switched off"
    )


def free_abandoned(now: datetime | None = None) -> int:
    """Release claims that have expired or whose processes have ended. Return the number of deliveries.

    A message that was sent but not recorded is sent again.
    """
    sending = Delivery.objects.filter(state=State.SENDING)
    free = abandoned(sending, now)
    if not free:
        return 0
    return sending.filter(claim__in=free).update(
        state=State.WAITING, attempts=F("attempts") + 1, trouble="the worker that had it died", **UNCLAIMED
    )


def forget_old(now: datetime | None = None) -> int:
    """Delete old deliveries, old reminders, and old notices that were read. Return their number."""
    now = now or timezone.now()
    rows: tuple[Callable[[], tuple[int, dict[str, int]]], ...] = (
        Delivery.objects.filter(ended_at__lt=now - KEPT).delete,
        Reminder.objects.filter(made_at__lt=now - NOTICES_KEPT).delete,
        Notice.objects.filter(read_at__lt=now - NOTICES_KEPT).delete,
    )
    return sum(delete()[0] for delete in rows)
