"""Hours and limits that are worked out: of votes, seconds, terms, trades, proposals, battles and duels."""

from datetime import timedelta
from typing import Any

import pytest

from nomic.law.document.sections import Document, flaws_of
from nomic.law.labels.explanations import entry_explanation
from nomic.law.labels.value_labels import value_text
from nomic.proposals.models import Proposal
from nomic.trades.models import Trade
from tests.clauses.conftest import Clauses, OpenWith, with_clauses
from tests.support.hall import Hall, OpenCycle, cycle_16

RANK: Clauses = {
    "rank": {"value": "Rank", "of": "player"},
    "rise": {"action": "Rise", "with": {"by": {"is": "number"}}, "do": [{"raise": "Rank", "by": "$by", "of": "$me"}]},
}
MINE = {"value_of": "Rank", "of": "$me"}
OPEN: dict[str, Any] = {"class": "Slow", "passes": {"is": ["$for", "more_than", "$against"]}}
CHANGE = {"op": "replace", "path": "/cycle/title", "value": "A hall"}


def proposed(hall: Hall, name: str) -> Proposal:
    code = hall.propose(name, CHANGE, **{"class": "slow"})
    return Proposal.objects.get(cycle=hall.pk, code=code)


def test_hours_of_a_vote_are_those_of_its_opening(open_with: OpenWith) -> None:
    """Of the author's; what changes later does not move the end, nor does an amendment."""
    hall = open_with(RANK | {"slow": OPEN | {"lasts": {"hours": {"sum": [10, MINE]}}}})
    hall.do("bob", "tolls_rise", by=5)
    first, second = proposed(hall, "ada"), proposed(hall, "bob")
    assert [each.ends_at - hall.clock.now for each in (first, second)] == [timedelta(hours=10), timedelta(hours=15)]
    hall.do("ada", "tolls_rise", by=30)
    first.refresh_from_db()
    assert first.ends_at - hall.clock.now == timedelta(hours=10)
    words = "Voting is open for as many hours as 10 plus your Rank."
    assert words in " ".join(entry_explanation(hall.cycle.law, "rules", "tolls"))
    place = ("rules", "tolls", "clauses", "slow", "lasts", "hours")
    assert value_text(hall.cycle.law, place, {"sum": [10, MINE]}) == "10 plus your Rank"
    hall.to(second.ends_at)
    assert {each.status for each in Proposal.objects.filter(cycle=hall.pk)} == {"failed"}
    hall.is_sound()


@pytest.mark.parametrize(("rank", "hours"), [(-50, 1), (0, 1), (7, 7), (10**8, 24 * 56)])
def test_hours_stay_within_their_bounds(open_with: OpenWith, rank: int, hours: int) -> None:
    """The nearest number counts."""
    hall = open_with(RANK | {"slow": OPEN | {"lasts": {"hours": MINE}}})
    hall.do("ada", "tolls_rise", by=rank + 1)
    hall.do("ada", "tolls_rise", by=-1)
    assert proposed(hall, "ada").ends_at - hall.clock.now == timedelta(hours=hours)


def test_phases_of_a_vote_and_hours_for_seconds(open_with: OpenWith) -> None:
    """Both are worked out when they begin to run."""
    seconds = {"n": 1, "within": {"sum": [3, MINE]}}
    hall = open_with(RANK | {"slow": OPEN | {"lasts": {"phases": {"sum": [1, MINE]}}, "seconds": seconds}})
    waiting = proposed(hall, "ada")
    assert waiting.ends_at - hall.clock.now == timedelta(hours=3)
    hall.do("ada", "tolls_rise", by=1)
    waiting.refresh_from_db()
    assert waiting.ends_at - hall.clock.now == timedelta(hours=3)
    hall.do("bob", "second-proposal", proposal=waiting.code)
    waiting.refresh_from_db()
    assert waiting.ends_at > hall.cycle.phase_ends_at + timedelta(hours=1)
    words = " ".join(entry_explanation(hall.cycle.law, "rules", "tolls"))
    assert "Voting is open for as many whole phases as 1 plus your Rank." in words
    assert "If it has not opened within as many hours as 3 plus your Rank, the proposal lapses." in words
    hall.is_sound()


def limited(place: str, number: Any, clauses: Clauses = RANK) -> Document:
    """Cycle 16 with this number at a place, no words of which quote it."""
    law = with_clauses(cycle_16(), clauses)
    section, name = place.strip("/").split("/")
    law[section] = {**law.get(section, {}), name: number}
    for rule in law["rules"].values():
        if place in rule.get("body", ""):
            rule["body"] = "Words."
    return law


def open_limited(open_cycle: OpenCycle, place: str, number: Any) -> Hall:
    return open_cycle(limited(place, number), joined=("ada", "bob", "eve"))


def test_a_limit_of_open_proposals(open_cycle: OpenCycle) -> None:
    """It grows and shrinks with what the player has."""
    hall = open_limited(open_cycle, "/proposals/most_open", MINE)
    hall.refused("ada", "submit-proposal", "too-many-open", "", title="A", text="B")
    hall.do("ada", "tolls_rise", by=2)
    for _ in range(2):
        hall.do("ada", "submit-proposal", title="A", text="B")
    hall.refused("ada", "submit-proposal", "too-many-open", "", title="A", text="B")
    hall.refused("bob", "submit-proposal", "too-many-open", "", title="A", text="B")
    hall.do("bob", "tolls_rise", by=1)
    hall.do("bob", "submit-proposal", title="A", text="B")
    hall.is_sound()


def test_trades_by_numbers_that_are_worked_out(open_cycle: OpenCycle) -> None:
    """How long an offer is open is kept as set; how many are open at once is looked up."""
    hall = open_limited(open_cycle, "/trades/within_hours", {"sum": [2, MINE]})
    offer = {"to": "bob", "gives": {"Vertebra": 1}, "wants": {}}
    hall.do("ada", "offer-trade", **offer)
    hall.do("ada", "tolls_rise", by=5)
    hall.do("ada", "offer-trade", **offer)
    now = hall.clock.now
    assert [each.ends_at - now for each in Trade.objects.filter(cycle=hall.pk).order_by("number")] == [
        timedelta(hours=2),
        timedelta(hours=7),
    ]
    hall.is_sound()


def test_a_battle_for_those_with_cards_enough(open_cycle: OpenCycle) -> None:
    """Of each player's own number, and never fewer than one."""
    hall = open_limited(open_cycle, "/battles/cards_at_least", MINE)
    hall.grant_card("ada")
    hall.do("ada", "declare-battle")
    hall.do("bob", "tolls_rise", by=2)
    hall.grant_card("bob")
    hall.refused("bob", "declare-battle", "too-few-cards", "")
    hall.grant_card("bob")
    hall.do("bob", "declare-battle")
    hall.is_sound()


def test_duels_a_phase(open_cycle: OpenCycle) -> None:
    """None for those whose number is 0."""
    hall = open_limited(open_cycle, "/duels/per_phase", MINE)
    for _ in range(4):
        hall.grant_card("ada")
    hall.refused("ada", "request-duel", "once-a-phase", "", players=["bob"])
    hall.do("ada", "tolls_rise", by=1)
    hall.do("ada", "request-duel", players=["bob"])
    hall.refused("ada", "request-duel", "once-a-phase", "", players=["bob"])
    hall.is_sound()


def test_a_term_and_a_removal(open_with: OpenWith) -> None:
    """By a value of the cycle, when the term begins."""
    term = {"value": "Term", "starts": 2}
    office = {
        "office": "Speaker",
        "filled_by": {"price": {"Vertebra": 1}},
        "until": {"days": {"value_of": "Term"}},
        "removed_by": {"sum": [1, {"value_of": "Term"}]},
    }
    hall = open_with({"term": term, "speaker": office})
    hall.do("ada", "buy-speaker")
    words = " ".join(entry_explanation(hall.cycle.law, "rules", "tolls"))
    assert "A term ends after as many days as Term." in words
    assert "To remove the Speaker, as many players must act together as 1 plus Term." in words
    hall.to(hall.clock.now + timedelta(days=2, minutes=1))
    hall.do("bob", "buy-speaker")
    for name in ("ada", "bob"):
        hall.do(name, "remove-speaker", holder="bob")
        hall.refused(name, "buy-speaker", "not-so", "")
    hall.do("eve", "remove-speaker", holder="bob")
    hall.do("eve", "buy-speaker")
    hall.is_sound()


SECRET: Clauses = {"depth": {"value": "Depth", "of": "player", "seen": "owner"}}
DEEP = {"value_of": "Depth", "of": "$me"}


@pytest.mark.parametrize(
    "place",
    [
        "/proposals/most_open",
        "/trades/within_hours",
        "/trades/most_open",
        "/battles/cards_at_least",
        "/duels/per_phase",
    ],
)
def test_what_cannot_be_a_number_is_refused_with_its_place(place: str) -> None:
    """Chance, what there is not, and secrets: everybody sees the limit at work."""
    for wrong, below in (({"roll": "1d6"}, ""), ({"value_of": "Nowhere"}, "/value_of"), (DEEP, ""), (0, "")):
        assert [flaw.path for flaw in flaws_of(limited(place, wrong, SECRET))] == [place + below]
    assert flaws_of(limited(place, {"sum": [1, {"stock": "Chip", "of": "$me"}]}, SECRET)) == []


@pytest.mark.parametrize(
    ("clause", "place"),
    [
        (lambda raw: OPEN | {"lasts": {"hours": raw}}, "/lasts/hours"),
        (lambda raw: OPEN | {"lasts": {"phases": raw}}, "/lasts/phases"),
        (lambda raw: OPEN | {"lasts": {"hours": 5}, "seconds": {"n": 1, "within": raw}}, "/seconds/within"),
    ],
)
def test_what_cannot_be_hours_of_a_class(clause: Any, place: str) -> None:
    for wrong, below in (({"roll": "1d6"}, ""), ({"value_of": "Nowhere"}, "/value_of"), (DEEP, ""), (0, "")):
        law = with_clauses(cycle_16(), SECRET | {"slow": clause(wrong)})
        assert [flaw.path for flaw in flaws_of(law)] == [f"/rules/tolls/clauses/slow{place}{below}"]
    law = with_clauses(cycle_16(), SECRET | {"slow": clause({"stock": "Chip", "of": "$me"})})
    assert flaws_of(law) == []
