"""Digests, once a day or a week, and muting kinds of notices."""

import re
from datetime import timedelta
from smtplib import SMTPServerDisconnected
from typing import Any

import pytest
from django.conf import settings
from django.core import mail
from django.core.mail import EmailMessage
from django.db import transaction
from django.test import Client
from django.utils import timezone

from nomic.cycles.models import Cycle
from nomic.notices import digests
from nomic.notices.delivery.mail import unsubscribe_address
from nomic.notices.delivery.outbox import deliver_due
from nomic.notices.models import Delivery, Notice, NoticeSettings, State
from nomic.notices.notify import notify_people, unread_count
from nomic.notices.preferences import set_digest, set_muted
from nomic.notices.tasks import send_digests
from nomic.players.player_tasks import waiting_everywhere
from nomic.proposals.models import Proposal
from tests.notices.conftest import BELL, mailable, person
from tests.support.hall import Hall
from tests.support.signed_in import browser_of

DAY = timedelta(days=1)


@pytest.fixture
def reader(cast: Hall) -> Hall:
    """Ada gets a digest a day, which is due, and no other mails."""
    mailable("ada", "ada@example.org")
    NoticeSettings.objects.create(person=person("ada"), by_email=False)
    set_digest(person("ada"), "daily")
    past = timezone.now() - DAY
    NoticeSettings.objects.update(digest_at=past + DAY - timedelta(minutes=1), digest_since=past)
    return cast


def ring(*names: str, text: str = "It rings.") -> None:
    with transaction.atomic():
        notify_people([person(name) for name in names], BELL.name, text, "/bell/")


def test_a_digest_has_what_waits_and_what_is_new_and_comes_once(reader: Hall) -> None:
    reader.propose("bob", {"op": "replace", "path": "/shop/offers/Chip/costs/Vertebra", "value": 7})
    ring("ada")
    assert send_digests() == 1
    assert send_digests() == 0  # a doubled task
    deliver_due()
    assert len(mail.outbox) == 1
    sent = mail.outbox[0]
    assert "Your day: 1 thing waits for you" in sent.subject
    cycle, proposal = Cycle.objects.get(slug=reader.slug), Proposal.objects.get()
    link = f"{settings.SITE_URL}/c/{reader.slug}/proposals/{proposal.number}/"
    due = f"{waiting_everywhere(person('ada'), [cycle])[0].task.due_at:%A %d %B, %H:%M} UTC"
    assert f"- Cycle 16: Your vote on proposal 1, {proposal.title}, until {due}\n  {link}\n" in str(sent.body)
    assert f"New:\n- It rings.\n  {settings.SITE_URL}/bell/\n" in str(sent.body)
    assert sent.extra_headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    row = NoticeSettings.objects.get()
    assert timedelta(hours=23) < row.digest_at - timezone.now() <= DAY


def test_where_nothing_waits_and_nothing_is_new_nothing_is_sent(reader: Hall) -> None:
    ring("ada")
    Notice.objects.update(read_at=timezone.now())
    ring("bob")
    assert send_digests() == 0
    assert not Delivery.objects.filter(person=person("ada")).exists()
    assert NoticeSettings.objects.get(person=person("ada")).digest_at > timezone.now()


def test_news_is_in_one_digest_only(reader: Hall) -> None:
    ring("ada")
    assert send_digests() == 1
    NoticeSettings.objects.update(digest_at=timezone.now())
    assert send_digests() == 0


def test_what_is_long_has_an_end(reader: Hall) -> None:
    for number in range(30):
        ring("ada", text=f"{number} " + "long " * 90)
    assert send_digests() == 1
    text = Delivery.objects.get(person=person("ada")).text
    assert max(map(len, text.splitlines())) < 200
    assert text.count("\n- ") == digests.MAX_LISTED + 1
    assert text.endswith("- and more\n\nYour games:")


def test_a_long_title_leaves_its_time_limit_whole(reader: Hall) -> None:
    reader.propose("bob", title=("Long " * 24).strip(), **{"class": "urgent"})
    assert send_digests() == 1
    line = next(line for line in Delivery.objects.get().text.splitlines() if "Your vote" in line)
    assert re.fullmatch(r"- Cycle 16: Your vote on proposal 1, Long .*…, until \w+ \d\d \w+, \d\d:\d\d UTC", line)


def test_without_a_confirmed_address_nothing_is_sent(reader: Hall) -> None:
    person("ada").emailaddress_set.update(verified=False)
    ring("ada")
    assert send_digests() == 0
    assert NoticeSettings.objects.get().digest_at > timezone.now()


def test_one_that_fails_keeps_no_other_waiting(reader: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    mailable("bob", "bob@example.org")
    set_digest(person("bob"), "weekly")
    NoticeSettings.objects.update(digest_at=timezone.now() - DAY, digest_since=timezone.now() - DAY)
    ring("ada", "bob")
    real = digests._tasks

    def fails(them: Any) -> list[str]:
        if them.username == "ada":
            raise RuntimeError("broken")
        return real(them)

    monkeypatch.setattr(digests, "_tasks", fails)
    assert send_digests() == 1
    due = NoticeSettings.objects.get(person=person("ada")).digest_at
    assert timezone.now() < due < timezone.now() + timedelta(hours=2)
    monkeypatch.setattr(digests, "_tasks", real)
    NoticeSettings.objects.filter(person=person("ada")).update(digest_at=timezone.now())
    assert send_digests() == 1


def test_a_digest_that_the_server_does_not_take_is_tried_again(reader: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    ring("ada")
    send_digests()

    def down(self: EmailMessage, **more: Any) -> int:
        raise SMTPServerDisconnected("down")

    with monkeypatch.context() as broken:
        broken.setattr(EmailMessage, "send", down)
        deliver_due()
    assert Delivery.objects.get(person=person("ada")).state == State.WAITING
    Delivery.objects.update(next_at=timezone.now())
    deliver_due()
    assert len(mail.outbox) == 1


def test_the_link_of_a_mail_ends_digests_too(reader: Hall) -> None:
    path = unsubscribe_address(person("ada")).partition("127.0.0.1")[2].partition("/")[2]
    Client().get(f"/{path}")
    assert NoticeSettings.objects.get().digest == "daily"
    Client().post(f"/{path}", {"List-Unsubscribe": "One-Click"})
    ring("ada")
    assert send_digests() == 0
    assert NoticeSettings.objects.get().digest == ""


def test_the_same_choice_again_does_not_put_a_digest_off(reader: Hall) -> None:
    ada = browser_of(person("ada"))
    due = NoticeSettings.objects.get().digest_at
    ada.post("/notices/settings/", {"do": "digest", "digest": "daily"})
    assert NoticeSettings.objects.get().digest_at == due
    ada.post("/notices/settings/", {"do": "digest", "digest": "weekly"})
    assert NoticeSettings.objects.get().digest_at > due + 6 * DAY
    ada.post("/notices/settings/", {"do": "digest", "digest": "hourly"})
    assert (NoticeSettings.objects.get().digest, NoticeSettings.objects.get().digest_at) == ("", None)


def test_a_muted_kind_is_neither_counted_nor_sent(cast: Hall) -> None:
    them = mailable("ada", "ada@example.org")
    ring("ada", "bob")
    ada = browser_of(them)
    assert "Mute this kind" in ada.get("/notices/").content.decode()
    Delivery.objects.all().delete()
    ada.post("/notices/", {"mute": BELL.name})
    ring("ada", "bob")
    assert (unread_count(them), unread_count(person("bob"))) == (0, 2)
    assert not Delivery.objects.filter(person=them).exists()
    page = ada.get("/notices/").content.decode()
    assert page.count("It rings.") >= 2
    assert "Mute this kind" not in page
    ada.post("/notices/settings/", {"unmute": BELL.name})
    ring("ada")
    assert unread_count(them) == 1
    assert Delivery.objects.filter(person=them).count() == 1


def test_only_kinds_that_there_are_can_be_muted(cast: Hall) -> None:
    for kind in ("no-such-kind", "trouble", "", "x" * 5000):
        set_muted(person("ada"), kind, muted=True)
    assert not NoticeSettings.objects.exists()
