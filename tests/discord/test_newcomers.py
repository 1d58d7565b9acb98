"""The ten steps of docs/discord.md, done against the stand-in; and what is private or comes twice, whoever sends it."""

import json
import random
import re
from io import StringIO
from typing import Any

import pytest
from django.core.checks import run_checks
from django.core.management import call_command
from django.test import Client

from nomic.accounts.models import Person
from nomic.cycles.models import Entry
from nomic.discord.commands import COMMANDS
from tests.discord.conftest import MakeUser
from tests.discord.rest_stand_in import TOKEN
from tests.discord.rest_stand_in import Discord as Rest
from tests.discord.stand_in import ADDRESS, Discord, User
from tests.support.hall import Hall
from tests.support.signed_in import browser_of

pytestmark = pytest.mark.django_db


def test_the_ten_steps(cast: Hall, rest: Rest, settings: Any) -> None:
    """From the numbers that the application's page shows to a command that is answered."""
    discord = Discord()
    settings.DISCORD_DEFER_SECONDS = 0
    settings.DISCORD_APPLICATION_ID, settings.DISCORD_PUBLIC_KEY, settings.DISCORD_BOT_TOKEN = "77", "x", TOKEN
    assert [each.id for each in run_checks() if each.id.startswith("discord")] == ["discord.E001"]
    settings.DISCORD_PUBLIC_KEY = discord.public_key  # step 4
    assert not [each.id for each in run_checks() if each.id.startswith("discord")]
    call_command("discord_register", stdout=StringIO())  # step 5
    assert {each["name"] for each in rest.commands} == COMMANDS.keys()
    assert json.loads(discord.post({"type": 1}).content) == {"type": 1}  # step 6
    assert discord.post({"type": 1}, **{"X-Signature-Ed25519": "00" * 64}).status_code == 401
    client = browser_of("ada")
    html = client.post("/account/", {"discord": "code"}).content.decode()  # step 9
    code = re.search(r"/link code: ([A-Z0-9]+)", html)
    assert code
    them = User(discord, 81)
    assert "Linked" in them.reads("link", code=code[1])  # step 10
    assert them.reads("waiting")


def test_only_the_player_sees_an_answer(cast: Hall, user: MakeUser) -> None:
    """Of any command, with whatever it is given: all answers that are messages are theirs alone, and mention nobody."""
    ada = user("ada")
    given = {"action": "leave", "text": "card", "proposal": "1", "vote": "for", "move": "x", "code": "x", "title": "A"}
    for name, command in COMMANDS.items():
        wanted = {option.name: given[option.name] for option in command.options if option.name in given}
        for options in ({}, wanted, dict.fromkeys(wanted, "@everyone")):
            answer = ada.sends(name, **options)
            assert (answer["data"]["flags"], answer["data"]["allowed_mentions"]) == (64, {"parse": []}), name


@pytest.mark.parametrize("seed", range(4))
def test_whatever_comes_twice_late_or_in_another_order_acts_once(
    cast: Hall, user: MakeUser, discord: Discord, seed: int
) -> None:
    """And by its sender alone; what is not signed, or signed by another, does nothing."""
    luck = random.Random(seed)
    people = {name: user(name) for name in ("ada", "bob", "eve")}
    sent = [
        (name, them.command("do", action="buy", first="Already-opened Pack", second=str(count)))
        for name, them in people.items()
        for count in (1, 2)
    ]
    posts = luck.sample(sent * 3, len(sent) * 3)
    for _, told in posts:
        body = json.dumps(told).encode()
        assert Client().post(ADDRESS, body, content_type="application/json").status_code == 401
        assert Discord().post(body).status_code == 401
    assert not cast.entries("buy")
    answers: dict[str, set[str]] = {}
    for _, told in posts:
        answers.setdefault(told["id"], set()).add(json.dumps(discord.tell(told)))
    assert {len(each) for each in answers.values()} == {1}
    bought = Entry.objects.filter(cycle=cast.pk, action="buy")
    assert sorted(bought.values_list("actor", flat=True)) == ["ada", "ada", "bob", "bob", "eve", "eve"]
    assert {name: cast.has(name, "Already-opened Pack") for name in people} == dict.fromkeys(people, 3)
    cast.is_sound()


def test_a_link_that_was_taken_back_acts_no_more(cast: Hall, user: MakeUser, discord: Discord) -> None:
    """What was done before may be asked again only by who is linked."""
    ada = user("ada")
    told = ada.command("do", action="buy", first="Already-opened Pack")
    discord.tell(told)
    Person.objects.get(username="ada").discord_link.delete()
    with cast.nothing_changes():
        assert "Link your account first" in discord.tell(told)["data"]["content"]
        assert "Link your account first" in ada.reads("hand")
