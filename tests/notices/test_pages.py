"""The bell, the page of notices, and the page of what is sent."""

import re
from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from nomic.accounts.models import Person
from nomic.comments.notify import REPORT
from nomic.notices.delivery.mail import unsubscribe_address
from nomic.notices.kinds import TROUBLE, sent_kinds
from nomic.notices.models import Delivery, Notice, NoticeSettings, Webhook
from nomic.notices.notify import notify_people
from nomic.wiki.publishing.unpublished_page_notices import SET_ASIDE
from tests.notices.conftest import BELL, person
from tests.support.hall import Hall
from tests.support.signed_in import browser_of

HOOK = "https://discord.example/api/webhooks/1/Secret-abcd"


@pytest.fixture
def ada(cast: Hall) -> Client:
    """ada's browser."""
    return browser_of(person("ada"))


def page(browser: Client, path: str, status: int = 200) -> str:
    answer = browser.get(path)
    assert answer.status_code == status, path
    return answer.content.decode()


def said(html: str) -> str:
    """The words of the bell."""
    found = re.search(r'id="bell".*?visually-hidden">(.*?)</span>', html, re.S)
    assert found
    return found[1]


def test_the_bell_counts_what_is_unread(ada: Client) -> None:
    """On every page; beyond a hundred it stops counting."""
    assert said(page(ada, "/")) == "Notifications"
    notify_people([person("ada")], BELL.name, "Ding.")
    notify_people([person("bob")], BELL.name, "Dong.")
    assert said(page(ada, "/c/hall/")) == "Notifications, 1 unread"
    Notice.objects.bulk_create(Notice(person=person("ada"), kind="bell", text="x") for _ in range(120))
    assert said(page(ada, "/account/")) == "Notifications, more than 99 unread"


def test_the_bell_costs_one_query_and_strangers_none(ada: Client) -> None:
    def asks(browser: Client) -> int:
        browser.get("/")
        with CaptureQueriesContext(connection) as queries:
            browser.get("/")
        return sum("notices_notice" in query["sql"] for query in queries)

    notify_people([person("ada")], BELL.name, "Ding.")
    assert asks(ada) == 1
    assert asks(Client()) == 0
    assert 'id="bell"' not in page(Client(), "/")


def test_ones_own_notices_are_listed(ada: Client, cast: Hall) -> None:
    """Newest first, with what they are about, words made harmless; nobody else's among them."""
    notify_people([person("ada")], BELL.name, "The <b>first</b>.", "/c/hall/players/", cast.cycle)
    notify_people([person("ada")], BELL.name, "The second.")
    notify_people([person("bob")], BELL.name, "Not hers.")
    html = page(ada, "/notices/")
    assert html.index("The second.") < html.index("The &lt;b&gt;first&lt;/b&gt;.")
    assert "Not hers." not in html
    assert html.count("Mark as read<") == 2


def test_a_notice_says_how_long_ago_it_came(ada: Client) -> None:
    """Not on which clock: a practice game has its own."""
    notify_people([person("ada")], BELL.name, "Ding.")
    for ago, words in ((30, "just now"), (90, "1 min ago"), (3 * 3600, "3 h ago"), (200 * 3600, "8 d ago")):
        Notice.objects.update(created_at=timezone.now() - timedelta(seconds=ago))
        assert f">{words}</time>" in page(ada, "/notices/")


def test_there_are_pages_of_them(ada: Client) -> None:
    """Thirty at a time, with as many queries as for one."""

    def queries() -> int:
        with CaptureQueriesContext(connection) as captured:
            page(ada, "/notices/")
        return len(captured)

    notify_people([person("ada")], BELL.name, "Ding.")
    queries()  # the first page of a visit notes it
    few = queries()
    Notice.objects.bulk_create(Notice(person=person("ada"), kind="bell", text=f"n{number}.") for number in range(65))
    assert queries() == few
    assert "n64." in page(ada, "/notices/")
    assert "n64." not in page(ada, "/notices/?page=2")
    assert "n0." in page(ada, "/notices/?page=3")
    assert "n0." in page(ada, "/notices/?page=99")


def test_following_a_notice_reads_it(ada: Client, cast: Hall) -> None:
    """And leads to what it is about."""
    notify_people([person("ada")], BELL.name, "Ding.", "/c/hall/players/", cast.cycle)
    notice = Notice.objects.get()
    answer = ada.get(f"/notices/{notice.pk}/")
    assert (answer.status_code, answer["Location"]) == (302, "/c/hall/players/")
    assert said(page(ada, "/")) == "Notifications"


def test_a_notice_leads_nowhere_else(ada: Client) -> None:
    """Not to another site, whatever stands in its link."""
    notify_people([person("ada")], BELL.name, "Ding.", "//elsewhere.example/")
    assert ada.get(f"/notices/{Notice.objects.get().pk}/")["Location"] == "/notices/"


def test_the_notices_of_others_are_not_there(ada: Client) -> None:
    """Neither to follow nor to mark as read."""
    notify_people([person("bob")], BELL.name, "Ding.")
    notice = Notice.objects.get()
    page(ada, f"/notices/{notice.pk}/", 404)
    page(ada, f"/notices/{10**30}/", 404)
    ada.post("/notices/", {"read": notice.pk})
    notice.refresh_from_db()
    assert notice.read_at is None


def test_one_is_marked_as_read_or_all(ada: Client) -> None:
    """Without a script; the form leads back to where it was sent from."""
    for text in ("one", "two", "three"):
        notify_people([person("ada")], BELL.name, text)
    first = Notice.objects.earliest("pk")
    answer = ada.post("/notices/", {"read": first.pk, "next": "/notices/?page=1"})
    assert (answer.status_code, answer["Location"]) == (302, "/notices/?page=1")
    assert said(page(ada, "/")) == "Notifications, 2 unread"
    ada.post("/notices/", {"read": "all", "next": "//elsewhere.example/"})
    assert said(page(ada, "/")) == "Notifications"


@pytest.mark.parametrize("odd", ["", "x", "-1", "٣", "9" * 40, "1; DROP", "\x00"])
def test_odd_forms_change_nothing(ada: Client, odd: str) -> None:
    notify_people([person("ada")], BELL.name, "Ding.")
    assert ada.post("/notices/", {"read": odd}).status_code == 302
    assert said(page(ada, "/")) == "Notifications, 1 unread"


@pytest.mark.parametrize("path", ["/notices/", "/notices/1/", "/notices/settings/"])
def test_strangers_are_asked_to_log_in(db: None, path: str) -> None:
    answer = Client().get(path)
    assert answer.status_code == 302
    assert answer["Location"].startswith("/accounts/login/?next=")


def test_what_is_sent_is_chosen(ada: Client) -> None:
    """E-mail on or off, and which kinds; a kind that never leaves the site is not offered, nor one for staff."""
    kinds = sent_kinds(person("ada"))
    html = page(ada, "/notices/settings/")
    assert BELL.title in html
    assert TROUBLE.title not in html
    assert REPORT.title not in html
    assert html.count(" checked") == len(kinds)
    assert 'value="yes" disabled' in html  # there is no address to send to
    ada.post("/notices/settings/", {"do": "wishes", "kind": [kind.name for kind in kinds]})
    assert NoticeSettings.objects.get(person=person("ada")).by_email  # a disabled box is not sent: kept for later
    Person.objects.filter(username="ada").update(email="ada@example.org")
    EmailAddress.objects.create(user=person("ada"), email="ada@example.org", verified=True, primary=True)
    assert page(ada, "/notices/settings/").count(" checked") == 1 + len(kinds)
    ada.post("/notices/settings/", {"do": "wishes", "kind": ["reminder", "unheard-of"]})
    kept = NoticeSettings.objects.get(person=person("ada"))
    assert (kept.by_email, "reminder" in kept.unsent_kinds) == (False, False)
    assert set(kept.unsent_kinds) == {kind.name for kind in kinds} - {"reminder"}
    assert page(ada, "/notices/settings/").count(" checked") == 1
    ada.post("/notices/settings/", {"do": "wishes", "kind": [kind.name for kind in kinds], "by_email": "yes"})
    kept.refresh_from_db()
    assert (kept.by_email, kept.unsent_kinds) == (True, [])


def test_what_somebody_chose_as_staff_stays_until_they_are_staff_again(ada: Client) -> None:
    """Who is not staff is not offered what is for staff, and does not switch it on or off."""
    ada_person = person("ada")
    ada_person.is_superuser = True
    ada_person.save()
    assert REPORT.title in page(ada, "/notices/settings/")
    ada.post("/notices/settings/", {"do": "wishes", "kind": ["reminder", SET_ASIDE.name]})
    ada.post("/notices/settings/", {"mute": REPORT.name})
    ada_person.is_superuser = False
    ada_person.save()
    ada.post("/notices/settings/", {"do": "wishes", "kind": ["reminder", REPORT.name]})
    ada.post("/notices/settings/", {"unmute": REPORT.name})
    ada.post("/notices/settings/", {"mute": "reminder"})
    kept = NoticeSettings.objects.get(person=ada_person)
    assert {REPORT.name} == {REPORT.name, SET_ASIDE.name} & set(kept.unsent_kinds)
    assert kept.muted_kinds == ["reminder", REPORT.name]


def test_a_webhook_is_kept_and_never_shown(ada: Client) -> None:
    """Only its host and last letters, to its owner."""
    answer = ada.post("/notices/settings/", {"do": "webhook", "url": f" {HOOK} "}, follow=True)
    assert Webhook.objects.get().url == HOOK
    html = answer.content.decode()
    assert HOOK not in html
    assert "Secret" not in html
    assert "discord.example/…abcd" in html
    other = browser_of(person("bob"))
    assert "discord.example" not in page(other, "/notices/settings/")


def test_a_url_that_does_not_fit_is_refused(ada: Client) -> None:
    """In words beside the field; what was there before stays."""
    ada.post("/notices/settings/", {"do": "webhook", "url": HOOK})
    answer = ada.post("/notices/settings/", {"do": "webhook", "url": "http://10.0.0.1/"})
    assert answer.status_code == 422
    assert "begins with https://" in answer.content.decode()
    assert Webhook.objects.get().url == HOOK


def test_a_test_is_sent_once_in_a_while(ada: Client, cast: Hall) -> None:
    """A second test of a webhook is refused so soon after the first."""
    ada.post("/notices/settings/", {"do": "webhook", "url": HOOK})
    assert ada.post("/notices/settings/", {"do": "test"}).status_code == 302
    assert ada.post("/notices/settings/", {"do": "test"}).status_code == 422
    assert Delivery.objects.count() == 1
    cast.clock.wait(seconds=30)
    assert ada.post("/notices/settings/", {"do": "test"}).status_code == 302
    assert Delivery.objects.count() == 2


def test_a_webhook_is_switched_on_again_and_removed(ada: Client, cast: Hall) -> None:
    ada.post("/notices/settings/", {"do": "webhook", "url": HOOK})
    Webhook.objects.update(stopped_at=cast.clock.now, trouble="it answered 404")
    html = page(ada, "/notices/settings/")
    assert "it answered 404" in html
    assert "Send a test</button>" not in html
    assert ada.post("/notices/settings/", {"do": "test"}).status_code == 422
    ada.post("/notices/settings/", {"do": "on"})
    assert Webhook.objects.get().stopped_at is None
    ada.post("/notices/settings/", {"do": "remove"})
    assert not Webhook.objects.exists()


@pytest.mark.parametrize("do", ["", "test", "on", "else"])
def test_without_a_webhook_there_is_nothing_to_do(ada: Client, do: str) -> None:
    assert ada.post("/notices/settings/", {"do": do}).status_code == 422
    assert not Webhook.objects.exists()
    assert not Delivery.objects.exists()


def test_mails_end_without_a_log_in(cast: Hall) -> None:
    """Looking changes nothing; the form of the page, or of a mail program, ends them, and nothing else."""
    path = unsubscribe_address(person("ada")).partition("127.0.0.1")[2].partition("/")[2]
    stranger = Client(enforce_csrf_checks=True)
    assert "Stop these emails?" in page(stranger, f"/{path}")
    assert not NoticeSettings.objects.exists()
    assert stranger.post(f"/{path}", {"List-Unsubscribe": "One-Click"}).status_code == 200
    assert [(row.person.username, row.by_email) for row in NoticeSettings.objects.all()] == [("ada", False)]


def test_a_made_up_token_ends_nobodys_mails(cast: Hall) -> None:
    path = unsubscribe_address(person("ada")).partition("127.0.0.1")[2].partition("/")[2]
    for odd in (path[:-2] + "x/", "notices/no-more-mails/1/", "notices/no-more-mails/%00/"):
        assert Client().post(f"/{odd}").status_code == 404
    assert not NoticeSettings.objects.exists()
