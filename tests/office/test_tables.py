"""Staff download lists as CSV from the pages that show them, and a person's file says whose it is."""

import csv
import io
import json

import pytest
from django.test import Client
from django.urls import reverse

from nomic.accounts.models import Person
from nomic.cycles.models import Cycle
from nomic.office.cycles.opening import address_from
from nomic.office.view_as.journal_entry import SEE
from tests.support.hall import ADMIN, Hall, cast, clock, hall, open_cycle
from tests.support.signed_in import browser_of

__all__ = ["cast", "clock", "hall", "open_cycle"]


@pytest.fixture
def keeper(cast: Hall) -> Client:
    """The browser of an owner."""
    person, _ = Person.objects.update_or_create(username=ADMIN, defaults={"is_staff": True, "is_superuser": True})
    return browser_of(person)


def table(client: Client, address: str) -> list[list[str]]:
    """Return the rows of a CSV file."""
    answer = client.get(address)
    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    return list(csv.reader(io.StringIO(answer.content.decode("utf-8-sig"))))


def test_the_page_of_a_game_has_its_tables(keeper: Client, cast: Hall) -> None:
    """Players with what they have, the journal as it is filtered, and what staff did."""
    cast.do(ADMIN, "correct-grant", player="ada", item="Chip", count=3, reason="=1+1")
    page = keeper.get(f"/office/cycles/{cast.slug}/").content.decode()
    for address in (f"/c/{cast.slug}/players/?as=csv", f"/c/{cast.slug}/journal/?as=csv"):
        assert f'href="{address}"' in page
    head, *rows = table(keeper, f"/c/{cast.slug}/players/?as=csv")
    ada = next(dict(zip(head, row, strict=True)) for row in rows if row[0] == "ada")
    assert (ada["Chip"], ada["Standing"]) == ("3", "reputable")
    head, *rows = table(keeper, f"/c/{cast.slug}/journal/?as=csv&actor={ADMIN}")
    assert [row[2] for row in rows] == [ADMIN]
    head, *rows = table(keeper, f"/office/log/?game={cast.slug}&as=csv")
    assert len(rows) == 1
    assert "as=csv" in keeper.get("/office/log/").content.decode()


def test_others_get_the_page(cast: Hall) -> None:
    """A table can be long, so only staff download it."""
    for address in (f"/c/{cast.slug}/players/?as=csv", f"/c/{cast.slug}/journal/?as=csv"):
        assert Client().get(address)["Content-Type"].startswith("text/html")


def test_a_persons_file_has_their_name_and_lines(keeper: Client, cast: Hall) -> None:
    """Their own, and the one that staff download for them."""
    ada = browser_of("ada")
    form = {"do": "export", "reason": "asked"}
    for answer in (ada.get(reverse("web:export-account")), keeper.post("/office/people/ada/", form)):
        assert "ada" in answer["Content-Disposition"]
        text = b"".join(answer.streaming_content).decode()  # type: ignore[attr-defined]
        assert json.loads(text)["account"]["name"] == "ada"
        assert len(text.splitlines()) > 20


def test_who_has_seen_a_game_as_a_player_is_not_asked_to_join(keeper: Client, cast: Hall) -> None:
    """The hall offered what could not be done; others are asked as before."""
    address = f"/c/{cast.slug}/"
    assert 'id="join"' in keeper.get(address).content.decode()
    cast.do(ADMIN, SEE, player="ada", reason="to help")
    page = keeper.get(address).content.decode()
    assert 'id="join"' not in page
    assert "You have seen this game as ada does" in page


@pytest.mark.parametrize(
    ("typed", "address"),
    [("Cycle 17", "cycle-17"), (" cycle-17 ", "cycle-17"), ("Cycle  17_b-", "cycle-17-b"), ("Straße!", "straße!")],
)
def test_an_address_is_made_of_what_is_typed(typed: str, address: str) -> None:
    """Capitals and blanks are no reason to refuse it."""
    assert address_from(typed) == address


def test_an_address_that_cannot_be_used_is_named(keeper: Client, cast: Hall) -> None:
    """In words, and not only by the browser."""
    form = {"template": "cycle-16", "title": "One", "slug": "Straße!", "now": "yes", "reason": "x", "do": "open"}
    page = keeper.post("/office/cycles/", form).content.decode()
    assert "The address “straße!” cannot be used" in page
    assert "pattern=" not in page
    assert not Cycle.objects.filter(title="One").exists()
