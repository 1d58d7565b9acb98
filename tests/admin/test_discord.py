"""The admin's page of channels on Discord."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from nomic.discord.channels.save import add_channel
from nomic.discord.models import Channel, Post
from nomic.discord.posts.paused_channels_concern import paused_channels
from nomic.notices.models import Delivery, Webhook
from nomic.office.concerns import CheckContext
from nomic.office.site_problems import deliveries
from tests.admin.conftest import Hall
from tests.discord.rest_stand_in import TOKEN, Discord, Fault, lost, refused

pytestmark = pytest.mark.django_db

PAGE = "/admin/nomic_discord/channel/"


@pytest.fixture(autouse=True)
def rest(settings: Any) -> Iterator[Discord]:
    """Discord, with the channels that tests name."""
    found = Discord()
    found.channels |= {"123456789012345678": {}, "9": {}}
    settings.DISCORD_API, settings.DISCORD_BOT_TOKEN = found.url, TOKEN
    yield found
    found.close()


@pytest.fixture
def channel(hall: Hall) -> Channel:
    """A channel that a keeper has added in the office."""
    found = Channel(cycle=hall.cycle, topic="trades", number="1")
    add_channel(found, None)
    return found


def typed(hall: Hall, **more: str) -> dict[str, str]:
    return {"cycle": str(hall.cycle.pk), "topic": "trades", "number": "123456789012345678", **more}


def change(channel: Channel) -> str:
    return f"{PAGE}{channel.pk}/change/"


def complaint(channel: Channel, client: Client, **more: str) -> str:
    """What is wrong with the channel ID, if anything is; then nothing is saved."""
    before = Channel.objects.get().number
    answer = client.post(change(channel), {**typed_of(channel), **more})
    if answer.status_code == 302:
        return ""
    assert Channel.objects.get().number == before
    errors = answer.context["adminform"].form.errors
    assert list(errors) == ["number"]
    return str(errors["number"][0])


def typed_of(channel: Channel) -> dict[str, str]:
    return {"cycle": str(channel.cycle_id), "topic": "trades", "number": "123456789012345678"}


def test_channels_are_added_in_the_office_alone(hall: Hall, admin_client: Client) -> None:
    """There the form asks for a reason, and the log of staff has it."""
    assert admin_client.get(f"{PAGE}add/").status_code == 403
    assert admin_client.post(f"{PAGE}add/", typed(hall)).status_code == 403
    assert not Channel.objects.exists()


def test_a_channel_is_looked_at_before_it_is_saved(channel: Channel, admin_client: Client, rest: Discord) -> None:
    """Nothing is posted. What Discord refuses is not saved anyway."""
    rest.kinds["8"], rest.read_only = 4, {"7"}
    for more in ({}, {"unchecked": "on"}):
        assert "no longer exists" in complaint(channel, admin_client, number="5", **more)
        assert "not a channel for messages" in complaint(channel, admin_client, number="8", **more)
        assert "may not write" in complaint(channel, admin_client, number="7", **more)
    assert complaint(channel, admin_client) == ""
    assert rest.texts("123456789012345678") == []


def test_the_form_explains_threads_and_sets_them(channel: Channel, admin_client: Client) -> None:
    """They are off until they are ticked."""
    page = admin_client.get(change(channel)).content.decode()
    assert "A thread for each match and proposal" in page
    assert "create public threads" in page
    assert "Last arrived at" in page
    assert (channel.uses_threads, channel.counts_reactions) == (False, False)
    sent = {**typed_of(channel), "uses_threads": "on", "topic": "proposals"}
    assert admin_client.post(change(channel), sent).status_code == 302
    assert Channel.objects.get().uses_threads


@pytest.mark.parametrize("fault", [refused(500), lost, refused(429, Retry_After="9"), refused(401), None])
def test_what_cannot_be_checked_is_saved_if_the_keeper_says_so(
    channel: Channel, admin_client: Client, rest: Discord, settings: Any, fault: Fault | None
) -> None:
    """Also without a token. A channel that was saved before is not looked at again."""
    settings.DISCORD_BOT_TOKEN = TOKEN if fault else ""
    rest.faults = [fault] * 2
    assert "could not be checked" in complaint(channel, admin_client)
    assert complaint(channel, admin_client, unchecked="on") == ""
    rest.faults = [refused(500)]
    assert admin_client.post(change(channel), {**typed_of(channel), "topic": "proposals"}).status_code == 302
    assert Channel.objects.get().topic == "proposals"


def test_a_test_message_says_whether_it_arrived(full_hall: Hall, admin_client: Client, rest: Discord) -> None:
    sent = {"action": "send_test", "_selected_action": str(Channel.objects.get().pk)}
    number = Channel.objects.get().number
    rest.channels.setdefault(number, {})
    assert "has arrived" in admin_client.post(PAGE, sent, follow=True).content.decode()
    assert len(rest.texts(number)) == 1
    rest.faults = [refused(403, 50013)]
    assert "may not write" in admin_client.post(PAGE, sent, follow=True).content.decode()
    assert len(rest.texts(number)) == 1


@pytest.mark.parametrize(
    ("field", "text"), [("number", "x"), ("number", ""), ("number", "٣"), ("number", "9" * 21), ("topic", "nothing")]
)
def test_what_is_wrong_is_named(channel: Channel, admin_client: Client, field: str, text: str) -> None:
    answer = admin_client.post(change(channel), {**typed_of(channel), field: text})
    assert answer.status_code == 200
    assert list(answer.context["adminform"].form.errors) == [field]
    assert (Channel.objects.get().number, Channel.objects.get().topic) == ("1", "trades")


def test_the_same_twice_is_refused(hall: Hall, channel: Channel, admin_client: Client) -> None:
    second = Channel(cycle=hall.cycle, topic="proposals", number="1")
    add_channel(second, None)
    assert admin_client.post(change(second), typed(hall, number="1")).status_code == 200
    second.refresh_from_db()
    assert second.topic == "proposals"


def test_another_channel_id_begins_anew(full_hall: Hall, admin_client: Client) -> None:
    """What was posted elsewhere is edited no more, and what happened before is not posted there."""
    channel = Channel.objects.get()
    assert Post.objects.exists()
    address = f"{PAGE}{channel.pk}/change/"
    assert admin_client.post(address, typed(full_hall, topic="proposals", number="7")).status_code == 302
    assert Post.objects.exists()
    assert admin_client.post(address, typed(full_hall, topic="proposals", number="9")).status_code == 302
    channel.refresh_from_db()
    assert (channel.number, channel.last_read_seq) == ("9", full_hall.cycle.seq)
    assert not Post.objects.exists()


def test_switching_on_skips_what_was_missed(full_hall: Hall, admin_client: Client) -> None:
    Channel.objects.update(stopped_at="2024-01-01T00:00Z", trouble="gone", attempts=3)
    pk = Channel.objects.get().pk
    admin_client.post(PAGE, {"action": "switch_on", "_selected_action": str(pk)})
    channel = Channel.objects.get()
    assert (channel.stopped_at, channel.trouble, channel.last_read_seq) == (None, "", full_hall.cycle.seq)


@pytest.mark.parametrize("was_refused", [False, True])
@pytest.mark.parametrize("page", [PAGE, "/admin/notices/webhook/"])
def test_what_has_sent_messages_can_be_switched_off_and_deleted(
    full_hall: Hall, admin_client: Client, page: str, was_refused: bool
) -> None:
    """With its messages, which nobody may delete alone. What a keeper has switched off is not wrong in the office."""
    model = Channel if page == PAGE else Webhook
    row = model.objects.get()
    assert Post.objects.exists()
    assert Delivery.objects.filter(webhook__isnull=False).exists()
    look = CheckContext(timezone.now(), {})
    if was_refused:
        model.objects.update(stopped_at=timezone.now(), trouble="The channel is gone")
        assert [*paused_channels(look), *deliveries(look)]
    admin_client.post(page, {"action": "switch_off", "_selected_action": str(row.pk)})
    assert not [thing for thing in (*paused_channels(look), *deliveries(look)) if "switched off" in thing.summary]
    row.refresh_from_db()
    assert row.stopped_at is not None
    assert row.trouble == "switched off by Keeper"
    assert admin_client.post(f"{page}{row.pk}/delete/", {"post": "yes"}).status_code == 302
    assert not model.objects.exists()
