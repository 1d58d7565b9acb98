"""The archive of the court, and who is the Judge, by the API."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.support.hall import ADMIN, START, Hall

PATH = "/api/v1/cycles/hall/court/"


@pytest.fixture
def court(cast: Hall) -> Hall:
    """Ada is the Judge. A statement whose first ruling is overturned, and an open question."""
    cast.do(ADMIN, "appoint-judge", player="ada", reason="for the test")
    cast.do("bob", "file-request", kind="statement", title="Chips are food", text="See [[chips]] and [[#1]].")
    cast.do("ada", "rule", request="1", verdict="true", reasoning="By [[chips]].")
    cast.do("eve", "open-confidence-vote", ruling="1")
    cast.do("eve", "vote-on-ruling", ruling="1", vote="overturn")
    cast.do("stranger", "file-request", kind="question", title="May one pass?", about=["betting"])
    return cast


def get(path: str = "", **asked: Any) -> Any:
    answer = Client().get(f"{PATH}{path}", asked)
    assert answer.status_code == 200, answer.content
    return answer.json()


def test_the_judge_and_the_votes_that_run(court: Hall) -> None:
    """With what the votes count now; nobody and none where there is none."""
    told = get()
    assert (told["judge"], told["open_requests"]) == ("ada", 1)
    (vote,) = told["votes"]
    assert [vote[key] for key in ("ruling", "request", "status", "affirm", "overturn", "unclear")] == [
        1,
        1,
        "open",
        0,
        1,
        0,
    ]
    court.do("ada", "resign-judge")
    court.to(START + timedelta(hours=48))
    assert get() == {"judge": None, "since": None, "open_requests": 2, "votes": []}


def test_the_archive_is_searched(court: Hall) -> None:
    """By words, by what is referred to, by what became of it; in pages."""

    def numbers(**asked: Any) -> list[int]:
        return [item["number"] for item in get("requests/", **asked)["items"]]

    assert numbers() == [2, 1]
    for asked, found in (
        ({"words": "FOOD chips"}, [1]),
        ({"words": "food pass"}, []),
        ({"rule": "betting"}, [2]),
        ({"rule": "nothing"}, []),
        ({"entry": 1}, [1]),
        ({"entry": 10**15}, []),
        ({"named": "Chips"}, [1]),
        ({"state": "open"}, [2]),
        ({"state": "ruled"}, [1]),
        ({"state": "overturned"}, []),
        ({"before": 2}, [1]),
        ({"before": 0}, []),
    ):
        assert numbers(**asked) == found, asked
    assert get("requests/", limit=1)["next"].endswith("limit=1&before=2")
    for asked in ({"state": "eaten"}, {"entry": -1}, {"entry": "x"}, {"words": ""}, {"rule": "\0"}, {"judge": "ada"}):
        assert Client().get(f"{PATH}requests/", asked).status_code == 422, asked


def test_a_request_has_every_ruling_and_what_has_changed_since(court: Hall) -> None:
    """An overturned one, and the one that was given anew (R111)."""
    court.to(START + timedelta(hours=48))
    court.do("ada", "rule", request="1", verdict="false", reasoning="By [[chips]] and [[betting]].")
    amendment = {"op": "replace", "path": "/rules/chips/body", "value": "Chips are items."}
    court.propose_and_vote("ada", amendment, by=("ada",), at=START + timedelta(hours=97), **{"class": "urgent"})
    told = get("requests/1/")
    assert get(f"requests/{told['code']}/") == told
    assert [(each["number"], each["status"], each["verdict"]) for each in told["rulings"]] == [
        (2, "stands", "false"),
        (1, "overturned", "true"),
    ]
    assert [(each["kind"], each["label"], each["since"]) for each in told["refers_to"]] == [
        ("law", "Chips", "changed"),
        ("entry", "entry 1", None),
    ]
    new, old = told["rulings"]
    assert [(each["target"], each["since"]) for each in new["refers_to"]] == [
        ("/rules/chips", "changed"),
        ("/rules/betting", None),
    ]
    assert (old["confidence"]["status"], old["confidence"]["overturn"]) == ("overturned", 1)
    assert old["ended_because"] == "by a vote of confidence"
    ruling = get("rulings/1/")
    assert (ruling["ruling"], ruling["title"]) == (old, "Chips are food")
    assert ruling["ballots"] == [{"name": "eve", "vote": "overturn"}]
    assert get(f"rulings/{old['code']}/") == ruling
    for missing in ("requests/3/", "rulings/3/", "requests/0/", f"rulings/{told['code']}/", "requests/999999999999/"):
        assert Client().get(f"{PATH}{missing}").status_code == 404


def test_a_cycle_without_a_court_has_an_empty_archive(hall: Hall) -> None:
    """Nobody is the Judge there."""
    assert get("requests/") == {"items": [], "next": None}
    assert get()["judge"] is None


def test_it_asks_as_often_however_much_there_is(court: Hall) -> None:
    """The list with all its rulings, votes and references."""
    counted = []
    for number in range(3, 6):
        court.do("bob", "file-request", kind="statement", title="A", about=["chips", "#1", "#2"][: number - 2])
        court.do("ada", "rule", request=str(number), verdict="true", reasoning="So.", about=["#1", "chips"])
        court.do("bob", "open-confidence-vote", ruling=str(number - 1))
        counted.append([])
        for path in ("", "requests/", "requests/1/", "rulings/1/"):
            with CaptureQueriesContext(connection) as queries:
                get(path)
            counted[-1].append(len(queries))
    assert counted[1] == counted[2]
    assert max(counted[2]) <= 14, counted


def test_cards_name_their_rulings_in_as_few_queries(cast: Hall) -> None:
    """In an inventory: those that stand and name the species or a modifier that it carries."""
    cast.do(ADMIN, "appoint-judge", player="ada", reason="for the test")
    cast.grant_card("bob", "Jester", ["Fragile"])
    cast.grant_card("bob", "King")
    counted = []
    for number, about in enumerate((["Jester"], ["/modifiers/Fragile"]), start=1):
        cast.do("bob", "file-request", kind="statement", title="It laughs", about=[])
        cast.do("ada", "rule", request=str(number), verdict="true", reasoning="It does.", about=about)
        with CaptureQueriesContext(connection) as queries:
            cards = Client().get("/api/v1/cycles/hall/players/bob/inventory/").json()["cards"]
        counted.append(len(queries))
    named = {card["species"]: card["rulings"] for card in cards}
    assert (named["Jester"], named["King"]) == ([1, 2], [])
    assert counted[0] == counted[1]
    cast.do("ada", "overturn-own-ruling", ruling="1", reason="I was wrong.")
    cards = Client().get("/api/v1/cycles/hall/players/bob/inventory/").json()["cards"]
    assert {card["species"]: card["rulings"] for card in cards} == {"Jester": [2], "King": []}
