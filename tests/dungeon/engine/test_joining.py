"""Joining, leaving and coming back (R114)."""

from typing import Any

import pytest
from msgspec.structs import replace

from dungeon.engine.moves import WITHDRAW_PLAN
from dungeon.engine.parsed_law import Rules
from dungeon.engine.state import Explorer, State
from nomic.chance.draw_source import Source
from nomic.matches.contract.external_events import Happening, Joined, LawChanged, Left, PhaseBegan
from nomic.matches.contract.game import Seat
from tests.dungeon.engine.maps import GAME, NoDraws, NoWorld, at, law, level, match, on, over, plan, purse, told


def happens(rules: Rules, state: State, happening: Happening, chance: Any = None) -> State:
    step = GAME.react(rules, state, happening, chance or NoDraws(), NoWorld())
    return state if step is None else step.state


def test_the_first_player_to_join_makes_the_first_dungeon(rules: Rules) -> None:
    """With one level, and stands in its centre; the second draws nothing."""
    begun = GAME.setup(rules, {})
    assert (begun.dungeons, begun.period) == ((), 1)
    state = happens(rules, begun, Joined("ada"), Source("ab" * 32, "joined"))
    assert [len(dungeon.levels) for dungeon in state.dungeons] == [1]
    state = happens(rules, state, Joined("bob"))
    assert [at(state, name) for name in ("ada", "bob")] == [on(0, 0), on(0, 0)]
    assert GAME.seats(state) == (Seat("ada", "in", True), Seat("bob", "in", True))


def test_R114_who_joins_late_begins_in_the_centre_of_the_first_dungeons_first_level(rules: Rules) -> None:
    """Whatever others have found by then."""
    state = match(level(), level(), ada=Explorer("", at=on(3, 0, 2), store=30))
    state = replace(state, dungeons=state.dungeons * 2, period=40)
    state = happens(rules, state, Joined("bob"))
    assert (at(state, "bob"), purse(state, "bob")) == (on(0, 0), (0, 0))


def test_who_joins_before_a_period_ends_has_a_plan_in_it(rules: Rules) -> None:
    """Somebody who joins just before a period ends still has a plan in it."""
    state = happens(rules, match(level(), ada=on(1, 0)), Joined("bob"))
    assert at(over(rules, state, NoDraws(), bob=["E"]).state, "bob") == on(1, 0)


def test_R114_who_leaves_is_out_and_pocket_and_store_are_gone(rules: Rules) -> None:
    """Their plan, too; and they are seen no more."""
    state = match(level(), ada=Explorer("", at=on(1, 0), pocket=3, store=8), bob=on(0, 0))
    state = happens(rules, plan(rules, state, "ada", "E"), Left("ada"))
    assert state.explorers[0] == Explorer("ada", "out", sealed=True)
    assert GAME.seats(state)[0] == Seat("ada", "out")
    assert [each.player for each in GAME.view(rules, state, None).players] == ["bob"]
    assert GAME.clocks(rules, state)[0].players == ("bob",)


def test_R114_who_comes_back_starts_anew(rules: Rules) -> None:
    """In the centre with nothing, on the seat that they had."""
    state = match(level(), ada=Explorer("", at=on(1, 0), pocket=3, store=8), bob=on(0, 0))
    state = happens(rules, happens(rules, state, Left("ada")), Joined("ada"))
    assert state.explorers[0] == Explorer("ada", at=on(0, 0))
    assert [seat.player for seat in GAME.seats(state)] == ["ada", "bob"]


def test_what_somebody_sealed_before_leaving_is_opened_when_the_period_ends(rules: Rules) -> None:
    """So is a plan that was taken back: the record is whole. After that there is nothing left to open."""
    state = match(level(), ada=on(0, 0), bob=on(0, 0), eve=on(0, 0))
    state = plan(rules, plan(rules, state, "ada", "E"), "bob", "E")
    state = happens(rules, state, Left("ada"))
    state = GAME.play(rules, state, "bob", WITHDRAW_PLAN, (), NoDraws(), NoWorld()).state
    step = over(rules, state, NoDraws())
    assert [event.facts["player"] for event in told(step, "unsealed")] == ["ada", "bob"]
    assert step.events[:2] == tuple(told(step, "unsealed"))
    assert told(over(rules, step.state, NoDraws()), "unsealed") == []


def test_who_comes_back_in_the_period_has_what_they_sealed_before_opened_as_well(rules: Rules) -> None:
    """The plan itself went with their leaving, so they stay in the centre."""
    state = plan(rules, match(level(), ada=on(1, 0)), "ada", "E")
    state = happens(rules, happens(rules, state, Left("ada")), Joined("ada"))
    step = over(rules, state, NoDraws())
    assert [event.facts["player"] for event in told(step, "unsealed")] == ["ada"]
    assert at(step.state, "ada") == on(0, 0)


@pytest.mark.parametrize(
    "happening",
    [
        Joined("ada"),
        Left("nobody"),
        PhaseBegan("rest", 3),
        LawChanged(),
    ],
)
def test_other_happenings_touch_nothing(rules: Rules, happening: Happening) -> None:
    """Who is in joins no second time, strangers do not leave, and the calendar is of no concern."""
    assert GAME.react(rules, match(level(), ada=on(0, 0)), happening, NoDraws(), NoWorld()) is None


def test_a_dungeon_without_players_goes_on(rules: Rules) -> None:
    """Its enemies move on, its periods end, and whoever joins then is welcome."""
    state = happens(rules, match(level(), ada=on(0, 0)), Left("ada"))
    step = over(rules, state, NoDraws())
    assert step.state.period == 2
    assert [clock.name for clock in GAME.clocks(rules, step.state)] == ["period 2"]


def test_R106_another_radius_holds_for_levels_made_from_then_on(rules: Rules) -> None:
    """Those that there are stay as they are; pools, loot and enemies are those of the law in force."""
    small = law(radius=1, pool={"Abyss": {"weight": 1, "is": "pit"}})
    state = match(level({(1, 0): "pit"}), ada=on(0, 0))
    after = over(small, state, ada=["E", "E", "stay"]).state
    assert [len(each.hexes) for each in after.dungeons[0].levels] == [61, 7, 7]
    assert (at(after, "ada"), after.dungeons[0].levels[1].kind((1, 0)).name) == (on(0, 0, 3), "Abyss")
