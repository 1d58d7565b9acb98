"""Settings of people's webhooks and of those for channels."""

from datetime import datetime, timedelta
from urllib.parse import urlsplit

from django.core.exceptions import ValidationError
from django.db.models import Q
from django.utils import timezone

from nomic.accounts.models import Person
from nomic.notices.delivery.webhook_addresses import check_url
from nomic.notices.models import Delivery, Webhook
from nomic.notices.notify import wake_sender

TEST_WORDS = "This is a test. Your notifications will arrive here."
TEST_EVERY = timedelta(seconds=20)

SWITCHED_OFF_BY = "switched off by "  # the reason of what a keeper has switched off, with their name
FAILS_FOR = timedelta(minutes=10)  # A short outage of the other side is no matter for staff.


def is_broken(now: datetime) -> Q:
    """Return the condition for the webhooks and channels that staff should look at.

    They are switched off by the host, have failed for a while, or have never worked and fail, as with a wrong address.
    Those that a keeper has switched off are not included.
    """
    never_worked = Q(sent_at=None, failing_since__isnull=False)
    bad = Q(stopped_at__isnull=False) | Q(failing_since__lt=now - FAILS_FOR) | never_worked
    return bad & ~Q(trouble__startswith=SWITCHED_OFF_BY)


def webhook_of(person: Person) -> Webhook | None:
    """Return a person's own webhook, active or not, or None."""
    return Webhook.objects.filter(person=person).first()


def set_webhook(person: Person, url: str) -> Webhook:
    """Set the address to which a person's notices are sent from now on. Raises ValidationError if it is not allowed."""
    hook = webhook_of(person) or Webhook(person=person)
    change_address(hook, url)
    return hook


def change_address(hook: Webhook, url: str) -> None:
    """Change a webhook's address and switch it on. Raises ValidationError if the address is not allowed."""
    hook.url = check_url(url)
    switch_on(hook)


def switch_on(hook: Webhook) -> None:
    """Clear a webhook's errors so that it is tried at once. Entries made while it was off are not sent."""
    changed = ["url", "stopped_at", "failing_since", "quiet_until", "trouble"]
    if hook.stopped_at is not None and hook.cycle is not None:
        hook.last_read_seq = hook.cycle.seq
        changed.append("last_read_seq")
    hook.stopped_at = hook.failing_since = hook.quiet_until = None
    hook.trouble = ""
    # Save only these columns of an existing row, because a worker may be changing the others.
    hook.save(update_fields=changed if hook.pk is not None else None)


def remove_webhook(person: Person) -> None:
    """Delete a person's own webhook, if there is one, and its pending deliveries."""
    Webhook.objects.filter(person=person).delete()


def send_test(hook: Webhook) -> Delivery:
    """Queue a test message to the webhook, and return its delivery.

    Raises ValidationError if the webhook is off, or if the last test was less than TEST_EVERY ago.
    """
    if hook.stopped_at is not None:
        raise ValidationError("The webhook is switched off.", code="off")
    now = timezone.now()
    if Delivery.objects.filter(webhook=hook, text=TEST_WORDS, created_at__gt=now - TEST_EVERY).exists():
        raise ValidationError("A test has only just been sent; wait a little.", code="too_soon")
    test = Delivery.objects.create(webhook=hook, text=TEST_WORDS)
    wake_sender()
    return test


def masked_address(hook: Webhook) -> str:
    """Return the host and the last four characters of a webhook's URL.

    The owner can recognise the webhook by them, but nobody can post with them.
    """
    return f"{urlsplit(hook.url).hostname}/…{hook.url[-4:]}"
