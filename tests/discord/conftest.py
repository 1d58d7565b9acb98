"""A site that is connected with a stand-in of Discord, and people who are linked."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest

from nomic.accounts.models import Person
from nomic.cycles.models import Cycle
from nomic.discord.linking import new_code
from nomic.discord.models import Channel
from tests.discord import rest_stand_in
from tests.discord.stand_in import Discord, User
from tests.support.hall import ADMIN, Hall, cast, clock, hall, open_cycle

__all__ = ["cast", "clock", "hall", "open_cycle"]

MakeUser = Callable[..., User]
NUMBERS = {"ada": 81, "bob": 82, "eve": 83, "fay": 84, "gus": 85}


@pytest.fixture
def discord(settings: Any) -> Discord:
    """The stand-in; the site knows its key."""
    found = Discord()
    settings.DISCORD_PUBLIC_KEY = found.public_key
    settings.DISCORD_DEFER_SECONDS = 0  # so that tests need no thread with a connection of its own
    return found


def linked(discord: Discord, hall: Hall, name: str, **more: Any) -> User:
    """Somebody on Discord whose account is linked."""
    hall.actor(name)
    them = User(discord, NUMBERS[name], **more)
    assert "Linked" in them.reads("link", code=new_code(Person.objects.get(username=name)))
    return them


@pytest.fixture
def user(discord: Discord, hall: Hall) -> MakeUser:
    """Somebody on Discord whose account is linked: `user("ada")`."""
    return partial(linked, discord, hall)


@pytest.fixture
def rest(settings: Any) -> Iterator[rest_stand_in.Discord]:
    """Discord's channels, to which the site may post as a bot."""
    found = rest_stand_in.Discord()
    settings.DISCORD_API, settings.DISCORD_BOT_TOKEN = found.url, rest_stand_in.TOKEN
    settings.DISCORD_APPLICATION_ID = "77"
    yield found
    found.close()


@pytest.fixture
def post_to(cast: Hall) -> Callable[..., Channel]:
    """Post a channel of the cycle to a channel on Discord from now on: `post_to("proposals")`."""

    def post(topic: str = "", number: str = "7", cycle: Cycle | None = None) -> Channel:
        cast.actor(ADMIN)
        keeper = Person.objects.get(username=ADMIN)
        row = cycle or cast.cycle
        return Channel.objects.create(cycle=row, topic=topic, number=number, last_read_seq=row.seq, added_by=keeper)

    return post
