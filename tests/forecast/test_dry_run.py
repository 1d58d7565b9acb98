"""What proposals would do, looked at before anybody votes: in a fork that never was."""

from dataclasses import replace
from typing import Any

import pytest
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from nomic.cycles.models import PhaseSeed
from nomic.forecast.dry_run import Changed, Foreseen, Holding, dry_run
from nomic.forecast.enactment_order import ending_with
from nomic.law.models import law_at
from nomic.matches.models import Match
from nomic.proposals.models import Proposal
from tests.clauses.conftest import Clauses, OpenWith, enact, other_clauses
from tests.clauses.test_arguments import says
from tests.clauses.test_value_kinds import act
from tests.support.example_counts import examples
from tests.support.executed_lines import calls_of
from tests.support.hall import Hall

PRICE = "/shop/offers/Chip/costs/Vertebra"
ALL = {"each": "them", "in": {"players": "players"}}
GIVE_ALL = [{**ALL, "do": [{"grant": "Chip", "to": "$them"}]}]


def price(value: int) -> dict[str, Any]:
    return {"op": "replace", "path": PRICE, "value": value}


def at_phase_end(*do: dict[str, Any]) -> dict[str, Any]:
    return {"when": "phase-ends", "do": list(do)}


def look(hall: Hall, number: int = 1) -> Foreseen:
    """At a proposal and those that end with it; nothing changes."""
    proposal = Proposal.objects.get(cycle=hall.pk, number=number)
    with hall.nothing_changes():
        return dry_run(hall.slug, ending_with(proposal))


def test_of_two_that_set_one_price_the_second_no_longer_applies(cast: Hall) -> None:
    """R13: its guard expects the price as it was; the third has nothing to do with them."""
    cast.propose("ada", price(7))
    cast.propose("bob", price(8), title="Dearer")
    cast.propose("eve", {"op": "replace", "path": "/cycle/title", "value": "Another hall"})
    found = [(place.number, place.applies, place.because_of) for place in look(cast, 2).places]
    assert found == [(1, True, 0), (2, False, 1), (3, True, 0)]
    why = look(cast, 2).places[1].why
    assert why == "it expects the price of one Chip in Vertebrae to be 25 Vertebrae, but by then it will be 7 Vertebrae"


def test_of_two_that_bring_an_entry_of_one_name_the_second_no_longer_applies(cast: Hall) -> None:
    """It is said of which, as for what is changed twice; once the first is withdrawn, nothing is in its way."""
    hats = {"op": "add", "path": "/items/Hat", "value": {"plural": "Hats", "kind": "keepsake"}}
    first = cast.propose("ada", hats)
    cast.propose("bob", hats | {"value": {"plural": "Caps", "kind": "keepsake"}})
    seen = look(cast, 2).places[1]
    assert (seen.applies, seen.because_of) == (False, 1)
    assert seen.why == "it adds the item Hat, but that will already exist by then"
    cast.do("ada", "withdraw-proposal", proposal=first)
    assert [(place.number, place.applies) for place in look(cast, 2).places] == [(2, True)]


def test_what_no_longer_applies_to_the_law_as_it_is_is_nobodys_fault(cast: Hall) -> None:
    """The law changed since it was written."""
    guard = {"op": "test", "path": PRICE, "value": 3}
    Proposal.objects.filter(code=cast.propose("ada", price(7))).update(amendments=[guard, price(7)])
    seen = look(cast)
    assert [(place.applies, place.because_of) for place in seen.places] == [(False, 0)]
    assert not seen.any_applies


def test_the_next_end_of_a_phase_is_played_with_the_proposal_and_without(open_with: OpenWith) -> None:
    """What everybody has of each item then, where it is otherwise; once and at the phase's end."""
    hall = open_with({"dole": at_phase_end({**ALL, "do": [{"grant": "Vertebra", "n": 2, "to": "$them"}]})})
    has = hall.has("ada", "Vertebra")
    more = at_phase_end({**ALL, "do": [{"grant": "Vertebra", "n": 5, "to": "$them"}]})
    hall.propose("ada", other_clauses({"dole": more}), effects=GIVE_ALL)
    found = look(hall).holdings
    assert [each for each in found if each.holder == "ada"] == [
        Holding("ada", "Chip", 0, 0, 1),
        Holding("ada", "Vertebra", has, has + 2, has + 5),
    ]
    assert {each.holder for each in found} == {"ada", "bob", "eve"}


def test_what_fails_then_is_said(cast: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    """What it does once takes too long by then."""
    cast.propose("ada", price(7), effects=GIVE_ALL)
    monkeypatch.setattr("nomic.effects.running.interpreter.MAX_STEPS", 0)
    seen = look(cast)
    assert seen.places[0].applies
    assert any("would take too long" in line for line in seen.failures)


def test_who_gains_and_who_loses_a_right(open_with: OpenWith) -> None:
    """What everybody could do at once, before and after; a ban names its rule."""
    walk = act({"grant": "Chip", "to": "$me"})
    hall = open_with({"walk": walk, "run": walk | {"action": "Run"}})
    gone = {"forbid": "tolls_walk", "because": "It is late"}
    hall.propose("ada", other_clauses({"walk": walk, "no": gone, "fly": walk | {"action": "Fly"}}))
    found = {right.title: (right.gain, right.lose, right.why) for right in look(hall).rights}
    everybody = ("ada", "bob", "eve")
    assert found["Fly"] == (everybody, (), "")
    assert found["Run"] == ((), everybody, "There is no such action now.")
    assert found["Act"][1] == everybody
    assert "It is late" in found["Act"][2]
    assert set(found) == {"Fly", "Run", "Act"}


def test_dice_are_others_than_those_to_come_and_the_same_with_and_without(open_with: OpenWith) -> None:
    """The fork's seeds are its own; and what the proposal does not touch rolls the same in both."""
    hall = open_with(
        {"dice": at_phase_end({"grant": "Vertebra", "n": {"roll": "1d1000000"}, "to": {"players": "players"}})}
    )
    hall.propose("ada", price(7))
    first, second = look(hall), look(hall)
    assert [each.without == each.with_ for each in first.holdings] == [True] * 3
    assert first.holdings != second.holdings
    hall.to(hall.cycle.phase_ends_at)
    played = {hall.has(name, "Vertebra") for name in ("ada", "bob", "eve")}
    assert not played & {each.with_ for each in (*first.holdings, *second.holdings)}
    assert PhaseSeed.objects.filter(cycle=hall.pk).count() == 3


def test_of_secrets_the_fork_knows_nothing(open_with: OpenWith) -> None:
    """Neither what is kept secret, though the proposal would have it be paid out; nor what was put off unseen."""
    secret = {"value": "Depth", "seen": "nobody"}
    dig = act({"set": "Depth", "to": "$n"}, **says(n={"is": "number", "sealed": True}))
    game: Clauses = {"secret": secret, "dig": dig, "count": {"value": "Count", "of": "cycle"}}
    hall = open_with(game)
    hall.do("ada", "tolls_dig", n=77)
    told = at_phase_end({"set": "Count", "to": {"value_of": "Depth"}}, {"reveal": "Depth"})
    hall.propose("bob", other_clauses(game | {"tell": told}))
    seen = look(hall)
    assert "77" not in repr(replace(seen, state=None))  # digests are public, and hold any digits
    assert seen.failures == ()


def test_games_stand_still_and_are_there_as_before(cast: Hall) -> None:
    """A match that waits for the next phase does not begin in the fork."""
    for name in ("ada", "bob"):
        for _ in range(10):
            cast.grant_card(name)
        cast.do(name, "declare-battle")
    cast.propose("ada", price(7))
    seen = look(cast)
    assert seen.whole
    assert not any("battle" in line for line in seen.words)
    assert Match.objects.filter(cycle=cast.pk).count() == 1


def test_it_ends_though_much_is_due(cast: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    """So many entries and no more: then it says that it has not come to the end of the phase."""
    cast.propose("ada", price(7))
    monkeypatch.setattr("nomic.forecast.fork.scratch_fork.MAX_ENTRIES", 0)
    assert not look(cast).whole


def test_no_law_of_it_is_remembered(cast: Hall) -> None:
    """A revision that was enacted in a dry run is none that is enacted later."""
    cast.propose("ada", price(7))
    look(cast)
    enact(cast, price(9))
    law = law_at(cast.cycle.book_id, cast.cycle.revision)
    assert law.document["shop"]["offers"]["Chip"]["costs"]["Vertebra"] == 9


def test_a_vote_that_ends_the_cycle_ends_only_the_fork(open_with: OpenWith) -> None:
    """Who would win is said."""
    hall = open_with({})
    wins = {"wins": {"is": [{"stock": "Vertebra", "of": "$it"}, "at_least", 1]}, "alone": False}
    hall.propose("ada", other_clauses({"all": wins}))
    seen = look(hall)
    assert seen.changed[0].what == "The cycle"
    assert seen.changed[0].with_.startswith("ended: ")
    assert hall.cycle.is_running
    assert isinstance(seen.changed[0], Changed)


def test_twice_as_many_proposals_take_about_twice_the_work(cast: Hall) -> None:
    """By the functions that are called."""

    def propose(count: int) -> None:
        for _ in range(count):
            number = Proposal.objects.filter(cycle=cast.pk).count()
            rule = {"title": f"Rule {number}", "body": "Words.", "parent": None, "place": 900 + number}
            cast.propose(
                ("ada", "bob", "eve")[number % 3], {"op": "add", "path": f"/rules/new-{number}", "value": rule}
            )

    propose(3)
    look(cast)  # what is prepared once
    propose(3)
    six = calls_of(lambda: look(cast))
    propose(6)
    twelve = calls_of(lambda: look(cast))
    assert len(look(cast).places) == 12
    assert twelve < 2.5 * six


AMENDMENTS = st.one_of(
    st.integers(1, 60).map(price),
    st.sampled_from(["Chip", "Already-opened Pack"]).map(lambda name: {"op": "remove", "path": f"/shop/offers/{name}"}),
    st.just({"op": "replace", "path": "/calendar/spans/0/ends", "value": "Tuesday 00:00"}),
    st.text("abc", min_size=1, max_size=5).map(
        lambda name: {"op": "add", "path": f"/rules/{name}", "value": {"title": name, "body": "", "parent": None}}
    ),
    st.just({"op": "test", "path": "/nowhere", "value": 1}),
)
EFFECTS = st.sampled_from([[], GIVE_ALL, [{"grant": "Vertebra", "n": {"roll": "3d6"}, "to": "$me"}]])


@settings(max_examples=examples(12), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.tuples(st.lists(AMENDMENTS, max_size=2), EFFECTS), min_size=1, max_size=4))
def test_whatever_is_proposed_a_dry_run_changes_nothing(cast: Hall, proposed: list[Any]) -> None:
    """No row of any table; and each that applies is told from those that do not."""
    with transaction.atomic():
        for amendments, effects in proposed:
            code = cast.propose("ada")
            Proposal.objects.filter(code=code).update(amendments=amendments, effects=effects)
        digest = cast.digest
        seen = look(cast)
        assert cast.digest == digest
        assert len(seen.places) == len(proposed)
        assert all(bool(place.why) != place.applies for place in seen.places)
        transaction.set_rollback(True)
