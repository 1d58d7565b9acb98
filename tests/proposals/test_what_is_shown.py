"""What pages, the API and the wiki say of seconds and vetoes; and a correction that undoes a veto."""

from typing import Any

from django.test import Client

from nomic.cycles.models import Cycle
from nomic.wiki.models import PageKind, WikiPage
from nomic.wiki.pages.proposals import render_proposal
from tests.clauses.conftest import OpenWith, open_with
from tests.corrections.conftest import adopt, tell
from tests.proposals.test_as_things import VETO
from tests.proposals.test_classes_that_act import FOUR, PETITION, PETITIONED, change, proposal, status
from tests.support.hall import ADMIN, Hall, clock, hall, open_cycle
from tests.support.signed_in import browser_of

__all__ = ["clock", "hall", "open_cycle", "open_with"]


def page(client: Client, path: str) -> str:
    return " ".join(client.get(f"/c/hall/{path}").content.decode().split())


def wiki(hall: Hall, number: str = "1") -> str:
    cycle = Cycle.objects.get(pk=hall.pk)
    return render_proposal(WikiPage(cycle=cycle, kind=PageKind.PROPOSAL, subject=number, title=f"Hall/{number}"), cycle)


def api(client: Client, number: int = 1) -> dict[str, Any]:
    found: dict[str, Any] = client.get(f"/api/v1/cycles/hall/proposals/{number}/").json()
    return found


def test_a_proposal_that_waits_says_what_it_needs(open_with: OpenWith) -> None:
    """With a button for the others; the button does it."""
    hall = open_with({"petition": PETITION}, *FOUR)
    code = hall.propose("ada", change(), **PETITIONED)
    ada, bob, eve = browser_of("ada"), browser_of("bob"), browser_of("eve")
    for path in ("proposals/", "proposals/1/"):
        assert "It needs 2 more seconds before the vote opens" in page(bob, path)
        assert "Second this" in page(bob, path)
        assert "Second this" not in page(ada, path)
    bob.post("/c/hall/act/second-proposal/", {"proposal": code, "next": "/c/hall/proposals/"})
    assert "Seconded by bob. It needs one more second before the vote opens" in page(eve, "proposals/1/")
    assert "Withdraw your second" in page(bob, "proposals/1/")
    assert (api(eve)["status"], api(eve)["seconded_by"], api(eve)["seconds_needed"]) == ("waiting", ["bob"], 2)
    assert "Waiting for seconds</b>: it has 1 of 2 (bob)." in wiki(hall)
    bob.post("/c/hall/act/second-proposal/", {"proposal": code, "take_back": "true", "next": "/c/hall/proposals/"})
    assert "It needs 2 more seconds" in page(eve, "proposals/1/")
    hall.do("bob", "second-proposal", proposal=code)
    hall.do("eve", "second-proposal", proposal=code)
    assert "Seconded by bob, eve." in page(ada, "proposals/1/")
    assert (api(eve)["status"], api(eve)["seconds_needed"]) == ("open", None)


def test_a_veto_says_by_whom_and_by_which_rule(open_with: OpenWith) -> None:
    hall = open_with(VETO, *FOUR)
    hall.do(ADMIN, "correct-value", value="Crown", members=["eve"], reason="x")
    code = hall.propose("ada", change())
    hall.do("eve", "tolls_veto", proposal=code)
    assert "Vetoed by eve, by the rule “Tolls”: it never takes effect." in page(browser_of("bob"), "proposals/1/")
    found = api(browser_of("bob"))
    assert (found["status"], found["ended_by"], found["ended_under"]) == ("vetoed", "eve", "Tolls")
    assert "by eve, by the rule “Tolls”, before the votes were counted" in wiki(hall)


def test_a_correction_undoes_a_veto(open_with: OpenWith) -> None:
    """The vote goes on and is counted as if there had been none."""
    hall = open_with(VETO, *FOUR)
    hall.do(ADMIN, "correct-value", value="Crown", members=["eve"], reason="x")
    code = hall.propose("ada", change())
    hall.vote(code, ada="for", bob="for")
    entry = hall.do("eve", "tolls_veto", proposal=code)
    hall.do(ADMIN, "open-correction", edits=[{"do": "void", "entry": entry.key}], reason="a mistake")
    row = tell(hall)
    adopt(hall, row)
    assert status(hall, code) == "open"
    hall.to(proposal(hall, code).ends_at)
    assert status(hall, code) == "enacted"
    hall.is_sound()
