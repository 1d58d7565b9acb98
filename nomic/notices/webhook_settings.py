"""Setting webhooks: a person's own, and those of channels."""

from datetime import timedelta
from urllib.parse import urlsplit

from django.core.exceptions import ValidationError
from django.utils import timezone

from nomic.accounts.models import Person
from nomic.cycles.models import Cycle
from nomic.notices.delivery.webhook_addresses import check_url
from nomic.notices.models import Delivery, Webhook
from nomic.notices.notify import wake_sender

TEST_WORDS = "This is a test: what concerns you will be told here."
TEST_EVERY = timedelta(seconds=20)


def webhook_of(person: Person) -> Webhook | None:
    """Somebody's own webhook, on or off."""
    return Webhook.objects.filter(person=person).first()


def set_webhook(person: Person, url: str) -> Webhook:
    """Send what concerns somebody to this address from now on. Raises ValidationError."""
    hook = webhook_of(person) or Webhook(person=person)
    readdress(hook, url)
    return hook


def add_channel_webhook(cycle: Cycle, channel: str, url: str, added_by: Person | None = None) -> Webhook:
    """Tell a channel of the cycle (all, where it is empty) to this address from now on. Raises ValidationError."""
    hook = Webhook(cycle=cycle, channel=channel, added_by=added_by, told_seq=cycle.seq)
    readdress(hook, url)
    return hook


def readdress(hook: Webhook, url: str) -> None:
    """Give a webhook another address, and switch it on. Raises ValidationError."""
    hook.url = check_url(url)
    switch_on(hook)


def switch_on(hook: Webhook) -> None:
    """Try again at once, whatever trouble there was. What happened while it was off is not told any more."""
    changed = ["url", "stopped_at", "failing_since", "quiet_until", "trouble"]
    if hook.stopped_at is not None and hook.cycle is not None:
        hook.told_seq = hook.cycle.seq
        changed.append("told_seq")
    hook.stopped_at = hook.failing_since = hook.quiet_until = None
    hook.trouble = ""
    # Of a row that is there already the rest may be changing in a worker's hands.
    hook.save(update_fields=changed if hook.pk is not None else None)


def remove_webhook(person: Person) -> None:
    """Somebody has no webhook any more; what waited for it is not sent."""
    Webhook.objects.filter(person=person).delete()


def send_test(hook: Webhook) -> Delivery:
    """Have a test sent. Raises ValidationError where the webhook is off, or the last test was only just sent."""
    if hook.stopped_at is not None:
        raise ValidationError("The webhook is switched off.", code="off")
    now = timezone.now()
    if Delivery.objects.filter(webhook=hook, text=TEST_WORDS, created_at__gt=now - TEST_EVERY).exists():
        raise ValidationError("A test has only just been sent; wait a little.", code="too_soon")
    test = Delivery.objects.create(webhook=hook, text=TEST_WORDS)
    wake_sender()
    return test


def masked_address(hook: Webhook) -> str:
    """The host and the last four characters of the address: its owner knows it again, and nobody can post to it."""
    return f"{urlsplit(hook.url).hostname}/…{hook.url[-4:]}"
