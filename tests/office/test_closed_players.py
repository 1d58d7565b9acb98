"""Whoever closes an account chooses what becomes of its players, and those who stay are marked."""

import pytest
from django.test import Client

from nomic.accounts.models import Person
from nomic.players.models import Player
from nomic.wiki.models import PageKind, WikiPage
from nomic.wiki.pages.render import render_page
from tests.support.hall import ADMIN, Hall, OpenCycle, clock, open_cycle

__all__ = ["clock", "open_cycle"]


def browser_of(name: str, **more: bool) -> Client:
    person, _ = Person.objects.update_or_create(username=name, defaults=more)
    client = Client()
    client.force_login(person)
    return client


@pytest.fixture
def game(open_cycle: OpenCycle) -> Hall:
    return open_cycle(published=True, joined=("ada", "bob"))


@pytest.fixture
def keeper(game: Hall) -> Client:
    return browser_of(ADMIN, is_staff=True, is_superuser=True)


def test_nothing_is_chosen_beforehand(game: Hall, keeper: Client) -> None:
    """Neither in the office nor on one's own page; without a choice nothing happens."""
    own = browser_of("ada")
    for client, address, form in (
        (keeper, "/office/people/ada/", {"do": "close", "name": "ada", "reason": "asked"}),
        (own, "/account/delete/", {"name": "ada"}),
    ):
        page = client.get(address).content.decode()
        radios = [part.partition(">")[0] for part in page.split('type="radio"')[1:] if 'name="players"' in part[:60]]
        assert len(radios) == 2
        assert all("checked" not in radio and "required" in radio for radio in radios)
        refused = client.post(address, form)
        assert refused.status_code == 422
        assert Person.objects.get(username="ada").closed_at is None
    assert Player.objects.get(cycle=game.pk, name="ada").is_playing


def test_who_stays_is_marked_everywhere(game: Hall, keeper: Client) -> None:
    """Among the players, on their page, where winners are chosen, and on the wiki."""
    page = WikiPage.objects.get(cycle=game.pk, kind=PageKind.PLAYERS)
    assert "account closed" not in str(render_page(page))
    form = {"do": "close", "name": "ada", "reason": "asked", "players": "stay"}
    assert keeper.post("/office/people/ada/", form).status_code == 302
    assert Player.objects.get(cycle=game.pk, name="ada").is_playing
    for address in (f"/c/{game.slug}/players/", f"/c/{game.slug}/players/ada/"):
        assert keeper.get(address).content.decode().count("account closed") == 1, address
    assert "ada (account closed)" in keeper.get(f"/office/cycles/{game.slug}/").content.decode()
    assert "bob (account closed)" not in keeper.get(f"/office/cycles/{game.slug}/").content.decode()
    assert str(render_page(page)).count("account closed") == 1
