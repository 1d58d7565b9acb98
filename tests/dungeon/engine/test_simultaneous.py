"""All act at once: what a period comes to depends on the plans alone, not on who made theirs first (R66)."""

from itertools import permutations
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from dungeon.engine.create_levels import make_level
from dungeon.engine.moves import PLAN
from dungeon.engine.parsed_law import Rules
from dungeon.engine.state import Dungeon, Explorer, Spot, State
from nomic.chance.draw_source import Source
from nomic.matches.contract.game import Asked
from tests.dungeon.engine.maps import GAME, NoDraws, NoWorld, Told, law, level, match, on, over
from tests.support.example_counts import examples

RULES = law()
NAMES = ["ada", "bob", "eve", "dan"]


def crowded(seed: int) -> State:
    """Four players on the three levels of a dungeon, wherever one can stand, or outside."""
    chance, levels, made = Source("ab" * 32, f"{seed}"), [], 0
    for number in (1, 2, 3):
        levels.append(make_level(RULES, 1, number, made + 1, chance))
        made += len(levels[-1].enemies)
    explorers = tuple(
        Explorer(name, at=None if name == "dan" else Spot(1, number, 0, 0)) for number, name in enumerate(NAMES, 1)
    )
    return State(dungeons=(Dungeon(tuple(levels)),), explorers=explorers, enemies_made=made)


@st.composite
def answers(draw: st.DrawFn, state: State, player: str) -> list[list[str | int]]:
    """Any whole plan."""
    given: list[list[str | int]] = []
    while isinstance(made := GAME.play(RULES, state, player, PLAN, given, NoDraws(), NoWorld()), Asked):
        given.append([draw(st.sampled_from(made.question.options)).value])
    return given


@settings(max_examples=examples(60), deadline=None)
@given(data=st.data(), seed=st.integers(0, 10**6))
def test_R66_any_order_of_making_plans_comes_to_the_same(data: Any, seed: int) -> None:
    """The same state and the same events, to the byte; plans that were made anew in between do not matter either."""
    begun = crowded(seed)
    plans = {name: data.draw(answers(begun, name)) for name in NAMES}
    earlier = data.draw(answers(begun, "ada"))
    ends = set()
    for order in data.draw(st.lists(st.permutations(NAMES), min_size=2, max_size=4)):
        state = GAME.play(RULES, begun, "ada", PLAN, earlier, NoDraws(), NoWorld()).state
        for name in order:
            state = GAME.play(RULES, state, name, PLAN, plans[name], NoDraws(), NoWorld()).state
        step = GAME.expire(RULES, state, "period 1", Source("cd" * 32, "period"), NoWorld())
        ends.add((GAME.encode(step.state), step.events.__repr__()))
    assert len(ends) == 1


@settings(max_examples=examples(40), deadline=None)
@given(data=st.data(), seed=st.integers(0, 10**6))
def test_R66_what_becomes_of_one_in_the_actions_does_not_depend_on_the_others(data: Any, seed: int) -> None:
    """Ada's actions come to the same, her loot included, whether the others have plans or none."""
    begun = crowded(seed)
    plans = {name: data.draw(answers(begun, name)) for name in NAMES}
    found = []
    for makers in (NAMES, ["ada"]):
        state = begun
        for name in makers:
            state = GAME.play(RULES, state, name, PLAN, plans[name], NoDraws(), NoWorld()).state
        last = GAME.expire(RULES, state, "period 1", Source("cd" * 32, "period"), NoWorld()).state.last
        found.append([[act for act in frame.acts if act.player == "ada"] for frame in last.frames[:-1]])
    assert found[0] == found[1]


def test_R66_draws_are_named_after_players_and_not_after_their_order(rules: Rules) -> None:
    """The same values by name lead to the same coins, in whatever order players have joined."""
    chest = level({(1, 0): "chest"})
    draws = {
        f"action 1, loot {number}: {name}": value for name, value in (("ada", 9), ("bob", 2)) for number in (1, 2, 3)
    }
    for order in permutations(["ada", "bob"]):
        state = match(chest, **dict.fromkeys(order, on(0, 0)))
        after = over(rules, state, Told(draws), ada=["E"], bob=["E"]).state
        assert {each.player: each.pocket for each in after.explorers} == {"ada": 6, "bob": 3}


def test_R66_two_new_levels_at_once_are_made_in_the_order_of_their_dungeons(rules: Rules) -> None:
    """So the numbers of their enemies do not depend on who falls where."""
    enemies = law(radius=1, pool={"Enemy": {"weight": 1, "is": "enemy"}})
    pit = level({(1, 0): "pit"})
    for first, second in ((1, 2), (2, 1)):
        state = match(pit, ada=on(0, 0, 1, first), bob=on(0, 0, 1, second))
        state = State(dungeons=(Dungeon((pit,)), Dungeon((pit,))), explorers=state.explorers)
        after = over(enemies, state, ada=["E"], bob=["E"]).state
        ids = [[each.id for each in dungeon.levels[1].enemies] for dungeon in after.dungeons]
        assert ids == [[1, 2, 3, 4, 5, 6], [7, 8, 9, 10, 11, 12]]
