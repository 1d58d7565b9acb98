"""Channels on Discord on the office's page of connections."""

from collections.abc import Callable

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from nomic.accounts.models import Person
from nomic.accounts.roles import give
from nomic.discord.models import Channel
from tests.discord.rest_stand_in import Discord, refused
from tests.office.test_connections import PAGE, keeper, press

__all__ = ["keeper"]

PostTo = Callable[..., Channel]


def test_each_channel_says_what_it_gets(keeper: Client, rest: Discord, post_to: PostTo) -> None:
    """With a link to its form, and without a warning while the bot has a token."""
    channel, all_of_it = post_to("proposals"), post_to("", "8")
    Channel.objects.filter(pk=channel.pk).update(uses_threads=True, counts_reactions=True)
    page = keeper.get(PAGE).content.decode()
    assert f"{channel.cycle.title}, #proposals" in page
    assert "channel 7 · a thread for each match and proposal · reactions are votes · no message yet" in page
    assert "channel 8 · no message yet" in page
    assert f'href="/office/cycles/hall/channels/#discord-channel-{all_of_it.pk}"' in page
    assert "DISCORD_BOT_TOKEN" not in page


def test_a_test_is_one_message(keeper: Client, rest: Discord, post_to: PostTo) -> None:
    name = f"discord-channel-{post_to('proposals').pk}"
    assert press(keeper, name)[0] == 302
    assert len(rest.texts("7")) == 1
    assert press(keeper, name)[0] == 422, "a second press right after it"
    for wrong in ("discord-channel-99", "discord-channel-", "discord-channel-²", "discord-channel", "-1"):
        assert press(keeper, wrong)[0] == 422, wrong
    assert len(rest.texts("7")) == 1


def test_what_fails_says_why(keeper: Client, rest: Discord, post_to: PostTo) -> None:
    """Also a channel that is switched off, which nothing is sent to, and a bot without a token."""
    channel = post_to("proposals")
    name = f"discord-channel-{channel.pk}"
    rest.faults = [refused(403, 50013)]
    status, page = press(keeper, name)
    assert status == 422
    assert "The test did not arrive: " in page
    cache.clear()
    Channel.objects.filter(pk=channel.pk).update(stopped_at=timezone.now(), trouble="it is gone")
    assert "The channel is switched off." in press(keeper, name)[1]
    assert rest.texts("7") == []


def test_without_a_token_the_page_says_so(keeper: Client) -> None:
    assert "Operators set DISCORD_BOT_TOKEN." in keeper.get(PAGE).content.decode()


@pytest.mark.parametrize("role", ["moderator", "wiki-keeper"])
def test_others_neither_see_nor_test_them(rest: Discord, post_to: PostTo, role: str) -> None:
    cache.clear()
    channel = post_to("proposals")
    person = Person.objects.create_user("Somebody", email="s@example.org")
    give(person, {role})
    client = Client()
    client.force_login(person)
    assert "Channels on Discord" not in client.get(PAGE).content.decode()
    assert press(client, f"discord-channel-{channel.pk}")[0] == 422
    assert rest.texts("7") == []
