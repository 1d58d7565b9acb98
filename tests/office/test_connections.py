"""Tests of mail, wiki and webhooks by a button: what happened is said in words, and no secret is shown."""

from typing import Any

import pytest
from django.core import mail
from django.core.cache import cache
from django.test import Client

from nomic.accounts.models import Person
from nomic.accounts.roles import give_roles
from nomic.cycles.creation import create_cycle
from nomic.notices.models import Delivery, Webhook
from nomic.office import connections
from nomic.outbox.delivery_errors import Fatal, Retryable
from nomic.outbox.unreachable import REFUSED
from tests.support.hall import ADMIN, Hall
from tests.support.signed_in import browser_of

PAGE = "/office/connections/"


class Site:
    """A wiki that answers its check with an error, or with none."""

    def __init__(self, trouble: Exception | None) -> None:
        self.trouble = trouble

    def check(self) -> None:
        if self.trouble is not None:
            raise self.trouble


@pytest.fixture
def keeper(db: None) -> Client:
    """The browser of an owner with a mail address."""
    cache.clear()
    person = Person.objects.create_user(ADMIN, email="keeper@example.org", is_superuser=True, is_staff=True)
    return browser_of(person)


def press(client: Client, name: str) -> tuple[int, str]:
    """The status and the page after the press of a button, and after the redirect that follows it."""
    answer: Any = client.post(PAGE, {"test": name})
    page = client.get(PAGE) if answer.status_code == 302 else answer
    return answer.status_code, page.content.decode()


def test_a_mail_goes_to_the_keepers_own_address(keeper: Client) -> None:
    """One, at once; a second press right after it sends none."""
    status, page = press(keeper, "mail")
    assert status == 302
    assert "written to the log" in page, "the tests' mail server is none"
    assert [each.to for each in mail.outbox] == [["keeper@example.org"]]
    assert press(keeper, "mail")[0] == 422
    assert len(mail.outbox) == 1


def test_a_mail_server_that_fails_is_said(keeper: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the reason, and without a page that failed; so is an account without an address."""
    monkeypatch.setattr(
        "django.core.mail.EmailMessage.send", lambda self: (_ for _ in ()).throw(ConnectionRefusedError)
    )
    status, page = press(keeper, "mail")
    assert status == 422
    assert f"The mail was not sent: the mail server could not be reached, {REFUSED}." in page
    cache.clear()
    Person.objects.update(email="")
    assert "has no mail address that is confirmed" in press(keeper, "mail")[1]


@pytest.mark.parametrize(
    ("trouble", "says"),
    [
        (None, "The log-in works, and the account may edit."),
        (Fatal("wrong password"), "It did not work: wrong password"),
        (Retryable("it is read-only"), "It did not work: it is read-only"),
    ],
)
def test_the_wiki_says_whether_it_takes_the_account(
    keeper: Client, monkeypatch: pytest.MonkeyPatch, settings: Any, trouble: Exception | None, says: str
) -> None:
    """A new log-in each time, not the one that the publisher holds."""
    settings.WIKI_URL = "https://wiki.example.org/"
    monkeypatch.setattr(connections, "site_from_settings", lambda: Site(trouble))
    status, page = press(keeper, "wiki")
    assert status == (302 if trouble is None else 422)
    assert says in page


def test_the_real_folder_is_tried(keeper: Client, settings: Any, tmp_path: Any) -> None:
    """The folder of the settings, if no wiki is set."""
    settings.WIKI_URL, settings.WIKI_FOLDER = "", tmp_path / "wiki"
    assert "No wiki is connected. Pages are files in a folder, and it can be written to." in press(keeper, "wiki")[1]


def test_a_webhook_gets_a_message(keeper: Client, hall: Hall) -> None:
    """Those of games; not those of people, which are private, nor what is none."""
    hook = Webhook.objects.create(cycle=hall.cycle, channel="", url="https://discord.com/api/webhooks/1/secret-part")
    own = Webhook.objects.create(
        person=Person.objects.get(username=ADMIN), url="https://discord.com/api/webhooks/2/own-part"
    )
    page = keeper.get(PAGE).content.decode()
    assert hall.cycle.title in page
    assert "secret-part" not in page
    assert "own-part" not in page
    assert press(keeper, f"webhook-{hook.pk}")[0] == 302
    assert list(Delivery.objects.values_list("webhook", flat=True)) == [hook.pk]
    for name in (f"webhook-{own.pk}", "webhook-", "webhook-²", "webhook-" + "9" * 50, "webhook", "nothing", "no-1", ""):
        assert press(keeper, name)[0] == 422, name
    assert Delivery.objects.count() == 1


def test_no_secret_is_on_the_page(keeper: Client, settings: Any) -> None:
    """Whether a password is set is all that anybody reads of it."""
    settings.WIKI_URL, settings.WIKI_USER, settings.WIKI_PASSWORD = "https://wiki.example/w/", "Bot", "wiki-word-1"
    settings.MAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT, settings.EMAIL_HOST_PASSWORD = "mail.example", 587, "mail-word-1"
    page = keeper.get(PAGE).content.decode()
    assert "https://wiki.example/w/" in page
    assert "mail.example:587" in page
    assert page.count("set, and not shown") == 2
    assert "word-1" not in page


@pytest.mark.parametrize(("role", "allowed"), [("moderator", {"mail"}), ("wiki-keeper", {"mail", "wiki"})])
def test_each_test_has_its_duty(
    db: None, hall: Hall, monkeypatch: pytest.MonkeyPatch, settings: Any, role: str, allowed: set[str]
) -> None:
    """A button that a role does not have is refused, however it is sent."""
    settings.WIKI_URL = "https://wiki.example.org/"
    cache.clear()
    monkeypatch.setattr(connections, "site_from_settings", lambda: Site(None))
    hook = Webhook.objects.create(cycle=hall.cycle, channel="", url="https://discord.com/api/webhooks/1/x")
    person = Person.objects.create_user("Somebody", email="s@example.org")
    give_roles(person, {role})
    client = browser_of(person)
    for name in ("mail", "wiki", f"webhook-{hook.pk}"):
        assert (press(client, name)[0] == 302) is (name in allowed)
    assert "Webhooks of games" not in client.get(PAGE).content.decode()


def test_the_page_leads_to_the_channels_of_each_game(keeper: Client, hall: Hall) -> None:
    """By name while they are few, and to the list of games when they are many or there is none."""
    first = f'href="/office/cycles/{hall.slug}/channels/#webhooks">Add one to {hall.cycle.title}</a>'
    assert first in keeper.get(PAGE).content.decode()
    assert keeper.get(f"/office/cycles/{hall.slug}/channels/").status_code == 200
    for number in range(6):
        create_cycle("cycle-16", slug=f"more-{number}")
    page = keeper.get(PAGE).content.decode()
    assert first not in page
    assert "Add one to a game" in page
