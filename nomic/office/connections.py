"""The site's outgoing connections: mail, the wiki, webhooks and others, each with a test.

No secret is shown. Apps in higher layers declare further kinds of receivers.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any
from urllib.parse import quote

from django.conf import settings
from django.core.cache import cache
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.urls import reverse

from nomic.accounts.models import Person
from nomic.accounts.roles import Duty, has_duty
from nomic.connections.discord_application import DiscordApplication
from nomic.connections.mail_server import MailServer, mail_server
from nomic.connections.publishing_account import WikiAccount, wiki_account
from nomic.connections.store import clear_cache
from nomic.notices.delivery.mail import send_test as send_test_mail
from nomic.notices.models import Webhook
from nomic.notices.webhook_settings import masked_address, send_test
from nomic.outbox.delivery_errors import DeliveryError
from nomic.wiki.sites.from_settings import site_from_settings

SECONDS_BETWEEN = 10  # tests of one person
MOST = 100  # receivers of a kind that are listed
MAX_DIGITS = 12  # of the number of a receiver


class NotTested(Exception):
    """Raised if a test was refused or failed. The message gives the reason."""


@dataclass(frozen=True, slots=True)
class OutgoingConnection:
    """An outgoing connection: its facts, whether it is set up, and what its test does."""

    name: str
    title: str
    facts: list[tuple[str, str]]
    is_set_up: bool
    how: str
    button: str
    effect: str
    duty: Duty
    is_by_form: bool


@dataclass(frozen=True, slots=True)
class Receiver:
    """A receiver of a game's messages: a row with the fields of `Webhook`, the game's channel, and the address."""

    row: Any
    channel: str
    address: str
    change_link: str = ""

    @property
    def number(self) -> str:
        """The primary key of the row, as in the name of its test."""
        return str(self.row.pk)


@dataclass(frozen=True, slots=True)
class ReceiverKind:
    """A kind of receivers of games' messages. A test is identified by the kind's name and the row's primary key.

    `warning` returns why nothing can arrive at any receiver, or "". `find` returns at most the given number of them,
    and `test` returns the result in words, or raises NotTested.
    """

    name: str
    title: str
    help: str
    add_link: str
    add_words: str
    find: Callable[[int], Sequence[Receiver]]
    test: Callable[[int], str]
    warning: Callable[[], str] = lambda: ""


Test = Callable[[Person], str]  # returns the result in words, or raises NotTested
_kinds: dict[str, ReceiverKind] = {}


def register_connection(read: Callable[[], OutgoingConnection], test: Test) -> None:
    """Register a connection of a room above, and its test."""
    if (read, test) not in _connections:
        _connections.append((read, test))


def connections() -> list[OutgoingConnection]:
    """Return all connections."""
    return [read() for read, _ in _connections]


def register_receivers(kind: ReceiverKind) -> None:
    """Register a kind of receivers. Raises ValueError if the name is taken."""
    if _kinds.setdefault(kind.name, kind) != kind:
        raise ValueError(f"two kinds of receivers are called {kind.name!r}")


def receivers() -> list[tuple[ReceiverKind, Sequence[Receiver]]]:
    """Return all kinds of receivers, each with its receivers."""
    return [(kind, kind.find(MOST)) for kind in (WEBHOOKS, *_kinds.values())]


def mail() -> OutgoingConnection:
    """Return the connection for mail."""
    server = mail_server()
    facts = [("From", server.sender)]
    if server.host:
        facts += [
            ("Server", f"{server.host}:{server.port}"),
            ("Account", server.user or "none"),
            ("Password", is_set(server)),
            ("Set", set_by(server)),
        ]
    return OutgoingConnection(
        "mail", "Mail", facts, bool(server.host),
        "No mail is sent: it is only written to a log. An owner sets the mail server here.",
        "Send a test email to me", "Sends one email to the address of your own account, at once.", Duty.LOOK,
        server.is_by_form,
    )  # fmt: skip


def wiki() -> OutgoingConnection:
    """Return the connection to the wiki."""
    account = wiki_account()
    facts = [("Address", account.url or f"the folder {settings.WIKI_FOLDER.name} on the machine")]
    if account.url:
        facts += [
            ("Account", account.user or "none"),
            ("Password", is_set(account)),
            ("Set", set_by(account)),
        ]
    return OutgoingConnection(
        "wiki", "Wiki", facts, bool(account.url),
        "Nothing is published to a wiki: pages are files in a folder. An owner sets the wiki here.",
        "Try the log-in",
        "Logs in to the wiki as the publisher does, and checks whether it may edit. Nothing is saved.",
        Duty.WIKI, account.is_by_form,
    )  # fmt: skip


def try_connection(by: Person, name: str) -> str:
    """Test a connection: "mail", "wiki", or a receiver, as in "webhook-4". Return the result in words.

    Raises NotTested if the person may not, or if the test fails.
    """
    kind, _, number = name.rpartition("-")
    if kind:
        receiver = WEBHOOKS if kind == WEBHOOKS.name else _kinds.get(kind)
        if receiver is None or not (number.isascii() and number.isdecimal() and len(number) <= MAX_DIGITS):
            raise NotTested("There is no such test.")
        duty, run = Duty.GAMES, partial(receiver.test, int(number))
    else:
        found = next(((each.duty, test) for read, test in _connections if (each := read()).name == name), None)
        if found is None:
            raise NotTested("There is no such test.")
        duty, run = found[0], partial(found[1], by)
    if not has_duty(by, duty):
        raise NotTested("Your role does not include this.")
    if not cache.add(f"office-test-{by.pk}-{name}", 1, SECONDS_BETWEEN):
        raise NotTested("You tested this just now. Wait ten seconds.")
    clear_cache()  # so that what another process has just saved is tried
    return run()


def is_set(place: MailServer | WikiAccount | DiscordApplication) -> str:
    """Return the state of a connection's password as text: set, not set, or unreadable."""
    if place.is_lost:
        return "cannot be read, because the server's SECRET_KEY has changed: type it again"
    return "set, and not shown" if place.password else "not set"


def set_by(place: MailServer | WikiAccount | DiscordApplication) -> str:
    """Return who configured a connection, as text."""
    return "here, by an owner" if place.is_by_form else "by the operators"


def _test_mail(by: Person) -> str:
    if not by.email:
        raise NotTested("Your account has no mail address that is confirmed. Set yours in the office, under People.")
    try:
        send_test_mail(by)
    except DeliveryError as trouble:
        raise NotTested(f"The mail was not sent: {trouble.reason}.") from None
    if not mail().is_set_up:
        return "The mail was written to the log, because no mail server is set."
    where = "Check whether it arrives, and look in your spam folder too."
    return f"The mail server has accepted an email to {by.email}. {where}"


def _test_wiki(by: Person) -> str:
    try:
        site_from_settings().check()
    except DeliveryError as trouble:
        raise NotTested(f"It did not work: {trouble.reason}") from None
    if not wiki_account().url:
        raise NotTested("No wiki is connected. Pages are files in a folder, and it can be written to.")
    return "The log-in works, and the account may edit."


def _webhooks(most: int) -> list[Receiver]:
    hooks = Webhook.objects.filter(cycle__isnull=False).select_related("cycle").order_by("cycle", "channel", "pk")
    return [Receiver(hook, hook.channel, masked_address(hook), _change_link(hook)) for hook in hooks[:most]]


def _change_link(hook: Webhook) -> str:
    """Return the path of the form that changes a webhook: of its game here, or the admin's for practice."""
    if hook.cycle is None or hook.cycle.practice:
        return reverse("admin:notices_webhook_change", args=[hook.pk])
    return f"{reverse('channels:game', args=[hook.cycle.slug])}#webhook-{hook.pk}"


def _test_webhook(number: int) -> str:
    hook = Webhook.objects.filter(cycle__isnull=False, pk=number).first()
    if hook is None:
        raise NotTested("There is no such webhook.")
    try:
        send_test(hook)
    except ValidationError as problem:
        raise NotTested(" ".join(problem.messages)) from None
    return "A test message is on its way. In a moment this page says whether it arrived."


def after_test(request: HttpRequest) -> str:
    """Return the query string for a page's address that makes it show the outcome of the test just sent, or ""."""
    tested = request.POST.get("test", "")
    return f"?tested={quote(tested[:60])}" if tested else ""


_connections: list[tuple[Callable[[], OutgoingConnection], Test]] = [(mail, _test_mail), (wiki, _test_wiki)]
WEBHOOKS = ReceiverKind(
    "webhook", "Webhooks of games", "A test sends one message to the channel.",
    "office:cycles", "Add one to a game", _webhooks, _test_webhook,
)  # fmt: skip
