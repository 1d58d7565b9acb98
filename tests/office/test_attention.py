"""What waits in the office is named on the front page of those who can deal with it, and counted in its link."""

from django.test import Client

from nomic.accounts.models import Person
from tests.corrections.conftest import Told, told
from tests.support.hall import ADMIN, Hall, cast, clock, hall, open_cycle

__all__ = ["cast", "clock", "hall", "open_cycle", "told"]


def browser_of(name: str, **more: bool) -> Client:
    person, _ = Person.objects.update_or_create(username=name, defaults=more)
    client = Client()
    client.force_login(person)
    return client


def test_the_front_page_and_the_link_say_what_waits(cast: Hall, told: Told) -> None:
    """A correction that is open waits; players hear nothing of it, and neither do staff without that duty's things."""
    keeper = browser_of(ADMIN, is_staff=True, is_superuser=True)
    told({"do": "void", "entry": cast.do("ada", "buy", offer="Handy Pack").key})
    home = keeper.get("/").content.decode()
    assert "In the Office:" in home
    assert "thing waits" in home.partition('id="my-tasks"')[2]
    assert "Nothing right now." not in home
    assert 'class="way-to-office"' in home
    assert " to look at</span>" in keeper.get(f"/c/{cast.slug}/").content.decode()
    player = browser_of("ada").get("/").content.decode()
    assert "In the Office" not in player


def test_if_nothing_waits_nothing_is_said(cast: Hall) -> None:
    """The number is gone, and the front page says that nothing waits."""
    keeper = browser_of(ADMIN, is_staff=True, is_superuser=True)
    page = keeper.get("/office/").content.decode()
    expected = "Nothing is waiting." not in page or "What is wrong" in page
    home = keeper.get("/").content.decode()
    assert ("In the Office:" in home) == expected
    assert (" to look at</span>" in home) == expected
