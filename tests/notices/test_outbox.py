"""The outbox: what is sent together, what is tried again and when, what is given up, and what a dead worker leaves."""

import json
from datetime import timedelta
from smtplib import SMTPAuthenticationError, SMTPRecipientsRefused, SMTPServerDisconnected
from typing import Any
from unittest.mock import Mock

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.db import OperationalError, connection
from django.test import Client

from nomic.notices.delivery import outbox, webhook_payload, webhooks
from nomic.notices.delivery.outbox import claim_next, deliver_due, forget_old, free_abandoned
from nomic.notices.models import Delivery, Notice, Reminder, State, Webhook
from nomic.notices.notify import mark_read, notify_people
from nomic.notices.tasks import deliver_notices, forget_notices, remind_players
from nomic.notices.webhook_settings import (
    change_address,
    remove_webhook,
    send_test,
    set_webhook,
    switch_on,
)
from nomic.outbox.delivery_errors import Fatal, Rejected, Retryable
from nomic.outbox.unreachable import BROKEN_OFF, OUR_MISTAKE, REFUSED
from tests.notices.conftest import BELL, mailable, person, texts
from tests.support.channel_webhooks import add_channel_webhook
from tests.support.hall import BATTLE, Hall
from tests.support.webhook_server import Receiver, answering, receiver

__all__ = ["receiver"]

URL = "https://hooks.example/1/Secret-1234"
MINUTE = timedelta(minutes=1)


class Scripted:
    """A world of webhooks: what the next posts meet, and what was posted where."""

    def __init__(self) -> None:
        self.troubles: list[Exception | None] = []
        self.posts: list[tuple[str, str]] = []

    def __call__(self, url: str, body: bytes, headers: Any = None) -> None:
        assert connection.savepoint_ids == [], "in a transaction of our own"
        trouble = self.troubles.pop(0) if self.troubles else None
        if trouble is not None:
            raise trouble
        self.posts.append((url, json.loads(body)["content"]))

    @property
    def words(self) -> list[str]:
        return [content for _, content in self.posts]


@pytest.fixture
def posts(monkeypatch: pytest.MonkeyPatch) -> Scripted:
    """Nothing leaves this machine."""
    found = Scripted()
    monkeypatch.setattr(webhooks, "post", found)
    return found


@pytest.fixture
def ada(cast: Hall) -> Hall:
    """ada has a webhook."""
    set_webhook(person("ada"), URL)
    return cast


@pytest.fixture
def mailed(cast: Hall) -> Hall:
    """ada has an address."""
    mailable("ada", "ada@example.org")
    return cast


def ring(*words: str, link: str = "") -> None:
    """ada is told."""
    for each in words:
        notify_people([person("ada")], BELL.name, each, link)


def states() -> list[str]:
    return list(Delivery.objects.order_by("pk").values_list("state", flat=True))


def test_a_notice_goes_to_the_webhook(ada: Hall, posts: Scripted) -> None:
    """Once, with a link to the site."""
    ring("Ding.", link="/c/hall/")
    assert [deliver_due(), deliver_due()] == [1, 0]
    assert posts.posts == [(URL, "Ding. <http://127.0.0.1:8000/c/hall/>")]
    row = Delivery.objects.get()
    assert (row.state, row.attempts, row.claim, row.ended_at) == (State.SENT, 1, "", ada.clock.now)
    assert Webhook.objects.get().sent_at == ada.clock.now


def test_what_waits_for_one_address_goes_in_one_message(ada: Hall, posts: Scripted) -> None:
    """As much as a message holds, in order; the rest goes in the next."""
    ring("one", "two")
    ring("x" * 500, "y" * 500, "z" * 500, "u" * 480, "v" * 500)
    assert deliver_due() == 2
    assert posts.words[0] == "\n".join(["one", "two", "x" * 500, "y" * 500, "z" * 500, "u" * 480])
    assert posts.words[1] == "v" * 500
    assert set(states()) == {State.SENT}


def test_two_webhooks_are_two_messages(ada: Hall, posts: Scripted) -> None:
    set_webhook(person("bob"), f"{URL}/bob")
    notify_people([person("ada"), person("bob")], BELL.name, "Ding.")
    assert deliver_due() == 2
    assert sorted(posts.posts) == [(URL, "Ding."), (f"{URL}/bob", "Ding.")]


def test_trouble_is_tried_again_after_longer_each_time(ada: Hall, posts: Scripted) -> None:
    """Half a minute, one, two, four …, an hour at most; what comes meanwhile waits as well."""
    ring("one")
    waits = []
    for _ in range(10):
        posts.troubles = [Retryable("it answered 500")]
        assert deliver_due() == 1
        row = Delivery.objects.get()
        assert (row.state, row.trouble) == (State.WAITING, "it answered 500")
        waits.append(row.next_at - ada.clock.now)
        ada.clock.to(row.next_at - timedelta(seconds=1))
        assert deliver_due() == 0
        ada.clock.to(row.next_at)
    assert waits == [timedelta(seconds=seconds) for seconds in (30, 60, 120, 240, 480, 960, 1920, 3600, 3600, 3600)]
    assert Webhook.objects.get().trouble == "it answered 500"
    assert deliver_due() == 1
    assert posts.words == ["one"]
    assert Webhook.objects.get().trouble == ""


def test_what_comes_during_trouble_waits_too(ada: Hall, posts: Scripted) -> None:
    """And goes out with what failed, in order."""
    ring("one")
    posts.troubles = [Retryable("it asks for fewer messages", 40.0)]
    deliver_due()
    ring("two")
    assert deliver_due() == 0
    ada.clock.wait(seconds=39)
    assert deliver_due() == 0
    ada.clock.wait(seconds=1)
    assert deliver_due() == 1
    assert posts.words == ["one\ntwo"]


def test_what_is_a_day_old_is_given_up(ada: Hall, posts: Scripted) -> None:
    """When it fails once more; it is on the site all the same."""
    ring("one")
    posts.troubles = [Retryable("it answered 500")] * 2
    deliver_due()
    ada.clock.wait(hours=25)
    ring("two")
    deliver_due()
    assert states() == [State.FAILED, State.WAITING]
    assert texts("ada") == ["one", "two"]


def test_a_webhook_that_fails_for_days_is_switched_off(ada: Hall, posts: Scripted) -> None:
    """After three days without a single answer; one that answers in between begins anew."""
    for day in range(5):
        ring(f"day {day}")
        posts.troubles = [Retryable("it did not answer in time")] * 2
        if day == 1:
            posts.troubles = []
        deliver_due()
        ada.clock.wait(days=1)
        assert Webhook.objects.get().stopped_at is None
    ada.clock.wait(minutes=1)
    ring("the last")
    posts.troubles = [Retryable("it did not answer in time")]
    deliver_due()
    assert Webhook.objects.get().stopped_at == ada.clock.now
    assert texts("ada")[-1] == "Your webhook was switched off: for days it did not answer in time."


def test_one_thread_of_a_worker_delivers(ada: Hall, posts: Scripted) -> None:
    """The others are left to the games."""
    from nomic.notices.tasks import _delivering

    ring("one")
    with _delivering.lock:
        assert deliver_notices() == 0
    assert deliver_notices() == 1


def test_a_message_that_is_refused_is_given_up(ada: Hall, posts: Scripted) -> None:
    """A message that its receiver refuses is not sent again, and the next one is sent."""
    ring("one")
    posts.troubles = [Rejected("it answered 400")]
    assert deliver_due() == 1
    ring("two")
    assert deliver_due() == 1
    assert posts.words == ["two"]
    assert states() == [State.FAILED, State.SENT]


def test_an_address_that_is_gone_is_switched_off_and_its_owner_told(ada: Hall, posts: Scripted) -> None:
    """On the site, once, with the reason and never the address; whatever waits is given up."""
    ring("x" * 500, "y" * 500, "z" * 500, "u" * 500, "v" * 500)
    posts.troubles = [Fatal("it answered 404")]
    deliver_due()
    hook = Webhook.objects.get()
    assert (hook.stopped_at, hook.trouble) == (ada.clock.now, "it answered 404")
    assert texts("ada")[-1] == "Your webhook was switched off: it answered 404."
    assert Notice.objects.latest("pk").link == "/notices/settings/"
    assert deliver_due() == 0
    assert set(states()) == {State.FAILED}
    ring("later")
    assert deliver_due() == 0
    assert Delivery.objects.filter(state=State.WAITING).count() == 0
    assert posts.posts == []
    assert Notice.objects.filter(kind="trouble").count() == 1


def test_switched_on_again_it_is_sent_to(ada: Hall, posts: Scripted) -> None:
    ring("one")
    posts.troubles = [Fatal("it answered 404")]
    deliver_due()
    switch_on(Webhook.objects.get())
    ring("two")
    deliver_due()
    assert posts.words == ["two"]


def test_trouble_of_an_address_that_was_replaced_is_not_the_new_ones(ada: Hall, posts: Scripted) -> None:
    """The owner sets another one while the old one is being tried."""
    ring("one")
    parcel = claim_next()
    assert parcel is not None
    change_address(Webhook.objects.get(), f"{URL}/new")
    posts.troubles = [Fatal("it answered 404")]
    outbox._deliver(parcel)
    assert Webhook.objects.get().stopped_at is None
    assert texts("ada") == ["one"]


def test_a_webhook_removed_meanwhile_is_sent_nothing(ada: Hall, posts: Scripted) -> None:
    ring("one")
    remove_webhook(person("ada"))
    assert deliver_due() == 0
    assert Delivery.objects.count() == 0


def test_what_was_read_need_not_be_sent(ada: Hall, mailed: Hall, posts: Scripted) -> None:
    ring("one")
    mark_read(person("ada"))
    ada.clock.to(ada.clock.now + 2 * MINUTE)
    assert deliver_due() == 0
    assert states() == [State.UNNEEDED, State.UNNEEDED]
    assert posts.posts == []
    assert mail.outbox == []


def test_two_workers_never_claim_the_same(ada: Hall, posts: Scripted) -> None:
    """What one has claimed is no other's."""
    ring("one")
    assert claim_next() is not None
    assert claim_next() is None
    assert deliver_due() == 0


def test_what_a_dead_worker_had_is_given_back(ada: Hall, posts: Scripted) -> None:
    """After five minutes, and then it is sent; no sooner, for the worker may be slow."""
    ring("one")
    assert claim_next() is not None  # and the worker is killed
    ada.clock.wait(minutes=5)
    assert deliver_due() == 0
    ada.clock.wait(seconds=1)
    assert deliver_due() == 1
    assert posts.words == ["one"]
    assert Delivery.objects.get().attempts == 2


def test_what_this_worker_could_not_record_is_sent_again_at_once(
    ada: Hall, posts: Scripted, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As where the database goes away while it is sent, and comes back: nobody waits until the claim's time is up."""
    ring("one")
    with monkeypatch.context() as patch:
        patch.setattr(outbox, "_end", Mock(side_effect=OperationalError))
        with pytest.raises(OperationalError):
            deliver_due()
    assert states() == [State.SENDING]
    assert deliver_due() == 1
    assert posts.words == ["one", "one"]
    assert states() == [State.SENT]


def test_a_worker_thought_dead_records_nothing(ada: Hall, posts: Scripted) -> None:
    """Its claim is another's by then: what that one records stands."""
    ring("one")
    slow = claim_next()
    assert slow is not None
    ada.clock.wait(minutes=6)
    assert free_abandoned() == 1
    again = claim_next()
    assert again is not None
    outbox._end(slow, State.FAILED, "too late")
    assert states() == [State.SENDING]
    outbox._end(again, State.SENT, "")
    assert states() == [State.SENT]


def test_a_fault_of_ours_is_tried_again_and_tells_nothing(
    ada: Hall, posts: Scripted, caplog: pytest.LogCaptureFixture
) -> None:
    """What an error says may hold the address."""
    ring("one")
    posts.troubles = [RuntimeError(f"cannot post to {URL}")]
    deliver_due()
    assert Delivery.objects.get().trouble == f"it could not be sent, {OUR_MISTAKE}"
    assert states() == [State.WAITING]
    assert "Secret" not in caplog.text
    assert "RuntimeError" in caplog.text


def test_a_mail_waits_a_minute_and_takes_what_came_with_it(mailed: Hall) -> None:
    """One mail for all; plain text, to the person alone, with a way to end them."""
    ring("The first.", link="/c/hall/")
    assert deliver_due() == 0
    mailed.clock.wait(seconds=30)
    ring("The second.")
    mailed.clock.wait(seconds=30)
    assert deliver_due() == 1
    mailed.clock.wait(seconds=30)
    assert deliver_due() == 1
    first, second = mail.outbox
    assert first.subject == "[Infinite Nomic] The first."
    assert first.to == ["ada@example.org"]
    assert "The first.\nhttp://127.0.0.1:8000/c/hall/" in first.body
    assert second.subject == "[Infinite Nomic] The second."
    assert states() == [State.SENT, State.SENT]


def test_notices_of_the_same_minute_are_one_mail(mailed: Hall) -> None:
    ring("The first.", "The second.")
    mailed.clock.wait(minutes=1)
    assert deliver_due() == 1
    assert mail.outbox[0].subject == "[Infinite Nomic] 2 notices"
    assert mail.outbox[0].body.index("The first.") < mail.outbox[0].body.index("The second.")


def test_the_address_in_a_mail_ends_them(mailed: Hall) -> None:
    """The same in the text and in the header that mail programs read."""
    ring("Ding.")
    mailed.clock.wait(minutes=1)
    deliver_due()
    (sent,) = mail.outbox
    address = sent.extra_headers["List-Unsubscribe"].strip("<>")
    assert f"Stop emails: {address}" in sent.body
    assert sent.extra_headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert Client().post(address.removeprefix("http://127.0.0.1:8000")).status_code == 200
    ring("Dong.")
    mailed.clock.wait(minutes=1)
    assert deliver_due() == 0
    assert texts("ada") == ["Ding.", "Dong."]


def test_words_cannot_add_a_header(mailed: Hall) -> None:
    ring("Ding.\nBcc: everybody@example.org")
    mailed.clock.wait(minutes=1)
    deliver_due()
    assert mail.outbox[0].subject == "[Infinite Nomic] Ding. Bcc: everybody@example.org"
    assert mail.outbox[0].recipients() == ["ada@example.org"]


@pytest.mark.parametrize(
    ("error", "state", "reason"),
    [
        (SMTPRecipientsRefused({"ada@example.org": (550, b"no such")}), State.FAILED, "refuses this address"),
        (SMTPAuthenticationError(535, b"Secret"), State.WAITING, "answered 535"),
        (SMTPServerDisconnected("Secret"), State.WAITING, f"could not be reached, {BROKEN_OFF}"),
        (ConnectionRefusedError("Secret"), State.WAITING, f"could not be reached, {REFUSED}"),
    ],
)
def test_trouble_with_the_mail_server(
    mailed: Hall, monkeypatch: pytest.MonkeyPatch, error: Exception, state: str, reason: str
) -> None:
    """An address that is none is given up; a server that is away is waited for."""

    def fail(*args: Any) -> int:
        raise error

    monkeypatch.setattr("django.core.mail.backends.locmem.EmailBackend.send_messages", fail)
    ring("Ding.")
    mailed.clock.wait(minutes=1)
    deliver_due()
    row = Delivery.objects.get()
    assert row.state == state
    assert reason in row.trouble
    assert "Secret" not in row.trouble


def test_a_mail_server_that_is_away_is_asked_once_a_run(
    mailed: Hall, posts: Scripted, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The mails to others wait for the next run, and webhooks for nothing."""
    asked: list[int] = []

    def fail(*args: Any) -> int:
        asked.append(1)
        raise ConnectionRefusedError

    monkeypatch.setattr("django.core.mail.backends.locmem.EmailBackend.send_messages", fail)
    for name in ("bob", "eve"):
        mailable(name, f"{name}@example.org")
    set_webhook(person("eve"), URL)
    notify_people([person(name) for name in ("ada", "bob", "eve")], BELL.name, "Ding.")
    mailed.clock.wait(minutes=1)
    deliver_due()
    assert len(asked) == 1
    assert posts.words == ["Ding."]
    deliver_due()
    assert len(asked) == 2


def test_an_address_that_is_not_confirmed_any_more_is_mailed_nothing(mailed: Hall) -> None:
    """What waited for it is not sent."""
    ring("Ding.")
    EmailAddress.objects.update(verified=False)
    mailed.clock.wait(minutes=1)
    deliver_due()
    assert mail.outbox == []
    assert states() == [State.FAILED]


def test_an_address_taken_back_is_mailed_nothing(mailed: Hall) -> None:
    ring("Ding.")
    them = person("ada")
    them.email = ""
    them.save()
    mailed.clock.wait(minutes=1)
    deliver_due()
    assert mail.outbox == []
    assert states() == [State.FAILED]


def test_a_channel_is_told_what_the_journal_says_there(cast: Hall, posts: Scripted) -> None:
    """From the moment it is set on; with a link to the entry; other channels and silent entries are passed over."""
    add_channel_webhook(cast.cycle, "proposals", URL)
    cast.do("ada", "buy", offer="Already-opened Pack")
    cast.propose("ada", title="Be kind")
    deliver_due()
    entry = cast.entries("submit-proposal")[0]
    (content,) = posts.words
    assert content.startswith(webhook_payload.plain(" ".join(entry.words)))
    assert content.endswith(f"<http://127.0.0.1:8000/c/hall/journal/{entry.seq}/>")
    assert deliver_due() == 0
    assert Webhook.objects.get().last_read_seq == cast.cycle.seq


def test_a_webhook_of_all_channels_is_told_everything(cast: Hall, posts: Scripted) -> None:
    """What happens by itself as well, in the order of the journal."""
    add_channel_webhook(cast.cycle, "", URL)
    before = cast.cycle.seq
    cast.do("ada", "buy", offer="Already-opened Pack")
    cast.propose("ada")
    cast.wait(days=3)
    deliver_due()
    told = [entry for entry in cast.entries() if entry.seq > before and entry.words]
    assert [entry.action for entry in told][:2] == ["buy", "submit-proposal"]
    assert "begin-phase" in [entry.action for entry in told]
    assert "\n".join(posts.words).count("/journal/") == len(told)


def test_the_head_of_the_journal_is_told_with_every_phase(cast: Hall, posts: Scripted) -> None:
    """So whoever receives it is a witness: nothing up to there can be written anew unseen."""
    add_channel_webhook(cast.cycle, "", URL)
    cast.to(BATTLE)
    deliver_due()
    entry = cast.entries("begin-phase")[0]
    told = [delivery.text for delivery in Delivery.objects.order_by("pk") if "Head of the journal" in delivery.text]
    assert told == [f"{' '.join(entry.words)} Head of the journal: {entry.seq}:{entry.digest}"]


def test_what_happens_by_itself_can_be_told_in_a_channel(
    cast: Hall, posts: Scripted, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A room says where; it is then not told in the channel of the action."""
    from nomic.notices import channels

    monkeypatch.setattr(channels, "_channels", {})
    channels.send_to_channel("begin-phase", "exoptosis")
    channels.send_to_channel("buy", lambda entry: "trades")
    for channel in ("exoptosis", "system", "trades", "game-actions"):
        add_channel_webhook(cast.cycle, channel, f"{URL}/{channel}")
    cast.do("ada", "buy", offer="Already-opened Pack")
    cast.wait(days=3)
    deliver_due()
    where = {url.rpartition("/")[2]: content for url, content in posts.posts}
    assert set(where) == {"exoptosis", "trades"}
    assert f"/journal/{cast.entries('buy')[0].seq}/" in where["trades"]
    assert f"/journal/{cast.entries('begin-phase')[0].seq}/" in where["exoptosis"]


def test_a_webhook_far_behind_is_told_the_newest(cast: Hall, posts: Scripted, monkeypatch: pytest.MonkeyPatch) -> None:
    from nomic.notices import channels

    monkeypatch.setattr(channels, "MAX_ENTRIES", 3)
    add_channel_webhook(cast.cycle, "game-actions", URL)
    cast.grant("ada", "Vertebra", 100)
    bought = [cast.do("ada", "buy", offer="Already-opened Pack").seq for _ in range(5)]
    deliver_due()
    (content,) = posts.words
    assert [f"/journal/{seq}/" in content for seq in bought] == [False, False, True, True, True]


def test_a_channels_webhook_that_is_gone_is_told_to_whoever_added_it(cast: Hall, posts: Scripted) -> None:
    """And hears nothing of what happens meanwhile, once it is switched on again."""
    cast.actor("keeper")
    hook = add_channel_webhook(cast.cycle, "", URL, person("keeper"))
    cast.do("ada", "buy", offer="Already-opened Pack")
    posts.troubles = [Fatal("it answered 410")]
    deliver_due()
    assert texts("keeper") == [f"The webhook of {cast.cycle}, all channels was switched off: it answered 410."]
    cast.propose("ada")
    deliver_due()
    hook.refresh_from_db()
    switch_on(hook)
    deliver_due()
    assert posts.posts == []


def test_a_test_goes_to_the_webhook(ada: Hall, posts: Scripted) -> None:
    send_test(Webhook.objects.get())
    deliver_due()
    assert posts.words == ["This is a test. Your notifications will arrive here."]


def test_old_rows_are_forgotten(ada: Hall, posts: Scripted) -> None:
    """Deliveries after two weeks, reminders and read notices after ninety days; what was not read is kept."""
    ring("read", "unread")
    deliver_due()
    mark_read(person("ada"), [Notice.objects.get(text="read").pk])
    Reminder.objects.create(cycle=ada.cycle, key="k", began_at=ada.clock.now, player="ada")
    assert forget_old() == 0
    ada.clock.wait(days=15)
    assert forget_old() == 2
    assert (Delivery.objects.count(), Notice.objects.count(), Reminder.objects.count()) == (0, 2, 1)
    ada.clock.wait(days=80)
    assert forget_old() == 2
    assert texts("ada") == ["unread"]
    assert Reminder.objects.count() == 0


def test_beat_calls_what_there_is(ada: Hall, posts: Scripted) -> None:
    """Each of its entries names a task that is there, and the tasks do their work."""
    from nomic.config.celery import app

    for name in ("deliver_notices", "remind_players", "forget_notices"):
        assert f"nomic.notices.tasks.{name}" in {entry["task"] for entry in app.conf.beat_schedule.values()}
    ring("one")
    assert deliver_notices() == 1
    assert remind_players() == 0
    assert forget_notices() == 0


def test_a_broker_that_is_away_fails_nobodys_act(
    ada: Hall, posts: Scripted, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    """What waits is delivered when beat asks."""

    def fail(*args: Any, **more: Any) -> None:
        raise OSError("broker://name:password@host is away")

    monkeypatch.setattr("nomic.config.celery_app.send_task", fail)
    with django_capture_on_commit_callbacks(execute=True) as callbacks:
        ring("one")
    assert len(callbacks) == 1
    assert deliver_due() == 1


def test_from_the_act_to_the_other_side(cast: Hall, receiver: Receiver) -> None:
    """Over a real connection: sent, asked to wait, sent again, and switched off when it is gone."""
    set_webhook(person("ada"), receiver.url)
    ring("one")
    assert deliver_due() == 1
    receiver.behave(answering(429, Retry_After="5"), answering(204), answering(404))
    ring("two")
    deliver_due()
    cast.clock.wait(seconds=4)
    assert deliver_due() == 0
    cast.clock.wait(seconds=1)
    assert deliver_due() == 1
    ring("three")
    deliver_due()
    assert receiver.contents == ["one", "two", "two", "three"]
    assert Webhook.objects.get().stopped_at is not None
    assert texts("ada")[-1] == "Your webhook was switched off: it answered 404."
