"""The admin's page of channels on Discord."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from nomic.discord.models import Channel, Post
from nomic.discord.posts.paused_channels import paused_channels
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


def typed(hall: Hall, **more: str) -> dict[str, str]:
    return {"cycle": str(hall.cycle.pk), "topic": "trades", "number": "123456789012345678", **more}


def complaint(hall: Hall, client: Client, **more: str) -> str:
    """What is wrong with the channel ID, if anything is; then nothing is saved."""
    before = Channel.objects.count()
    answer = client.post(f"{PAGE}add/", typed(hall, **more))
    if answer.status_code == 302:
        return ""
    assert Channel.objects.count() == before
    errors = answer.context["adminform"].form.errors
    assert list(errors) == ["number"]
    return str(errors["number"][0])


def test_a_channel_is_looked_at_before_it_is_saved(hall: Hall, admin_client: Client, rest: Discord) -> None:
    """Nothing is posted. What Discord refuses is not saved anyway."""
    rest.kinds["8"], rest.read_only = 4, {"7"}
    for more in ({}, {"unchecked": "on"}):
        assert "no longer exists" in complaint(hall, admin_client, number="5", **more)
        assert "not a channel for messages" in complaint(hall, admin_client, number="8", **more)
        assert "may not write" in complaint(hall, admin_client, number="7", **more)
    assert complaint(hall, admin_client) == ""
    assert rest.texts("123456789012345678") == []


def test_the_form_explains_threads_and_sets_them(hall: Hall, admin_client: Client, rest: Discord) -> None:
    """They are off until they are ticked. A channel that is not saved yet has no state."""
    page = admin_client.get(f"{PAGE}add/").content.decode()
    assert "A thread for each match and proposal" in page
    assert "create public threads" in page
    assert "Last arrived at" not in page
    assert admin_client.post(f"{PAGE}add/", typed(hall)).status_code == 302
    channel = Channel.objects.get()
    assert (channel.uses_threads, channel.counts_reactions) == (False, False)
    address = f"{PAGE}{channel.pk}/change/"
    assert "Last arrived at" in admin_client.get(address).content.decode()
    assert admin_client.post(address, typed(hall, uses_threads="on", topic="proposals")).status_code == 302
    assert Channel.objects.get().uses_threads


@pytest.mark.parametrize("fault", [refused(500), lost, refused(429, Retry_After="9"), refused(401), None])
def test_what_cannot_be_checked_is_saved_if_the_keeper_says_so(
    hall: Hall, admin_client: Client, rest: Discord, settings: Any, fault: Fault | None
) -> None:
    """Also without a token. A channel that was saved before is not looked at again."""
    settings.DISCORD_BOT_TOKEN = TOKEN if fault else ""
    rest.faults = [fault] * 2
    assert "could not be checked" in complaint(hall, admin_client)
    assert complaint(hall, admin_client, unchecked="on") == ""
    rest.faults = [refused(500)]
    address = f"{PAGE}{Channel.objects.get().pk}/change/"
    assert admin_client.post(address, typed(hall, topic="proposals")).status_code == 302
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


def test_a_keeper_adds_a_channel(hall: Hall, admin_client: Client) -> None:
    """It begins with what happens from now on."""
    assert admin_client.post(f"{PAGE}add/", typed(hall)).status_code == 302
    channel = Channel.objects.get()
    assert (channel.last_read_seq, str(channel.added_by)) == (hall.cycle.seq, "Keeper")


@pytest.mark.parametrize(
    ("field", "text"), [("number", "x"), ("number", ""), ("number", "٣"), ("number", "9" * 21), ("topic", "nothing")]
)
def test_what_is_wrong_is_named(hall: Hall, admin_client: Client, field: str, text: str) -> None:
    answer = admin_client.post(f"{PAGE}add/", typed(hall, **{field: text}))
    assert answer.status_code == 200
    assert list(answer.context["adminform"].form.errors) == [field]
    assert not Channel.objects.exists()


def test_the_same_twice_is_refused(hall: Hall, admin_client: Client) -> None:
    admin_client.post(f"{PAGE}add/", typed(hall))
    assert admin_client.post(f"{PAGE}add/", typed(hall)).status_code == 200
    assert Channel.objects.count() == 1


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
