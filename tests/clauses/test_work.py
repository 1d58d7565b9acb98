"""What rules do because of one act: steps that are counted, shared by all that follows from it at once."""

from typing import Any

import pytest

from nomic import limits
from nomic.clauses.runtime import trigger_chains
from nomic.clauses.runtime.trigger_chains import MAX_FOLLOWING
from nomic.cycles import work_budget
from nomic.cycles.actions.registry import action_named
from nomic.cycles.commands import act_stages
from nomic.cycles.commands.act_stages import PendingCommand
from nomic.cycles.commands.idempotency import IdempotentRequest
from nomic.cycles.models import Entry
from nomic.effects.language import scopes
from nomic.effects.language.node_traversal import weight
from nomic.effects.language.parser import read_effect
from tests.clauses.conftest import Clauses, OpenWith
from tests.clauses.test_many_players import populate
from tests.clauses.test_triggers import when
from tests.support.hall import Hall

PLAYERS: Any = {"players": "players"}
VALUES: Clauses = {
    "aa": {"value": "Aa", "of": "player", "is": "number", "starts": 0, "least": 0},
    "cc": {"value": "Cc", "of": "cycle", "is": "number", "starts": 0, "least": 0},
}
STOCKS: Any = {"sum": [{"stock": "Vertebra", "of": "$p"}] * 45}
COUNT_ALL = {
    "each": "p",
    "in": PLAYERS,
    "do": [
        {
            "each": "q",
            "in": PLAYERS,
            "do": [{"let": "s", "be": STOCKS}, {"raise": "Aa", "by": 1, "of": "$q"}],
        }
    ],
}
ALL_STOCKS: Any = {"sum": [{"stock": "Vertebra", "of": PLAYERS}] * 45}


def storm(*do: dict[str, Any], listeners: int = 17, event: str = "left", **more: Any) -> Clauses:
    """Clauses that listen to each other's changes, begun by an event."""
    heavy = {f"h{number:02d}": when("value-moved", *do, place=number + 1, **more) for number in range(listeners)}
    return VALUES | {"start": when(event, {"raise": "Aa", "by": 1, "of": PLAYERS})} | heavy


@pytest.fixture
def taken(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """All steps that rules take in acts."""
    steps = [0]
    take = work_budget.WorkBudget.take

    def counting(self: work_budget.WorkBudget, many: int) -> None:
        take(self, many)
        steps[0] += many

    monkeypatch.setattr(work_budget.WorkBudget, "take", counting)
    return steps


def follow(hall: Hall, before: int) -> list[Entry]:
    return [entry for entry in hall.entries("act-by-rule") if entry.seq > before]


FEW_STEPS = 30_000
SIX = ("ada", "bob", "eve", "dan", "fay", "gus")


@pytest.fixture
def few_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    """As with very many players: a clause that goes over all pairs of six uses up a third of what there is."""
    monkeypatch.setattr(limits, "ACT_STEPS", FEW_STEPS)


def most(act_steps: int) -> int:
    """What an act may take with all that follows; twice, in haste, and alone once something has failed."""
    return 2 * (act_steps + MAX_FOLLOWING * work_budget.OWN_STEPS)


@pytest.mark.usefixtures("few_steps")
@pytest.mark.parametrize("do", [COUNT_ALL, {"let": "s", "be": ALL_STOCKS}], ids=["in loops", "in one expression"])
@pytest.mark.parametrize("event", ["left", "phase-began"])
def test_a_chain_takes_no_more_steps_than_one_act(
    open_with: OpenWith, taken: list[int], do: dict[str, Any], event: str
) -> None:
    """However many rules set each other off: what exceeds it fails as any clause may, and all ends at once."""
    hall = open_with(storm(do, {"raise": "Cc", "by": 1}, event=event), *SIX)
    taken[0], before = 0, hall.cycle.seq
    if event == "left":
        hall.do("bob", "leave")
    else:
        hall.to(hall.cycle.phase_ends_at)
    assert FEW_STEPS / 2 < taken[0] <= most(FEW_STEPS)
    entries = follow(hall, before)
    failed = [entry.failure for entry in entries if entry.failure]
    assert {failure["code"] for failure in failed} == {"too-long"}
    assert len(entries) <= MAX_FOLLOWING
    assert hall.cycle.due_at == hall.cycle.phase_ends_at
    hall.is_sound()


def test_the_worst_chain_of_very_many_players_ends(open_with: OpenWith, taken: list[int]) -> None:
    """Seventeen clauses that set each other off had taken fifteen seconds with 26 players."""
    hall = open_with(storm(COUNT_ALL), "ada", "bob")
    populate(hall, 0, 60)
    taken[0] = 0
    hall.do("bob", "leave")
    assert taken[0] <= most(limits.ACT_STEPS)


@pytest.mark.usefixtures("few_steps")
def test_little_never_fails_because_of_much(open_with: OpenWith) -> None:
    """A clause that comes after those that have used everything up, at the same event."""
    light = when("value-moved", {"raise": "Cc", "by": 1}, place=900)
    hall = open_with(storm(COUNT_ALL, listeners=4) | {"z": light}, *SIX)
    before = hall.cycle.seq
    hall.do("bob", "leave")
    entries = follow(hall, before)
    assert any(entry.failure for entry in entries)
    mine = [entry for entry in entries if entry.args["clause"].endswith("z")]
    assert mine
    assert all(entry.failure is None for entry in mine)
    hall.is_sound()


@pytest.mark.usefixtures("few_steps")
def test_a_condition_that_does_not_hold_is_counted_too(open_with: OpenWith, taken: list[int]) -> None:
    """It leaves no entry, but it is worked out as often as anything happens."""
    never = {"is": [ALL_STOCKS, "equals", 987_654_321]}
    clauses = {f"n{number:02d}": when("value-moved", {"raise": "Cc", "by": 1}) | {"if": never} for number in range(16)}
    start = {"start": when("left", {"raise": "Aa", "by": 1, "of": PLAYERS})}
    hall = open_with(VALUES | clauses | start, *SIX)
    taken[0] = 0
    hall.do("bob", "leave")
    assert taken[0] <= most(FEW_STEPS)
    hall.is_sound()


@pytest.mark.usefixtures("few_steps")
def test_nobody_is_kept_from_winning_by_what_a_rule_does(open_with: OpenWith) -> None:
    """To judge has steps of its own."""
    wins = {"wins": {"is": [{"value_of": "Cc"}, "at_least", 3]}, "alone": False}
    three = when("value-moved", {"set": "Cc", "to": 3}, place=900)
    hall = open_with(storm(COUNT_ALL, listeners=4) | {"y": three, "z": wins}, *SIX)
    hall.do("bob", "leave")
    assert not hall.cycle.is_running


def test_who_wins_is_found_in_so_many_steps(open_with: OpenWith, taken: list[int]) -> None:
    """After every entry of a chain, and not at any price; where it is not found, the journal says so."""
    wins = {"wins": {"any": [{"is": [ALL_STOCKS, "equals", 987_654_321]}, {"is": [{"value_of": "Cc"}, "equals", -1]}]}}
    hall = open_with(storm({"raise": "Cc", "by": 1}, listeners=10) | {"z": wins}, *SIX)
    taken[0], before = 0, hall.cycle.seq
    hall.do("bob", "leave")
    assert taken[
        0
    ] <= trigger_chains.JUDGING_STEPS + trigger_chains.MAX_DEPTH * trigger_chains.JUDGING_FOLLOWING + most(10_000)
    assert any("takes too long to work out" in words for entry in follow(hall, before) for words in entry.words)
    hall.is_sound()


def test_what_was_accepted_once_is_accepted_in_a_replay(open_with: OpenWith, monkeypatch: pytest.MonkeyPatch) -> None:
    """A journal from when a chain could do more."""
    hall = open_with(storm(COUNT_ALL, listeners=2), *SIX)
    hall.do("bob", "leave")
    assert hall.entries("act-by-rule")
    assert not any(entry.failure for entry in hall.entries("act-by-rule")[:3])
    monkeypatch.setattr(limits, "ACT_STEPS", 2_000)
    hall.is_sound()


def test_acts_that_come_together_do_no_more_in_one_transaction(
    open_with: OpenWith, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Once rules have done as much as one act may, the others are performed one by one."""
    hall = open_with(VALUES | {"act": {"action": "Act", "do": [COUNT_ALL]}}, *SIX)
    monkeypatch.setattr(limits, "ACT_STEPS", 10_000)
    made: list[int] = []
    real = act_stages._perform

    def noting(turn: PendingCommand, *given: Any, **more: Any) -> None:
        made.append(1)
        real(turn, *given, **more)

    monkeypatch.setattr(act_stages, "_perform", noting)
    action = action_named("tolls_act", hall.cycle.law)
    turns = [
        PendingCommand(IdempotentRequest(hall.slug, hall.actor(name), action, action.read({}), None)) for name in SIX
    ]
    act_stages.perform_batch(turns)
    assert 1 <= len(made) < len(turns)
    assert [turn.performed is not None for turn in turns] == [True] * len(made) + [False] * (len(turns) - len(made))
    assert not any(turn.error for turn in turns)


def test_a_big_law_works(open_with: OpenWith) -> None:
    """A rule that gives something to each of a thousand players, and counts it."""
    gift = {"each": "p", "in": PLAYERS, "do": [{"grant": "Vertebra", "to": "$p"}, {"raise": "Aa", "by": 1, "of": "$p"}]}
    hall = open_with(VALUES | {"gift": when("phase-began", gift)}, "ada")
    populate(hall, 0, 1000)
    hall.to(hall.cycle.phase_ends_at)
    assert not any(entry.failure for entry in hall.entries("act-by-rule"))
    assert hall.has("p00999", "Vertebra") == 10


def test_a_node_weighs_what_is_worked_out_with_it() -> None:
    """Lists of operations within it weigh by themselves, as often as they are done."""
    effect = read_effect([{"each": "p", "in": PLAYERS, "do": [{"let": "s", "be": STOCKS}]}], scopes.HALL)
    assert weight(effect[0]) == 2
    assert weight(effect[0].do[0]) == 1 + 1 + 3 * 45  # type: ignore[attr-defined]
