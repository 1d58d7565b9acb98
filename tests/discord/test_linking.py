"""Linking an account: by a code, once, for a while; and who is not linked is told how."""

from datetime import timedelta

import pytest
from allauth.socialaccount.models import SocialAccount
from django.utils import timezone

from nomic.accounts.models import Person
from nomic.cycles.models import Entry
from nomic.discord.linking import new_code, person_of, unlink
from nomic.discord.models import DiscordLink, LinkCode
from tests.discord.conftest import MakeUser
from tests.discord.stand_in import Discord, User
from tests.support.hall import Hall
from tests.support.signed_in import browser_of

pytestmark = pytest.mark.django_db


def person(name: str) -> Person:
    return Person.objects.get(username=name)


def test_a_code_links_once(discord: Discord, cast: Hall) -> None:
    code, them = new_code(person("ada")), User(discord, 1)
    assert code not in str(LinkCode.objects.values())
    assert "Linked: on Discord you are ada now." in them.reads("link", code=f" {code.lower()} ")
    assert "not valid" in User(discord, 2).reads("link", code=code)
    assert (person_of("1"), person_of("2")) == (person("ada"), None)


def test_only_the_newest_code_counts_and_only_for_a_while(discord: Discord, cast: Hall) -> None:
    old, new = new_code(person("ada")), new_code(person("ada"))
    them = User(discord, 1)
    assert "not valid" in them.reads("link", code=old)
    LinkCode.objects.update(ends_at=timezone.now() - timedelta(seconds=1))
    assert "not valid" in them.reads("link", code=new)
    for code in ("", " ", "x" * 10**4):
        assert "not valid" in them.reads("link", code=code)


def test_each_has_one_of_the_other(discord: Discord, cast: Hall) -> None:
    """Linking again replaces what was: whoever has the code decides, and has both accounts."""
    for name, number in (("ada", 1), ("ada", 2), ("bob", 2)):
        User(discord, number).reads("link", code=new_code(person(name)))
    assert list(DiscordLink.objects.values_list("person__username", "user")) == [("bob", "2")]
    unlink(person("bob"))
    assert person_of("2") is None


def test_who_logs_in_with_discord_is_linked(discord: Discord, cast: Hall) -> None:
    SocialAccount.objects.create(user=person("ada"), provider="discord", uid="7")
    SocialAccount.objects.create(user=person("bob"), provider="mediawiki", uid="8")
    assert (person_of("7"), person_of("8")) == (person("ada"), None)


@pytest.mark.parametrize("command", ["do", "waiting", "hand", "vote", "join", "play", "propose"])
def test_strangers_are_told_to_link_first(discord: Discord, cast: Hall, command: str) -> None:
    before = Entry.objects.count()
    them = User(discord, 1)
    assert "Link your account first" in them.reads(command, action="buy", proposal="1", vote="for", move="x")
    assert them.is_offered("do", "action") == {}
    assert Entry.objects.count() == before


def test_who_may_not_act_on_the_site_may_not_here(user: MakeUser, cast: Hall) -> None:
    """Suspended or closed."""
    them = user("ada")
    Person.objects.filter(username="ada").update(is_active=False)
    before = Entry.objects.count()
    assert "cannot act now" in them.reads("do", action="leave")
    assert them.is_offered("do", "action") == {}
    assert Entry.objects.count() == before


def test_the_account_page_makes_codes_and_unlinks(discord: Discord, cast: Hall) -> None:
    client = browser_of(person("ada"))
    assert "Discord" in client.get("/account/").content.decode()
    html = client.post("/account/", {"discord": "code"}).content.decode()
    code = html.partition("/link code: ")[2].partition("<")[0]
    assert "Linked" in User(discord, 1).reads("link", code=code)
    assert "You are linked" in client.get("/account/").content.decode()
    client.post("/account/", {"discord": "unlink"})
    assert person_of("1") is None


def test_without_discord_the_account_page_says_nothing_of_it(cast: Hall) -> None:
    client = browser_of(person("ada"))
    assert "Discord" not in client.get("/account/").content.decode().partition("<main")[2]
