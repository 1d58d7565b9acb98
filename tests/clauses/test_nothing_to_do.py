"""A rule whose condition does not hold when its turn comes: nobody hears of it."""

import pytest

from nomic.cycles.domain.exceptions import Refused
from tests.clauses.conftest import OpenWith, acts_of_rules
from tests.clauses.test_triggers import COUNT, when
from tests.support.hall import Hall

NEVER = {"is": [{"value_of": "Count"}, "more_than", 1_000]}
WELCOME = COUNT | {"welcome": when("joined", {"raise": "Count", "by": 1}) | {"if": NEVER}}


def test_a_condition_that_does_not_hold_makes_no_entry(open_with: OpenWith) -> None:
    """Nothing is left that would be due, and the journal tells the same again."""
    hall = open_with(WELCOME, "ada")
    assert not acts_of_rules(hall)
    due = hall.cycle.due_at
    assert due is not None
    assert due > hall.clock.now
    hall.is_sound()


def test_what_is_due_next_is_known_though_nobody_acts(open_with: OpenWith) -> None:
    """Something listens to the clock alone, and has nothing to do: the cycle is settled all the same."""
    hall = open_with(COUNT | {"tick": when("phase-began", {"raise": "Count", "by": 1}) | {"if": NEVER}}, "ada")
    for _ in range(3):
        hall.to(hall.cycle.phase_ends_at)
        assert hall.cycle.due_at == hall.cycle.phase_ends_at
        assert hall.settle() == 0
    assert not acts_of_rules(hall)
    hall.is_sound()


def test_it_sees_what_rules_before_it_have_done(open_with: OpenWith) -> None:
    """The condition is looked at when its turn comes, not when the event is told; either way round."""
    is_one = {"is": [{"value_of": "Count"}, "equals", 1]}
    first = when("joined", {"raise": "Count", "by": 1}, place=2)
    early = when("joined", {"raise": "Count", "by": 10}, place=1) | {"if": is_one}
    late = when("joined", {"raise": "Count", "by": 100}, place=3) | {"if": is_one}
    hall = open_with(COUNT | {"first": first, "early": early, "late": late}, "ada")
    said = [entry.words[-1] for entry in acts_of_rules(hall)]
    assert said == ["Count is now 1.", "Count is now 101."]
    hall.is_sound()


def test_a_piece_of_settling_that_ends_before_it_leaves_nothing(
    open_with: OpenWith, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With one entry in a piece, what has nothing to do does not stay due."""
    monkeypatch.setattr("nomic.cycles.schedule.settle.MAX_AT_ONCE", 1)
    monkeypatch.setattr("nomic.cycles.schedule.settle.PAUSE", 0)
    tick = when("phase-began", {"raise": "Count", "by": 1}) | {"if": NEVER}
    hall = open_with(COUNT | {"tick": tick, "tock": tick}, "ada")
    hall.to(hall.cycle.phase_ends_at)
    assert hall.cycle.due_at == hall.cycle.phase_ends_at
    assert hall.actions()[-1] == "begin-phase"
    hall.is_sound()


def test_a_journal_that_has_such_entries_keeps_them(open_with: OpenWith, monkeypatch: pytest.MonkeyPatch) -> None:
    """An entry that a fork would leave out is in the replay, too."""
    with monkeypatch.context() as patch:
        patch.setattr("nomic.cycles.schedule.settle.is_noop", lambda *given: False)
        hall = open_with(WELCOME, "ada")
    assert acts_of_rules(hall)[-1].words == ["The rule “Tolls” has nothing to do."]
    hall.join("bob")
    assert len(acts_of_rules(hall)) == 1
    hall.is_sound()


def test_a_condition_that_takes_too_long_fails_as_an_entry(
    open_with: OpenWith, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody would know why else; and after three failures it is suspended."""
    hall: Hall = open_with(WELCOME, "ada")

    def too_long(*given: object) -> bool:
        raise Refused("too-long", "That would take too long.", "Clauses")

    # the rule's own condition alone, not who wins
    monkeypatch.setattr("nomic.clauses.handlers.triggers.condition_holds", too_long)
    hall.join("bob", "eve", "zoe", "max")
    failed = acts_of_rules(hall)
    assert [entry.failure is not None for entry in failed] == [True] * 3
    monkeypatch.undo()
    hall.join("kim")
    assert len(acts_of_rules(hall)) == 3
    hall.is_sound()
