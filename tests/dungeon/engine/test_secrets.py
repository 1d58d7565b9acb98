"""Plans are secret until the period ends, and nothing else is (R66)."""

import itertools
from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from dungeon.engine.moves import NEW_DUNGEON, PLAN, WITHDRAW_PLAN
from dungeon.engine.parsed_law import Rules
from dungeon.engine.state import PlanStep, State
from dungeon.simulation.invariants import DungeonInvariants
from nomic.matches.contract.moves import Move
from nomic.matches.simulation.conformance import Broken, Checks
from nomic.matches.simulation.unhosted_match import NothingOutside, UnhostedMatch
from tests.dungeon.engine.maps import GAME, NoDraws, NoWorld, level, match, on, over, plan, seen

SEED = "5ea1" * 16
GROUND = level({(1, 0): "chest", (0, 1): "pit"}, {(3, 0): "Minotaur"})


def planned(rules: Rules, *answers: str) -> State:
    """Ada has planned this, bob something, and eve nothing."""
    state = match(GROUND, level(), ada=on(0, 0), bob=on(0, 0), eve=on(0, 0))
    return plan(rules, plan(rules, state, "bob", "NE"), "ada", *answers)


def shown(rules: Rules, state: State, viewer: str | None) -> list[Any]:
    """Everything that a viewer is given."""
    return [
        GAME.view(rules, state, viewer),
        GAME.seats(state),
        GAME.clocks(rules, state),
        GAME.legal(rules, state, viewer or "", NoWorld()),
        GAME.barred(rules, state, viewer or "", NoWorld()),
    ]


@pytest.mark.parametrize("viewer", ["bob", "eve", "a stranger", None])
def test_R66_others_see_that_there_is_a_plan_and_not_which(rules: Rules, viewer: str | None) -> None:
    """Whether it goes east, down the pit, out of the dungeon or nowhere."""
    plans = [["E"], ["SE", "E", "E"], ["climb"], ["wait"], ["W", "W", "W"]]
    given = [shown(rules, planned(rules, *answers), viewer) for answers in plans]
    assert all(each == given[0] for each in given)
    assert [each.has_plan for each in given[0][0].players] == [True, True, False]


def test_R66_one_sees_ones_own_plan_and_where_it_leads(rules: Rules) -> None:
    """As far as it is known; down the pit of level 1 there is a level already."""
    view = seen(rules, planned(rules, "SE", "E", "E"), "ada")
    assert view["plan"] == [
        {"do": "SE", "rope": "", "places": [[1, 2, 0, 0]]},
        {"do": "E", "rope": "", "places": [[1, 2, 1, 0]]},
        {"do": "E", "rope": "", "places": [[1, 2, 2, 0]]},
    ]
    assert view["you"] == "ada"
    assert seen(rules, planned(rules, "climb"), "ada")["plan"][0] == {
        "do": "climb",
        "rope": "escape",
        "places": [None],
    }
    assert GAME.view(rules, planned(rules, "E"), "eve").plan is None


def test_R66_the_answers_of_a_plan_are_sealed() -> None:
    """By its kind alone, so also where it will be refused."""
    assert GAME.is_sealed(PLAN)


@pytest.mark.parametrize("move", [WITHDRAW_PLAN, NEW_DUNGEON])
def test_nothing_else_is_sealed(move: Move) -> None:
    """What has no secret answers needs no seal."""
    assert not GAME.is_sealed(move)


def test_R66_when_the_period_ends_what_was_sealed_is_opened_first(rules: Rules) -> None:
    """Once for each who has planned, in the order of joining; then what came of it."""
    step = over(rules, planned(rules, "W"))
    assert [event.kind for event in step.events][:3] == ["unsealed", "unsealed", "period-over"]
    assert [event.facts["player"] for event in step.events[:2]] == ["ada", "bob"]
    assert GAME.view(rules, step.state, "ada").plan is None
    assert not any(each.sealed or each.plan for each in step.state.explorers)


@pytest.fixture
def checks(rules: Rules) -> Checks[Any, Any]:
    """The checks of every game, on a match in which two have a plan."""
    state = planned(rules, "E", "W", "escape")
    return Checks(UnhostedMatch(GAME, rules, state, NothingOutside(), SEED), DungeonInvariants(), SEED)


def test_two_states_that_differ_in_a_plan_alone_are_the_same_to_all_others(checks: Checks[Any, Any]) -> None:
    """In views, seats, clocks, lists of moves, refusals and what a move tells; for other plans of any kind."""
    for _ in range(20):
        checks.nothing_hidden_shows()


def test_the_disguise_is_one(rules: Rules) -> None:
    """It changes plans of others, never the viewer's own, and where there is none there is nothing to hide."""
    game_checks, state = DungeonInvariants(), planned(rules, "E")
    for number in range(10):
        other = game_checks.disguised(state, "ada", _Draws(number))
        assert other is not None
        assert other.explorers[0] == state.explorers[0]
        assert replace(other.explorers[1], plan=None) == replace(state.explorers[1], plan=None)
    assert len({game_checks.disguised(state, "ada", _Draws(number)).explorers[1].plan for number in range(10)}) > 5
    assert game_checks.disguised(match(GROUND, ada=on(0, 0)), "ada", NoDraws()) is None
    alone = plan(rules, match(GROUND, ada=on(0, 0)), "ada", "E")
    assert game_checks.disguised(alone, "ada", NoDraws()) is None


@pytest.mark.parametrize("leak", ["seats", "clocks", "view", "legal"])
def test_a_game_that_lets_a_plan_show_is_found_out(rules: Rules, leak: str) -> None:
    """The conformance checks find a plan that shows through any method of a game."""

    class Leaks(type(GAME)):  # type: ignore[misc]
        def seats(self, state: State) -> Any:
            return super().seats(state)[:: -1 if leak == "seats" and goes_east(state) else 1]

        def clocks(self, rules: Rules, state: State) -> Any:
            return super().clocks(rules, state) * (2 if leak == "clocks" and goes_east(state) else 1)

        def view(self, rules: Rules, state: State, viewer: str | None) -> Any:
            view = super().view(rules, state, viewer)
            return replace(view, actions=view.actions + (leak == "view" and goes_east(state)))

        def legal(self, rules: Rules, state: State, player: str, environment: Any) -> Any:
            found = super().legal(rules, state, player, environment)
            return found[:-1] if leak == "legal" and goes_east(state) else found

    def goes_east(state: State) -> bool:
        plans = [each.plan or () for each in state.explorers]
        return PlanStep("E") in itertools.chain.from_iterable(plans)

    leaking = UnhostedMatch(Leaks(), rules, planned(rules, "W"), NothingOutside(), SEED)
    checks = Checks(leaking, DungeonInvariants(), SEED)
    with pytest.raises(Broken, match="sees what is hidden"):
        _many_times(checks.nothing_hidden_shows)


def _many_times(check: Callable[[], None]) -> None:
    """Each time with other plans in disguise."""
    for _ in range(50):
        check()


class _Draws:
    """Any draws, others for each number."""

    def __init__(self, number: int) -> None:
        self._number = number

    def below(self, sides: int, label: str, purpose: str) -> int:
        self._number = self._number * 31 + 7
        return self._number % sides
