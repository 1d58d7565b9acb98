"""The admin's page of channels on Discord."""

import pytest
from django.test import Client
from django.utils import timezone

from nomic.discord.models import Channel, Post
from nomic.discord.posts.paused import paused_channels
from nomic.notices.models import Delivery, Webhook
from nomic.office.kinds import Look
from nomic.office.wrong import deliveries
from tests.admin.conftest import Hall

pytestmark = pytest.mark.django_db

PAGE = "/admin/nomic_discord/channel/"


def typed(hall: Hall, **more: str) -> dict[str, str]:
    return {"cycle": str(hall.cycle.pk), "topic": "trades", "number": "123456789012345678", **more}


def test_a_keeper_adds_a_channel(hall: Hall, admin_client: Client) -> None:
    """It begins with what happens from now on."""
    assert admin_client.post(f"{PAGE}add/", typed(hall)).status_code == 302
    channel = Channel.objects.get()
    assert (channel.told_seq, str(channel.added_by)) == (hall.cycle.seq, "Keeper")


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
    assert (channel.number, channel.told_seq) == ("9", full_hall.cycle.seq)
    assert not Post.objects.exists()


def test_switching_on_skips_what_was_missed(full_hall: Hall, admin_client: Client) -> None:
    Channel.objects.update(stopped_at="2024-01-01T00:00Z", trouble="gone", attempts=3)
    pk = Channel.objects.get().pk
    admin_client.post(PAGE, {"action": "switch_on", "_selected_action": str(pk)})
    channel = Channel.objects.get()
    assert (channel.stopped_at, channel.trouble, channel.told_seq) == (None, "", full_hall.cycle.seq)


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
    look = Look(timezone.now(), {})
    if was_refused:
        model.objects.update(stopped_at=timezone.now(), trouble="The channel is gone")
        assert [*paused_channels(look), *deliveries(look)]
    admin_client.post(page, {"action": "switch_off", "_selected_action": str(row.pk)})
    assert not [thing for thing in (*paused_channels(look), *deliveries(look)) if "switched off" in thing.says]
    row.refresh_from_db()
    assert row.stopped_at is not None
    assert row.trouble == "switched off by Keeper"
    assert admin_client.post(f"{page}{row.pk}/delete/", {"post": "yes"}).status_code == 302
    assert not model.objects.exists()
