"""A dry run looks as far ahead as what the proposal adds needs to act once, within bounds."""

from datetime import timedelta
from typing import Any

import pytest

from nomic.clauses.worked_examples import NOTHING
from nomic.cycles.models import PhaseSeed
from nomic.forecast.dry_run import Foreseen
from nomic.forecast.forecasts import make_waiting
from nomic.forecast.worked_examples import worked_examples
from nomic.proposals.diff import law_after
from nomic.proposals.models import Proposal
from tests.clauses.conftest import OpenWith, other_clauses
from tests.forecast.test_dry_run import ALL, at_phase_end, look, price
from tests.forecast.test_forecasts import gains, html, shown
from tests.support.hall import BATTLE, DAY, START, WEEK, Hall

PAY = {**ALL, "do": [{"grant": "Vertebra", "n": 2, "to": "$them"}]}
WEEKLY = {"when": "week-begins", "do": [PAY]}


def by(event: str, *do: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"when": event, "do": list(do or (PAY,)), **more}


def vertebrae(seen: Foreseen, name: str = "ada") -> int:
    """How many more somebody has by then because of the proposal."""
    return next((row.with_ - row.without for row in seen.holdings if (row.holder, row.item) == (name, "Vertebra")), 0)


@pytest.fixture
def tolls(open_with: OpenWith) -> Hall:
    return open_with({"count": {"value": "Count"}})


def proposing(hall: Hall, *clauses: dict[str, Any], **more: Any) -> Foreseen:
    """What is foreseen of a proposal that adds these clauses to the rule *Tolls*."""
    named = {f"new-{place}": clause for place, clause in enumerate(clauses)}
    hall.propose("ada", *([other_clauses({"count": {"value": "Count"}} | named)] if clauses else []), **more)
    return look(hall)


@pytest.mark.parametrize(
    ("clauses", "until", "phases", "more"),
    [
        ([by("phase-ends")], BATTLE, 1, 2),
        ([by("day-begins")], BATTLE, 1, 6),
        ([WEEKLY], WEEK, 2, 2),
        ([WEEKLY, by("phase-ends")], WEEK, 2, 6),
        ([by("phase-ends", **{"in": ["battle"]})], WEEK, 2, 2),
        ([by("phase-began", {"after": {"days": 1}, "do": [PAY]})], BATTLE, 1, 0),
        ([{"action": "Walk", "do": [PAY]}], BATTLE, 1, 0),
        ([{"when": "does", "act": "buy", "do": [PAY]}], BATTLE, 1, 0),
    ],
)
def test_it_looks_until_each_clause_that_is_new_has_acted(
    tolls: Hall, clauses: list[dict[str, Any]], until: Any, phases: int, more: int
) -> None:
    """Both runs go on to the same instant; what waits for people is not waited for, because nobody acts."""
    seen = proposing(tolls, *clauses)
    assert (seen.until, seen.phases, vertebrae(seen)) == (until, phases, more)
    assert (seen.whole, seen.idle) == (True, ())


def test_what_the_law_has_already_counts_in_neither(open_with: OpenWith) -> None:
    """A wage that is raised: the difference alone, by the end of the week."""
    hall = open_with({"wage": WEEKLY, "rent": by("phase-ends", {"revoke": "Vertebra", "from": {"players": "players"}})})
    raised = by("week-begins", {**ALL, "do": [{"grant": "Vertebra", "n": 5, "to": "$them"}]})
    hall.propose("ada", {"op": "replace", "path": "/rules/tolls/clauses/wage", "value": raised})
    seen = look(hall)
    assert (seen.until, vertebrae(seen)) == (WEEK, 3)


def test_what_one_clause_of_the_rule_says_and_another_does(open_with: OpenWith) -> None:
    """The new row of a table is waited for as the clause that reads the table."""
    table = {"table": "Wages", "columns": {"Wage": "number"}, "rows": {"all": {"Wage": 2}}}
    pay = {**ALL, "do": [{"grant": "Vertebra", "n": {"value_of": "Wage", "for": "all"}, "to": "$them"}]}
    hall = open_with({"wages": table, "pay": by("week-begins", pay)})
    hall.propose("ada", {"op": "replace", "path": "/rules/tolls/clauses/wages/rows/all/Wage", "value": 9})
    seen = look(hall)
    assert (seen.until, vertebrae(seen)) == (WEEK, 7)


def test_an_effect_that_is_put_off_is_waited_for(tolls: Hall) -> None:
    """Ten days ahead, when the third phase ends; not for one in a year, nor for one that waits for people."""
    put_off = [{"after": {"days": 10}, "do": [PAY]}, {"after": {"days": 90}, "do": [PAY]}]
    seen = proposing(tolls, effects=[*put_off, {"at": "trade-made", "do": [PAY]}])
    assert (seen.until, seen.phases, vertebrae(seen)) == (WEEK + 3 * DAY, 3, 2)


def test_what_was_put_off_before_is_not_waited_for(tolls: Hall) -> None:
    """An effect of an earlier proposal, due after this look would have ended: going on does not bring it nearer."""
    tolls.propose_and_vote("ada", by=("ada", "bob", "eve"), at=WEEK, effects=[{"after": {"days": 16}, "do": [PAY]}])
    tolls.propose("ada", other_clauses({"count": {"value": "Count"}, "wage": WEEKLY}))
    seen = look(tolls, 2)
    assert (seen.until, seen.phases) == (WEEK + 7 * DAY, 2)


def test_what_never_acts_ends_the_look_and_is_said(tolls: Hall) -> None:
    """A condition that does not hold: the last phase that begins within fifteen days."""
    never = by("week-begins", **{"if": {"is": [{"stock": "Chip", "of": "cycle"}, "more_than", 99]}})
    seen = proposing(tolls, never)
    assert (seen.until, seen.phases, seen.idle) == (START + 17 * DAY, 5, ("Tolls",))
    make_waiting()
    page = " ".join(shown(html()).split())
    assert "“Tolls” would start something that will not be finished by then." in page
    assert (
        'Too early to tell: if no player acts, nobody gains or loses anything until <time datetime="2024-01-18' in page
    )
    assert "The votes on it are counted" not in page


def test_a_look_that_ends_before_the_votes_are_counted_says_so(tolls: Hall) -> None:
    """So that nobody takes it for what the proposal does in the long run."""
    seen = proposing(tolls, {"value": "Lamps in all"})
    assert seen.until <= Proposal.objects.get().ends_at
    make_waiting()
    page = " ".join(shown(html()).split())
    assert "The votes on it are counted" in page.partition("if no player acts, nobody gains or loses anything until")[2]
    assert "Bots can play on from there." in page


def test_short_phases_are_bounded_by_their_number(open_with: OpenWith, monkeypatch: pytest.MonkeyPatch) -> None:
    """No more than so many phases, and no more than so many entries in all of them together."""
    hall = open_with({"count": {"value": "Count"}})
    monkeypatch.setattr("nomic.forecast.fork.dry_run_end.MAX_PHASES", 2)
    never = by("week-begins", **{"if": {"is": [{"stock": "Chip", "of": "cycle"}, "more_than", 99]}})
    seen = proposing(hall, never)
    assert (seen.until, seen.phases) == (WEEK, 2)
    monkeypatch.setattr("nomic.forecast.fork.scratch_fork.MAX_ENTRIES", 1)
    seen = look(hall)
    assert (seen.until, seen.phases, seen.whole) == (BATTLE, 2, False)


def test_dice_of_later_phases_are_the_same_in_both_and_not_those_to_come(open_with: OpenWith) -> None:
    """Seeds of all phases that are played are the fork's own."""
    million = {"grant": "Vertebra", "n": {"roll": "1d1000000"}, "to": {"players": "players"}}
    hall = open_with({"dice": at_phase_end(million), "count": {"value": "Count"}})
    hall.propose(
        "ada", other_clauses({"dice": at_phase_end(million), "count": {"value": "Count"}, "pay": by("week-begins")})
    )
    first, second = look(hall), look(hall)
    assert [vertebrae(first, name) for name in ("ada", "bob", "eve")] == [2, 2, 2]
    assert first.until == WEEK
    assert first.holdings != second.holdings
    assert PhaseSeed.objects.filter(cycle=hall.pk).count() == 2


def test_a_cycle_that_is_won_goes_no_further(tolls: Hall) -> None:
    won = {"wins": {"is": [{"stock": "Vertebra", "of": "$it"}, "at_least", 1]}, "alone": False}
    seen = proposing(tolls, WEEKLY, won)
    assert (seen.until, seen.phases) == (BATTLE, 1)


def test_the_page_says_how_far_it_looked(tolls: Hall) -> None:
    """By the end of the week in which it is read, later by its date; and that the vote comes after what it shows."""
    tolls.propose("ada", other_clauses({"count": {"value": "Count"}, "wage": WEEKLY}))
    make_waiting()
    assert gains(tolls) == ["All 3 players: 2 Vertebrae more."]
    page = shown(html())
    assert "Who would gain or lose if this were law already" in page
    assert "By the end of this week, if nobody acts. Its votes are counted" in page
    tolls.to(WEEK + timedelta(hours=1))
    page = shown(html())
    assert "as seen at the vote" in page
    assert "this week" not in page


def test_what_comes_after_the_vote_is_no_what_if(tolls: Hall) -> None:
    """An urgent proposal is counted before the end of the phase to which the forecast looks."""
    tolls.propose("ada", other_clauses({"count": {"value": "Count"}, "wage": WEEKLY}), **{"class": "urgent"})
    make_waiting()
    page = shown(html())
    assert "Who gains or loses by the end of this week" in page
    assert "if this were law already" not in page


def test_a_price_is_seen_to_the_end_of_the_phase(tolls: Hall) -> None:
    tolls.propose("ada", price(7))
    make_waiting()
    assert "Who gains or loses by the end of this phase" in shown(html())


@pytest.mark.parametrize("pays", [True, False])
def test_an_example_of_nothing_is_left_out_unless_there_is_no_other(tolls: Hall, pays: bool) -> None:
    """A count that is set back to 0 is no example beside a payment."""
    reset = {"when": "phase-begins", "do": [{"reset": "Count"}]}
    more = {"pay": by("phase-ends")} if pays else {}
    tolls.propose("ada", other_clauses({"count": {"value": "Count"}, "reset": reset} | more))
    found = worked_examples(tolls.cycle, law_after(tolls.cycle, Proposal.objects.get()), "ada")
    assert [each.lead for each in found if each.cases[0].sentences == (NOTHING,)] == (
        [] if pays else ["Say a phase begins:"]
    )
    assert len(found) == 1
