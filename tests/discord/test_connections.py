"""Discord on the office's page of connections: the application, set by form and tested, and channels."""

from collections.abc import Callable, Iterator
from typing import Any, cast

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from nomic.accounts.models import Person
from nomic.accounts.roles import give_roles
from nomic.connections.store import clear_cache
from nomic.discord.commands import COMMANDS, as_json
from nomic.discord.models import Channel
from tests.discord import stand_in
from tests.discord.rest_stand_in import KEY, TOKEN, Discord, refused
from tests.discord.stand_in import User
from tests.office.test_connections import PAGE, keeper, press
from tests.support.signed_in import browser_of

__all__ = ["keeper"]

PostTo = Callable[..., Channel]


@pytest.fixture(autouse=True)
def nothing_is_remembered() -> Iterator[None]:
    """A process knows a connection for some seconds."""
    clear_cache()
    yield
    clear_cache()


def test_each_channel_says_what_it_gets(keeper: Client, rest: Discord, post_to: PostTo) -> None:
    """With a link to its form, and without a warning while the bot has a token."""
    channel, all_of_it = post_to("proposals"), post_to("", "8")
    Channel.objects.filter(pk=channel.pk).update(uses_threads=True, counts_reactions=True)
    page = keeper.get(PAGE).content.decode()
    assert f"{channel.cycle.title}, #proposals" in page
    assert "channel 7 · a thread for each match and proposal · reactions are votes · no message yet" in page
    assert "channel 8 · no message yet" in page
    assert f'href="/office/cycles/hall/channels/#discord-channel-{all_of_it.pk}"' in page
    assert "has no token" not in page


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
    assert "the last message did not arrive: " in keeper.get(PAGE).content.decode()
    cache.clear()
    Channel.objects.filter(pk=channel.pk).update(stopped_at=timezone.now(), trouble="it is gone")
    assert "The channel is switched off." in press(keeper, name)[1]
    assert rest.texts("7") == []


def test_without_a_token_the_page_says_so(keeper: Client) -> None:
    assert "the bot has no token. <a" in keeper.get(PAGE).content.decode()


@pytest.mark.parametrize("role", ["moderator", "wiki-keeper"])
def test_others_neither_see_nor_test_them(rest: Discord, post_to: PostTo, role: str) -> None:
    cache.clear()
    channel = post_to("proposals")
    person = Person.objects.create_user("Somebody", email="s@example.org")
    give_roles(person, {role})
    client = browser_of(person)
    assert "Channels on Discord" not in client.get(PAGE).content.decode()
    assert press(client, f"discord-channel-{channel.pk}")[0] == 422
    assert rest.texts("7") == []


def set_application(client: Client, **changed: str) -> int:
    typed = {"number": "77", "public_key": KEY, "password": TOKEN, "reason": "our server"} | changed
    sent = {"set": "discord"} | {f"discord-{name}": value for name, value in typed.items()}
    return cast(int, client.post(PAGE, sent).status_code)


def test_an_application_set_by_form_works_at_once(keeper: Client, rest: Discord, settings: Any) -> None:
    """Without a restart: its bot posts, its commands are known to Discord, and what it signs is accepted."""
    settings.DISCORD_APPLICATION_ID = settings.DISCORD_PUBLIC_KEY = settings.DISCORD_BOT_TOKEN = ""
    player = stand_in.Discord()
    rest.application = {"id": "77", "name": "Our nomic", "verify_key": player.public_key}
    assert "Nobody can play on Discord" in keeper.get(PAGE).content.decode()
    assert press(keeper, "discord")[1].count("No application on Discord is set.") == 1
    cache.clear()
    assert set_application(keeper, public_key=player.public_key) == 302
    status, page = press(keeper, "discord")
    assert status == 302
    assert f"The bot of Our nomic is ready. Discord knows {len(COMMANDS)} commands" in page
    assert "Nobody can play on Discord" not in page
    assert TOKEN not in page
    assert rest.commands == as_json()
    assert "Link your account" in User(player, 5).reads("waiting")


def test_its_test_tells_what_does_not_fit(keeper: Client, rest: Discord) -> None:
    """Another number, another key, another token. No commands are sent then."""
    for changed, says in (
        ({"number": "78"}, "The token belongs to a different application"),
        ({"public_key": KEY[:-2] + "1b"}, "The public key is not that of the application"),
        ({"password": "other"}, "Discord refuses the bot&#x27;s token"),
    ):
        cache.clear()
        assert set_application(keeper, **changed) == 302
        status, page = press(keeper, "discord")
        assert (status, says in page) == (422, True), says
        assert rest.commands == []


@pytest.mark.parametrize("role", ["game-keeper", "moderator", "wiki-keeper"])
@pytest.mark.django_db
def test_only_owners_try_it(rest: Discord, role: str) -> None:
    """Its test changes what Discord offers to everybody."""
    cache.clear()
    person = Person.objects.create_user("Somebody", email="s@example.org")
    give_roles(person, {role})
    client = browser_of(person)
    assert press(client, "discord")[0] == 422
    assert set_application(client) == 422
    assert rest.commands == []
