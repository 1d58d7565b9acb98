"""How people look on pages and in the API: the display name beside the name, and the chosen picture."""

import pytest
from django.core.cache import cache
from django.test import Client

from nomic.accounts.lifecycle.account_deletion import delete_account
from nomic.accounts.looks.display_names import set_display_name
from nomic.accounts.looks.pictures import set_picture
from nomic.accounts.looks.wiki_names import set_wiki_name
from nomic.accounts.models import Person
from nomic.cycles.models import Cycle
from nomic.players.models import Player
from nomic.web.people.portrait import portrait
from nomic.wiki.models import PageKind, WikiPage
from nomic.wiki.pages.render import render_page
from tests.support.hall import Hall
from tests.web.test_profiles import RULE, browser

COUNTESS = '<bdi class="known-as">(The Countess)</bdi>'
CHOICE = {"display_name": "The Countess", "emblem": "cat", "colour": "blue", "wiki_name": "Ada L"}


@pytest.fixture
def hall(cast: Hall) -> Hall:
    """A cycle that counts, whose player ada has an account."""
    cache.clear()
    Cycle.objects.filter(pk=cast.pk).update(practice=False)
    browser("ada")
    Player.objects.filter(cycle=cast.cycle, name="ada").update(person=Person.objects.get(username="ada"))
    return cast


def test_people_choose_on_the_account_page(hall: Hall) -> None:
    """All is saved at once, and what is chosen is selected in the form."""
    ada = browser("ada")
    assert ada.post("/account/", CHOICE).status_code == 302
    row = Person.objects.get(username="ada")
    assert (row.display_name, row.picture, row.wiki_name) == ("The Countess", "cat-blue", "Ada L")
    page = ada.get("/account/").content.decode()
    assert 'value="The Countess"' in page
    assert 'name="emblem" value="cat" checked' in page
    assert 'name="colour" value="blue" checked' in page


def test_what_is_refused_is_said_at_its_field(hall: Hall) -> None:
    """The typed text stays, escaped, and the other fields are saved."""
    ada = browser("ada")
    browser("bob")
    answer = ada.post("/account/", {**CHOICE, "display_name": "<b>bob", "wiki_name": "a|b\x00", "emblem": "dragon"})
    page = answer.content.decode()
    assert answer.status_code == 422
    for field in ("display-error", "wiki-error", "emblem-error"):
        assert f'id="{field}"' in page
    assert 'value="&lt;b&gt;bob"' in page
    answer = ada.post("/account/", {**CHOICE, "display_name": "BOB"})
    assert answer.status_code == 422
    row = Person.objects.get(username="ada")
    assert (row.display_name, row.picture, row.wiki_name) == ("", "cat-blue", "Ada L")


def test_pages_show_both_names_and_the_picture(hall: Hall) -> None:
    """The name always comes first."""
    hall.propose("ada", RULE)
    person = Person.objects.get(username="ada")
    set_display_name(person, "The Countess")
    set_picture(person, "cat", "blue")
    for path in ("players/", "players/ada/", "standings/", "journal/", "journal/1/", "proposals/", "proposals/1/"):
        page = Client().get(f"/c/hall/{path}").content.decode()
        if path != "journal/1/":
            assert COUNTESS in page, path
        assert page.count(COUNTESS) <= page.count("ada"), path
    for path in ("/players/ada/", "/c/hall/players/ada/"):
        page = Client().get(path).content.decode()
        assert f"ada {COUNTESS}</h1>" in page
        assert portrait("", 56 if path == "/players/ada/" else 40, "cat-blue") in page
    Cycle.objects.filter(pk=hall.pk).update(status="ended", ended_at=hall.cycle.created_at, winner="ada")
    fame = Client().get("/hall-of-fame/").content.decode()
    assert f"ada</a> {COUNTESS}" in fame
    assert portrait("", 20, "cat-blue") in fame


def test_the_api_has_both_names_and_the_picture(hall: Hall) -> None:
    """In the list of players and with the inventory."""
    person = Person.objects.get(username="ada")
    set_display_name(person, "The Countess")
    set_picture(person, "cat", "blue")
    listed = {row["name"]: row for row in Client().get("/api/v1/cycles/hall/players/").json()["items"]}
    assert (listed["ada"]["display_name"], listed["ada"]["picture"]) == ("The Countess", "cat-blue")
    assert (listed["bob"]["display_name"], listed["bob"]["picture"]) == ("", "")
    player = Client().get("/api/v1/cycles/hall/players/ada/inventory/").json()["player"]
    assert (player["display_name"], player["picture"]) == ("The Countess", "cat-blue")


def test_wiki_pages_follow_what_people_choose(hall: Hall) -> None:
    """The page of a player has both names and a link to the user page, and is marked when they change."""
    person = Person.objects.get(username="ada")
    hall.publish()
    number = Player.objects.filter(
        cycle=hall.cycle, pk__lte=Player.objects.get(cycle=hall.cycle, name="ada").pk
    ).count()
    page = WikiPage.objects.get(cycle=hall.cycle, kind=PageKind.PLAYER, subject=f"{number}")
    register = WikiPage.objects.get(cycle=hall.cycle, kind=PageKind.PLAYERS)

    def marked() -> set[str]:
        found = set(WikiPage.objects.exclude(stale_since=None).values_list("kind", flat=True))
        WikiPage.objects.update(stale_since=None)
        return found

    marked()
    set_display_name(person, "The Countess")
    assert marked() == {PageKind.PLAYER, PageKind.PLAYERS}
    set_wiki_name(person, "Ada L")
    assert marked() == {PageKind.PLAYER, PageKind.PLAYERS}
    set_wiki_name(Person.objects.get(pk=person.pk), "Ada L")
    assert marked() == set()
    assert "<b>ada</b> (The Countess)" in render_page(page)
    assert "ada is [[User:Ada L|User&#58;Ada L]]." in render_page(page)
    assert "(The Countess)" in render_page(register)


def test_what_is_kept_for_pages_follows_what_people_choose(hall: Hall) -> None:
    """Pages show each choice at once, also when nobody acts in between."""
    person = Person.objects.get(username="ada")
    for name in ("The Countess", "The Duchess", ""):
        set_display_name(person, name)
        page = Client().get("/c/hall/players/ada/").content.decode()
        assert page.count("known-as") == 0 if not name else f"({name})" in page
    for colour in ("blue", "red"):
        set_picture(person, "cat", colour)
        assert portrait("", 40, f"cat-{colour}") in Client().get("/c/hall/players/ada/").content.decode()
    set_display_name(person, "The Countess")
    assert "(The Countess)" in Client().get("/c/hall/players/ada/").content.decode()
    delete_account(person, leaves=False)
    page = Client().get("/c/hall/players/ada/").content.decode()
    assert "The Countess" not in page
    assert portrait("ada", 40) in page
