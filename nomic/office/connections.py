"""What the site sends to: mail, the wiki and webhooks, each with a test that says what happened. No secret is shown."""

from collections.abc import Callable
from dataclasses import dataclass

from django.conf import settings
from django.core.cache import cache
from django.core.exceptions import ValidationError

from nomic.accounts.models import Person
from nomic.accounts.roles import Duty, may
from nomic.notices.delivery.mail import send_test as send_test_mail
from nomic.notices.models import Webhook
from nomic.notices.webhook_settings import masked_address, send_test
from nomic.outbox.errors import DeliveryError
from nomic.wiki.sites.from_settings import site_from_settings

SECONDS_BETWEEN = 10  # tests of one person
MOST = 100  # webhooks that are listed
WRITES_ONLY = ("console", "file", "dummy", "locmem")  # mail backends that send nothing


class NotTested(Exception):
    """The test was refused, or it failed. The message gives the reason."""


@dataclass(frozen=True, slots=True)
class Connection:
    """Something that the site sends to: where, whether it is set up, and what its test does."""

    name: str
    title: str
    facts: list[tuple[str, str]]
    is_set_up: bool
    how: str
    button: str
    effect: str
    duty: Duty


def mail() -> Connection:
    """Return how mail is sent."""
    backend = settings.EMAIL_BACKEND.rsplit(".", 2)[-2]
    host = getattr(settings, "EMAIL_HOST", "") or ""
    facts = [("From", settings.DEFAULT_FROM_EMAIL)]
    if backend == "smtp":
        facts += [("Server", f"{host}:{settings.EMAIL_PORT}"), ("Password", _is_set(settings.EMAIL_HOST_PASSWORD))]
    return Connection(
        "mail", "Mail", facts, backend not in WRITES_ONLY,
        "No mail is sent: it is only written to a log. Operators set EMAIL_URL.",
        "Send a test mail to me", "Sends one mail to the address of your own account, at once.", Duty.LOOK,
    )  # fmt: skip


def wiki() -> Connection:
    """Return which wiki is published to."""
    facts = [
        ("Address", settings.WIKI_URL or f"the folder {settings.WIKI_FOLDER.name} on the machine"),
        ("Account", settings.WIKI_USER or "none"),
        ("Password", _is_set(settings.WIKI_PASSWORD)),
    ]
    return Connection(
        "wiki", "Wiki", facts, bool(settings.WIKI_URL),
        "Nothing is published to a wiki: pages are files in a folder. Operators set WIKI_URL.",
        "Try the log-in", "Logs in to the wiki as the publisher does, and looks whether it may edit. Nothing is saved.",
        Duty.WIKI,
    )  # fmt: skip


def channel_webhooks() -> list[tuple[Webhook, str]]:
    """Return the webhooks of games, each with its address without the secret part."""
    hooks = Webhook.objects.filter(cycle__isnull=False).select_related("cycle").order_by("cycle", "channel", "pk")
    return [(hook, masked_address(hook)) for hook in hooks[:MOST]]


def try_out(by: Person, name: str) -> str:
    """Test a connection: "mail", "wiki", or "webhook-" and a number. Returns what happened. Raises NotTested."""
    kind, _, number = name.partition("-")
    if kind not in TESTS:
        raise NotTested("There is no such test.")
    duty, run = TESTS[kind]
    if not may(by, duty):
        raise NotTested("Your role does not include this.")
    if not cache.add(f"office-test-{by.pk}-{name[:40]}", 1, SECONDS_BETWEEN):
        raise NotTested("You have tested this only just now. Wait ten seconds.")
    return run(by, number)


def _is_set(secret: str) -> str:
    return "set, and not shown" if secret else "not set"


def _test_mail(by: Person, number: str) -> str:
    if not by.email:
        raise NotTested("Your account has no mail address that is confirmed. Set yours in the office, under People.")
    try:
        send_test_mail(by)
    except DeliveryError as trouble:
        raise NotTested(f"The mail was not sent: {trouble.reason}.") from None
    if not mail().is_set_up:
        return "The mail was written to the log, because no mail server is set."
    return f"The mail server has taken a mail to {by.email}. Look whether it arrives, also among unwanted mail."


def _test_wiki(by: Person, number: str) -> str:
    try:
        site_from_settings().check()
    except DeliveryError as trouble:
        raise NotTested(f"The wiki refused it: {trouble.reason}") from None
    if not settings.WIKI_URL:
        raise NotTested("No wiki is connected. Pages are files in a folder, and it can be written to.")
    return "The log-in works, and the account may edit."


def _test_webhook(by: Person, number: str) -> str:
    is_number = number.isascii() and number.isdecimal() and len(number) <= 12
    hook = Webhook.objects.filter(cycle__isnull=False, pk=int(number)).first() if is_number else None
    if hook is None:
        raise NotTested("There is no such webhook.")
    try:
        send_test(hook)
    except ValidationError as problem:
        raise NotTested(" ".join(problem.messages)) from None
    return "A test message is on its way. Look at the channel. If it fails, this page says why."


TESTS: dict[str, tuple[Duty, Callable[[Person, str], str]]] = {
    "mail": (Duty.LOOK, _test_mail),
    "wiki": (Duty.WIKI, _test_wiki),
    "webhook": (Duty.GAMES, _test_webhook),
}
