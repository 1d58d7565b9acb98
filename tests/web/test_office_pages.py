"""Offices on the hall, the court, the wiki and in the API: holders, terms, elections with a form to vote."""

from typing import Any

from django.test import Client

from nomic.wiki.models import PageKind, WikiPage
from nomic.wiki.pages.render import render_page
from tests.clauses.conftest import OpenWith, open_with
from tests.support.hall import HOUR, START, Hall, clock, hall, open_cycle
from tests.support.signed_in import browser_of

__all__ = ["clock", "hall", "open_cycle", "open_with"]

ELECTION = {"counted": "ranked", "ties": "lot", "ends": {"hours": 48}, "ballots": "sealed"}
SPEAKER = {"speaker": {"office": "Speaker", "filled_by": {"election": ELECTION}, "until": {"days": 9}, "removed_by": 2}}


def shown(hall: Hall, name: str, path: str = "") -> str:
    answer = browser_of(name).get(f"/c/{hall.slug}/{path}")
    assert answer.status_code == 200
    return answer.content.decode()


def sent(hall: Hall) -> dict[str, Any]:
    answer: dict[str, Any] = Client().get(f"/api/v1/cycles/{hall.slug}/").json()
    return next(office for office in answer["offices"] if office["name"] == "Speaker")


def on_the_wiki(hall: Hall) -> str:
    page, _ = WikiPage.objects.get_or_create(
        cycle=hall.cycle, kind=PageKind.GAMESTATE, defaults={"title": "Hall/Gamestate"}
    )
    return str(render_page(page))


def test_an_election_from_standing_to_the_term(open_with: OpenWith) -> None:
    hall = open_with(SPEAKER)
    assert "Nobody holds this office now." in shown(hall, "ada")
    assert "== Offices ==" in on_the_wiki(hall)
    hall.do("bob", "stand-for-speaker")
    hall.do("eve", "stand-for-speaker")
    page = shown(hall, "ada")
    assert "Candidates for Speaker: bob, eve." in page
    assert f"/c/{hall.slug}/act/vote-for-speaker/" in page
    assert sent(hall)["candidates"] == ["bob", "eve"]
    assert sent(hall)["election_ends"]["at"].startswith("2")
    assert sent(hall)["vote"] == "vote-for-speaker"

    form = shown(hall, "ada", "act/vote-for-speaker/")
    assert form.count('<select name="ranking"') == 2
    answer = browser_of("ada").post(
        f"/c/{hall.slug}/act/vote-for-speaker/", {"ranking": ["eve", ""], "idempotency_key": "k1"}
    )
    assert answer.status_code == 302
    assert "eve" in str(hall.entries("vote-for-speaker")[-1].sealed)
    assert "Votes for Speaker" in shown(hall, "ada")
    for other in (shown(hall, "bob", "players/ada/"), on_the_wiki(hall)):
        assert "Votes for Speaker" not in other

    assert "The votes for Speaker are counted." in on_the_wiki(hall)

    hall.to(START + 49 * HOUR)
    assert sent(hall) == {
        **sent(hall),
        "holders": ["eve"],
        "since_phase": 0,
        "candidates": [],
        "election_ends": None,
        "rounds": ["Round 1: bob 0, eve 1. A seat takes 1 vote. eve is elected."],
    }
    assert sent(hall)["until"]["at"].startswith("2024-01-12")
    hall.do("bob", "stand-for-speaker")
    assert sent(hall)["election_ends"]["at"].startswith("2024-01-05")
    assert "The term of Speaker ends." in on_the_wiki(hall)
    page = shown(hall, "ada")
    assert ", until" in page
    assert "Round 1: bob 0, eve 1." in page
    assert "bob 0, eve 1." in on_the_wiki(hall)
    hall.do("bob", "remove-speaker", holder="eve")
    assert sent(hall)["removal"] == ["bob"]
    assert "bob wants a holder removed." in shown(hall, "ada")
    assert "Players who ask for a removal: bob" in on_the_wiki(hall).replace("&#58;", ":")


def test_a_law_without_offices_shows_none(open_with: OpenWith) -> None:
    hall = open_with({})
    assert 'id="offices" hidden' in shown(hall, "ada").replace("  ", " ")
    assert "== Offices ==" not in on_the_wiki(hall)
