"""The pages of the court."""

from datetime import timedelta
from typing import Any

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from nomic.accounts.models import Person
from tests.support.hall import ADMIN, START, Hall, clock, hall, open_cycle

__all__ = ["clock", "hall", "open_cycle"]


def page(hall: Hall, path: str, name: str = "", **asked: Any) -> str:
    client = Client()
    if name:
        client.force_login(Person.objects.get(username=name))
    answer = client.get(f"/c/{hall.slug}/{path}", asked)
    assert answer.status_code == 200
    return answer.content.decode()


def test_what_waits_what_was_ruled_and_what_has_changed_since(hall: Hall) -> None:
    """Open requests, votes, candidates, the archive; a ruling beside what it names, marked when that is another."""
    hall.join("ada", "bob", "eve")
    assert "There is no Judge now." in page(hall, "court/")
    hall.do(ADMIN, "appoint-judge", player="ada", reason="for the test")
    hall.do("bob", "file-request", kind="statement", title="Chips are food", text="See [[chips]] and [[#1]].")
    assert "Chips are food" in page(hall, "court/", "ada")
    assert "Rule on it" in page(hall, "court/1/", "ada")
    assert "See Chips and entry 1." in page(hall, "court/1/")
    assert "Rule on it" not in page(hall, "court/1/", "bob")
    hall.do("ada", "rule", request="1", verdict="false", reasoning="By [[chips]] and [[#1]].")
    for path in ("ruleset/", "journal/1/"):
        assert "Chips are food: false" in page(hall, path)
        assert "changed since" not in page(hall, path)
    assert "Open a vote of confidence" in page(hall, "court/1/", "eve")
    hall.do("eve", "open-confidence-vote", ruling="1")
    hall.do("eve", "vote-on-ruling", ruling="1", vote="overturn")
    hall.do("bob", "stand-for-judge")
    shown = page(hall, "court/", "eve")
    assert "1 to overturn" in shown
    assert "You voted overturn" in shown
    assert "Candidates for Judge" in shown
    for asked, found in (
        ({"words": "food"}, True),
        ({"words": "drink"}, False),
        ({"rule": "chips"}, True),
        ({"rule": "betting"}, False),
        ({"entry": "1"}, True),
        ({"entry": "2"}, False),
        ({"state": "ruled"}, True),
        ({"state": "overturned"}, False),
        ({"named": "Chips"}, True),
        ({"named": "Jester"}, False),
        ({"entry": "x", "state": "odd", "page": "-1"}, True),
    ):
        archive = page(hall, "court/", **asked).partition('id="archive"')[2]
        assert ("Chips are food" in archive) is found, asked
    hall.to(START + timedelta(hours=48))
    assert "overturned by a vote of confidence" in page(hall, "court/1/")
    hall.do("ada", "rule", request="1", verdict="true", reasoning="By [[chips]].")
    amendment = {"op": "replace", "path": "/rules/chips/body", "value": "Chips are items."}
    hall.propose_and_vote("ada", amendment, by=("ada",), at=START + timedelta(hours=97), **{"class": "urgent"})
    assert "changed since" in page(hall, "ruleset/")
    assert "changed since" in page(hall, "court/1/")
    assert Client().get(f"/c/{hall.slug}/court/2/").status_code == 404


def test_a_rules_page_lists_overturned_rulings_too(hall: Hall) -> None:
    """Marked as such and after those that stand, beside the rule and on an entry's page."""
    hall.join("ada", "bob")
    hall.do(ADMIN, "appoint-judge", player="ada", reason="for the test")
    for number, title in ((1, "Chips are food"), (2, "Chips are money")):
        hall.do("bob", "file-request", kind="statement", title=title, about=["chips", "#1"])
        hall.do("ada", "rule", request=str(number), verdict="true", reasoning="So.", about=["chips", "#1"])
    hall.do("ada", "overturn-own-ruling", ruling="2", reason="I was wrong.")
    for path in ("ruleset/", "journal/1/"):
        shown = page(hall, path)
        standing, overturned = shown.index("Chips are food: true"), shown.index("Chips are money: true")
        assert standing < overturned
        badge = '<span class="badge bad">overturned</span>'
        assert shown.count(badge) == 1
        assert 0 < shown.index(badge) - overturned < 100


def test_queries_do_not_grow_with_the_archive(hall: Hall) -> None:
    """Nor with what is referred to."""
    hall.join("ada", "bob")
    hall.do(ADMIN, "appoint-judge", player="ada", reason="for the test")
    counted = []
    for number in range(1, 4):
        hall.do("bob", "file-request", kind="statement", title="A", about=["chips", "#1", "#2"][:number])
        hall.do("ada", "rule", request=str(number), verdict="true", reasoning="So.", about=["#1", "chips"])
        with CaptureQueriesContext(
            connection,
        ) as queries:
            page(hall, "court/")
            page(hall, "ruleset/")
        counted.append(len(queries))
    assert counted[1] == counted[2]
    assert counted[2] <= 30, counted


def test_a_ruling_stands_beside_the_card_it_names(hall: Hall) -> None:
    """On the card and where the law's entries are read; marked when that is another; gone when it is overturned."""
    hall.join("ada", "bob")
    hall.do(ADMIN, "appoint-judge", player="ada", reason="for the test")
    hall.grant_card("bob", "Jester", ["Fragile"])
    hall.grant_card("bob", "King")
    hall.do("bob", "file-request", kind="statement", title="A Jester laughs", about=["Jester"])
    places = ("players/bob/", "effects/")
    assert not any("#ruling-" in page(hall, path) for path in places)
    hall.do("ada", "rule", request="1", verdict="true", reasoning="It does.", about=["Jester"])
    hall.do("bob", "file-request", kind="statement", title="It breaks", about=[])
    hall.do("ada", "rule", request="2", verdict="true", reasoning="So.", about=["/modifiers/Fragile"])
    shown = page(hall, "players/bob/")
    assert shown.count("A Jester laughs: true") == 1
    assert shown.count("It breaks: true") == 1
    assert "2 rulings" in shown
    assert "changed since" not in shown
    assert page(hall, "effects/").count("A Jester laughs: true") == 1
    amendment = {"op": "replace", "path": "/cards/Jester/text", "value": "It laughs."}
    hall.propose_and_vote("bob", amendment, by=("ada",), at=START + timedelta(hours=49), **{"class": "urgent"})
    assert all("changed since" in page(hall, path) for path in places)
    hall.do("ada", "overturn-own-ruling", ruling="1", reason="I was wrong.")
    assert ("#ruling-1" in page(hall, "players/bob/"), "#ruling-2" in page(hall, "players/bob/")) == (False, True)


def test_cards_ask_for_rulings_once(hall: Hall) -> None:
    """However many there are of either."""
    hall.join("ada", "bob")
    hall.do(ADMIN, "appoint-judge", player="ada", reason="for the test")
    counted = []
    for number in range(1, 4):
        hall.do("bob", "file-request", kind="statement", title="A", about=[])
        hall.do("ada", "rule", request=str(number), verdict="true", reasoning="So.", about=["King", "Jester"][:number])
        hall.grant_card("bob", "King")
        hall.grant_card("bob", "Jester")
        with CaptureQueriesContext(connection) as queries:
            page(hall, "players/bob/")
        counted.append(len(queries))
    assert counted[0] == counted[2]
