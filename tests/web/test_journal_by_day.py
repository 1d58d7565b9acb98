"""The journal, by day of the reader's time zone."""

from datetime import timedelta

from django.test import Client

from nomic.accounts.models import Person
from tests.support.hall import DAY, HOUR, START, Hall
from tests.support.signed_in import browser_of


def listed(client: Client, hall: Hall, day: str) -> list[str]:
    return [entry.action for entry in client.get(f"/c/{hall.slug}/journal/", {"day": day}).context["entries"]]


def test_a_day_is_one_of_the_readers_zone(cast: Hall) -> None:
    """An hour before midnight in UTC it is tomorrow in Berlin. A day that is none shows all."""
    cast.to(START + DAY - HOUR / 2)
    cast.do("ada", "buy", offer="Handy Pack")
    first, second = (f"{START + timedelta(days=each):%Y-%m-%d}" for each in (0, 1))
    assert "buy" in listed(Client(), cast, first)
    assert "buy" not in listed(Client(), cast, second)
    reader = browser_of("ada")
    Person.objects.filter(username="ada").update(zone="Europe/Berlin")
    assert "buy" not in listed(reader, cast, first)
    assert "buy" in listed(reader, cast, second)
    for odd in ("2024-02-31", "x", "0001-01-01", "9999-12-31"):
        assert "buy" in listed(Client(), cast, odd)


def test_an_entry_says_what_it_was_in_words(cast: Hall) -> None:
    """The name of the action is among the data."""
    entry = cast.do("ada", "buy", offer="Handy Pack")
    page = Client().get(f"/c/{cast.slug}/journal/{entry.seq}/").content.decode()
    assert "<dd>Buy from the Croupier</dd>" in page
    assert "Action: <code>buy</code>" in page
