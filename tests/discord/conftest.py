"""A site that is connected with a stand-in of Discord, and people who are linked."""

from collections.abc import Callable
from typing import Any

import pytest

from nomic.accounts.models import Person
from nomic.discord.linking import new_code
from tests.discord.stand_in import Discord, User
from tests.support.hall import Hall, cast, clock, hall, open_cycle

__all__ = ["cast", "clock", "hall", "open_cycle"]

MakeUser = Callable[..., User]
NUMBERS = {"ada": 81, "bob": 82, "eve": 83, "fay": 84, "gus": 85}


@pytest.fixture
def discord(settings: Any) -> Discord:
    """The stand-in; the site knows its key."""
    found = Discord()
    settings.DISCORD_PUBLIC_KEY = found.public_key
    return found


@pytest.fixture
def user(discord: Discord, hall: Hall) -> MakeUser:
    """Somebody on Discord whose account is linked: `user("ada")`."""

    def make(name: str, **more: Any) -> User:
        hall.actor(name)
        them = User(discord, NUMBERS[name], **more)
        assert "Linked" in them.reads("link", code=new_code(Person.objects.get(username=name)))
        return them

    return make
