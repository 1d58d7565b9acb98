"""The browsers in which a person is shown notices by Web Push."""

from django.core.exceptions import ValidationError
from django.db import transaction

from nomic.accounts.models import Person
from nomic.notices.delivery.push import read_keys
from nomic.notices.delivery.webhook_addresses import check_url
from nomic.notices.models import Webhook
from nomic.notices.webhook_settings import change_address

MAX_BROWSERS = 10
MAX_KEY_LENGTH = 100


def add_browser(person: Person, url: str, key: str, secret: str) -> Webhook:
    """Register a browser in which a person's notices will be shown, and return its row.

    `url`, `key` and `secret` are from the browser's subscription (`PushSubscription` in JavaScript). A browser that
    somebody else used before is taken over. Beyond MAX_BROWSERS the oldest is dropped. Raises ValidationError if the
    subscription is malformed.
    """
    if len(key) > MAX_KEY_LENGTH or len(secret) > MAX_KEY_LENGTH:
        raise ValidationError("This key is too long to be a browser's key.", code="max_length")
    read_keys(key, secret)
    url = check_url(url)
    with transaction.atomic():
        Person.objects.select_for_update().get(pk=person.pk)  # several tabs may add the same browser at once
        Webhook.objects.filter(url=url, browser_of__isnull=False).delete()
        newest = Webhook.objects.filter(browser_of=person).order_by("-pk").values_list("pk", flat=True)
        Webhook.objects.filter(pk__in=list(newest[MAX_BROWSERS - 1 :])).delete()
        hook = Webhook(browser_of=person, browser_key=key, browser_secret=secret)
        change_address(hook, url)
    return hook


def browsers_of(person: Person) -> list[Webhook]:
    """Return the browsers in which a person is shown notices, the newest first."""
    return list(Webhook.objects.filter(browser_of=person).order_by("-pk"))


def remove_browser(browser: Webhook) -> None:
    """Stop showing notices in a browser, and delete its pending deliveries."""
    browser.delete()
