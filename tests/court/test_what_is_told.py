"""What the court does stands in the journal, in words for people and in events for programs (R14, R15)."""

from typing import Any

import pytest

from nomic.court.models import Request, Ruling
from nomic.cycles.models import Entry
from tests.support.hall import ADMIN, DAY, START, Hall

QUESTION: dict[str, Any] = {"kind": "question", "title": "May one pass?"}


@pytest.fixture
def court(cast: Hall) -> Hall:
    """Cycle 16 with ada as the Judge, bob, eve and dan."""
    cast.join("dan")
    cast.do(ADMIN, "appoint-judge", player="ada", reason="for the test")
    return cast


@pytest.fixture
def ruled(court: Hall) -> Hall:
    """Ada has answered bob's question."""
    court.do("bob", "file-request", **QUESTION)
    court.do("ada", "rule", request="1", answer="One may.", reasoning="It says so.")
    return court


def events(entry: Entry, *kinds: str) -> list[dict[str, Any]]:
    """Events of these kinds, without what only a program asks for: codes."""
    found = [event for event in entry.events if event["kind"] in kinds]
    return [{key: value for key, value in event.items() if key not in ("ruling", "rule")} for event in found]


def test_R14_who_asks_what_is_told(court: Hall) -> None:
    """Requests are numbered from 1, each by itself."""
    first = court.do("bob", "file-request", **QUESTION)
    second = court.do("eve", "file-request", kind="statement", title="One may pass")
    assert first.words == ["bob files request 1, a question: May one pass?"]
    assert second.words == ["eve files request 2, a statement: One may pass."]
    for number, entry in ((1, first), (2, second)):
        request = Request.objects.get(cycle=court.pk, number=number)
        (event,) = (event for event in entry.events if event["kind"] == "request-filed")
        assert (event["request"], event["number"], event["title"]) == (request.code, number, request.title)


def test_R14_what_is_ruled_is_told(court: Hall) -> None:
    """With its verdict if it is on a statement. Rulings have numbers of their own."""
    for kind, title in (("question", "Why?"), ("question", "May one pass?"), ("statement", "One may pass.")):
        court.do("bob", "file-request", kind=kind, title=title)
    first = court.do("ada", "rule", request="3", verdict="true", reasoning="It says so.")
    second = court.do("ada", "rule", request="2", answer="One may.", reasoning="It says so.")
    assert first.words == ["ada rules on request 3, One may pass.: true (ruling 1)."]
    assert second.words == ["ada rules on request 2, May one pass? (ruling 2)."]
    assert events(first, "ruling") == [{"kind": "ruling", "number": 1, "request": 3, "verdict": "true"}]
    assert events(second, "ruling") == [{"kind": "ruling", "number": 2, "request": 2, "verdict": ""}]


@pytest.mark.parametrize("place", [1, 2])
def test_R15_a_request_or_a_ruling_is_recorded_by_its_code(court: Hall, place: int) -> None:
    """However it was named: a number could come to mean another one in a corrected past."""
    court.do("bob", "file-request", **QUESTION)
    entry = court.do("ada", "rule", request="1", answer="One may.", reasoning="It says so.")
    assert entry.args["request"] == Request.objects.get(cycle=court.pk).code
    ruling = Ruling.objects.get(cycle=court.pk)
    if place == 1:
        entry = court.do("bob", "open-confidence-vote", ruling="1")
    else:
        entry = court.do("ada", "overturn-own-ruling", ruling="1", reason="No.")
    assert entry.args["ruling"] == ruling.code


def test_R15_a_vote_of_confidence_is_told_from_its_beginning_to_its_end(ruled: Hall) -> None:
    """How many voted how, and that the ruling stands."""
    opened = ruled.do("eve", "open-confidence-vote", ruling="1")
    assert opened.words == ["eve opens the vote of confidence on ruling 1, May one pass?."]
    ends_at = (START + 2 * DAY).isoformat()
    assert events(opened, "confidence-opened") == [
        {"kind": "confidence-opened", "number": 1, "request": 1, "ends_at": ends_at}
    ]
    ruled.do("bob", "vote-on-ruling", ruling="1", vote="affirm")
    ruled.do("eve", "vote-on-ruling", ruling="1", vote="overturn")
    ruled.to(START + 2 * DAY)
    closed = next(entry for entry in ruled.entries() if entry.at == START + 2 * DAY)
    assert closed.words == [
        "The vote of confidence on ruling 1, May one pass?, is over: 1 to affirm, 1 to overturn.",
        "The ruling stands.",
    ]
    assert events(closed, "ruling-affirmed") == [{"kind": "ruling-affirmed", "number": 1, "request": 1}]


def test_R15_R111_that_a_vote_overturns_is_told(ruled: Hall) -> None:
    """And that the request is open again."""
    ruled.do("eve", "open-confidence-vote", ruling="1")
    for name, vote in (("bob", "overturn"), ("eve", "overturn"), ("dan", "unclear")):
        ruled.do(name, "vote-on-ruling", ruling="1", vote=vote)
    ruled.to(START + 2 * DAY)
    closed = next(entry for entry in ruled.entries() if entry.at == START + 2 * DAY)
    assert closed.words == [
        "The vote of confidence on ruling 1, May one pass?, is over: 0 to affirm, 2 to overturn, 1 unclear.",
        "The ruling is overturned: request 1 is open again, and the Judge rules again.",
    ]
    assert events(closed, "ruling-overturned", "ruling-affirmed") == [
        {"kind": "ruling-overturned", "number": 1, "request": 1, "by": "vote"}
    ]


def test_R15_R111_that_the_judge_overturns_is_told(ruled: Hall) -> None:
    """A vote that runs on it is moot, and is not counted."""
    ruled.do("eve", "open-confidence-vote", ruling="1")
    entry = ruled.do("ada", "overturn-own-ruling", ruling="1", reason="I read it again")
    assert entry.words == [
        "ada overturns ruling 1, May one pass? (I read it again).",
        "The ruling is overturned: request 1 is open again, and the Judge rules again.",
    ]
    assert events(entry, "ruling-overturned") == [
        {"kind": "ruling-overturned", "number": 1, "request": 1, "by": "judge"}
    ]
    ruled.refused("eve", "vote-on-ruling", "no-open-vote", ruling="1", vote="affirm")
    ruled.to(START + 2 * DAY)
    assert not [entry for entry in ruled.entries() if entry.at == START + 2 * DAY]
    ruled.do("ada", "rule", request="1", answer="One may not.", reasoning="It does not say so.")
    ruled.is_sound()


def test_R15_a_ruling_that_is_overturned_is_not_contested_again(ruled: Hall) -> None:
    """Neither by a vote nor by the Judge, though another ruling could be."""
    ruled.do("ada", "overturn-own-ruling", ruling="1", reason="No.")
    ruled.do("ada", "rule", request="1", answer="One may not.", reasoning="It does not say so.")
    ruled.refused("eve", "open-confidence-vote", "overturned", ruling="1")
    ruled.refused("ada", "overturn-own-ruling", "overturned", ruling="1", reason="No.")


def test_R14_that_a_judge_resigns_is_told(court: Hall) -> None:
    entry = court.do("ada", "resign-judge")
    assert entry.words == ["ada resigns as Judge: there is no Judge now."]
    assert [event["name"] for event in entry.events if event["kind"] == "judge"] == [""]
