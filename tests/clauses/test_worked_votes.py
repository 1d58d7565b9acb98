"""Worked examples of votes: how the players of today would decide, told before anybody proposes it."""

from typing import Any

import pytest

from nomic.clauses.computed_examples.sample_votes import BY_LOT
from nomic.clauses.proposal_classes import classes_of
from nomic.clauses.worked_examples import TOO_LONG, Example, example_of
from nomic.cycles.actions.context import ReadContext
from nomic.cycles.domain.actor import Actor
from nomic.cycles.models import Cycle, Entry
from nomic.law.document.sections import Law, flaws_of
from tests.clauses.conftest import TOLLS, OpenWith, with_clauses
from tests.clauses.test_examples import found_in, give
from tests.clauses.test_many_players import populate
from tests.support.hall import cycle_16

pytestmark = pytest.mark.django_db(transaction=True)
MOTION: dict[str, Any] = {
    "class": "Motion",
    "lasts": {"phases": 1},
    "passes": {"is": ["$for", "more_than", {"sum": ["$against", "$unclear"]}]},
}


def cases(found: Example) -> dict[str, str]:
    return {case.who: " ".join(case.sentences) for case in found.cases}


def test_the_least_majority_and_one_vote_fewer(open_with: OpenWith) -> None:
    found = found_in(open_with(TOLLS), MOTION)
    assert cases(found) == {
        "2 for, 1 against": "It passes.",
        "1 for, 2 against": "It fails.",
        "1 for, and nobody else votes": "It passes.",
    }
    assert found.notes == ()


def test_more_votes_need_not_help_where_many_play(open_with: OpenWith) -> None:
    """A class may pass with some number of votes for and fail with more: its least number is found by trying each."""
    hall = open_with(TOLLS)
    populate(hall, 0, 57)
    found = found_in(hall, {**MOTION, "passes": {"is": ["$for", "equals", 3]}})
    assert cases(found) == {
        "3 for, 57 against": "It passes.",
        "2 for, 58 against": "It fails.",
        "2 for, and nobody else votes": "It fails.",
        "3 for, and nobody else votes": "It passes.",
    }


def test_a_quorum_is_told_and_held(open_with: OpenWith) -> None:
    found = found_in(open_with(TOLLS), {**MOTION, "votes": {"quorum": 2}})
    assert cases(found)["1 for, and nobody else votes"] == "It fails."
    assert cases(found)["2 for, and nobody else votes"] == "It passes."
    assert found.notes == ("Quorum today: 2 players must vote.",)


def test_weights_are_those_of_the_votes(open_with: OpenWith) -> None:
    hall = open_with(TOLLS)
    give(hall, ada=3, bob=1, eve=0)
    found = found_in(hall, {**MOTION, "votes": {"weight": {"stock": "Vertebra", "of": "$it"}}})
    told = cases(found)
    assert found.notes == ("Only the votes of bob and ada count.", "The weights of the votes: bob 1 and ada 3.")
    assert told["1 for, 1 against (bob for; ada against)"] == "Weighted, that is 1 for and 3 against. It fails."


def test_who_can_propose(open_with: OpenWith) -> None:
    hall = open_with(TOLLS)
    give(hall, ada=3, bob=1, eve=0)
    who = {"is": [{"stock": "Vertebra", "of": "$me"}, "at_least", 1]}
    assert "bob and ada can submit such a proposal now." in found_in(hall, {**MOTION, "who": who}).notes


@pytest.mark.parametrize("counted", ["plurality", "approval", "ranked", "transferable", "borda"])
@pytest.mark.parametrize("ties", ["all", "none", "lot", "earliest"])
def test_options_are_counted_by_every_rule(open_with: OpenWith, counted: str, ties: str) -> None:
    ballot = {"options": ["Bread", "Salt", "Wine"], "counted": counted, "ties": ties}
    found = found_in(open_with(TOLLS), {**MOTION, "ballot": ballot})
    assert len(found.cases) == 1  # with three voters, two thirds are the least majority, too
    (case,) = found.cases
    assert case.who.startswith("2 ")
    assert "Bread is chosen" in " ".join(case.sentences)
    assert case.sentences[-1] == "It passes."
    assert (BY_LOT in found.notes) == (ties == "lot")


def test_a_way_to_vote_tells_of_every_class(open_with: OpenWith) -> None:
    found = found_in(open_with(TOLLS), {"voting": "One in two", "votes": {"quorum": 3}})
    classes = classes_of(Law(with_clauses(cycle_16(), TOLLS)))
    assert {case.who for case in found.cases} == {f"“{class_.title}”" for class_ in classes.values()}
    assert all("nobody else votes: It fails." in " ".join(case.sentences) for case in found.cases)


def test_an_office_by_election(open_with: OpenWith) -> None:
    hall = open_with(TOLLS)
    give(hall, ada=3, bob=1, eve=0)
    rich = {"is": [{"stock": "Vertebra", "of": "$me"}, "at_least", 1]}
    election = {"stand": rich, "counted": "plurality", "ties": "lot", "ends": {"days": 2}}
    clause = {"office": "Bursar", "filled_by": {"election": election, "price": {"Vertebra": 2}, "handed_over": True}}
    found = found_in(hall, clause)
    told = cases(found)
    assert told["Now"] == "Nobody holds it."
    assert told["By election"] in (
        "ada and bob can stand. The votes of ada, bob and eve count.",
        "bob and ada can stand. The votes of bob, ada and eve count.",
    )
    assert "elected" in told["For example"]
    assert told["For its price"] == "ada can pay the price now."
    assert told["Handed over"] == "Nobody holds it, so nobody can hand it to any other player."


def test_an_office_by_lot(open_with: OpenWith) -> None:
    lot = {"at": "phase-began", "among": {"is": [{"stock": "Vertebra", "of": "$it"}, "more_than", 0]}}
    hall = open_with(TOLLS)
    give(hall, ada=3, bob=1, eve=0)
    found = found_in(hall, {"office": "Bursar", "filled_by": {"lot": lot}})
    assert cases(found)["By lot"].startswith("1 of ")
    give(hall, ada=0, bob=0, eve=0)
    assert cases(found_in(hall, {"office": "Bursar", "filled_by": {"lot": lot}}))["By lot"].startswith("Nobody")


def test_nothing_is_stored_and_costs_are_bounded(open_with: OpenWith, monkeypatch: pytest.MonkeyPatch) -> None:
    hall = open_with(TOLLS)
    before = Entry.objects.count()
    found_in(hall, MOTION)
    assert Entry.objects.count() == before
    monkeypatch.setattr("nomic.limits.EXAMPLE_STEPS", 2)
    heavy = {**MOTION, "votes": {"weight": {"stock": "Vertebra", "of": "$it"}}}
    assert TOO_LONG in found_in(hall, heavy).notes


def test_the_law_of_the_cycle_has_examples(open_with: OpenWith) -> None:
    """Each class of the law that ships has cases."""
    open_with(TOLLS)
    document = with_clauses(cycle_16(), TOLLS)
    assert not flaws_of(document)
    cycle, law = Cycle.objects.get(), Law(document, number=2)
    for class_ in classes_of(law).values():
        found = example_of(ReadContext(cycle, Actor("bob"), cycle.now()), law, class_.placed.path)
        assert found is not None
        assert found.cases
