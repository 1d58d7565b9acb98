"""Whole periods, compared with a second telling of the rules that shares nothing with the engine."""

from collections.abc import Callable
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from dungeon.engine.create_levels import ground
from dungeon.engine.hexes import DIRECTIONS
from dungeon.engine.mutable_state import MutableState
from dungeon.engine.state import Explorer, PlanStep, Spot, State
from dungeon.engine.terrain import STANDING
from nomic.chance.draw_source import Source
from tests.dungeon.engine.maps import GAME, NoWorld, document, law
from tests.dungeon.engine.reference import Beast, Place, Somebody, World
from tests.support.example_counts import examples

WANDERER = {"weight": 1, "behaviour": [{"wander": {"hexes": 2}}], "place": 1}
BULL = {"weight": 2, "behaviour": [{"charge": {"hexes": 3}}, {"wander": {"hexes": 1}}], "place": 0}
CHANGES = {
    "radius": 3,
    "actions": 5,
    "enemies": {"Minotaur": BULL, "Bat": WANDERER},
    "victory": {"coins_more_than": 6, "ahead_by": 2},
}
RULES, LAW = law(**CHANGES), document(**CHANGES)["dungeon"]
NAMES = ["ada", "bob", "eve", "dan", "fay", "gil"]


def begun(seed: int, where: Callable[[list[Spot | None]], Spot | None], coins: Callable[[], int]) -> State:
    """Two dungeons of two levels and one, with players anywhere."""
    draft = MutableState(RULES, State(), Source("ab" * 32, f"{seed}"))
    draft.add_dungeon()
    draft.add_level(1)
    draft.add_dungeon()
    free: list[Spot | None] = [None]
    for dungeon, levels in enumerate(draft.levels, 1):
        for number, level in enumerate(levels, 1):
            guarded = {enemy.hex for enemy in level.enemies}
            standing = (at for at, kind in ground(level) if kind.terrain in STANDING and at not in guarded)
            free += [Spot(dungeon, number, *at) for at in standing]
    for name in NAMES:
        at = where(free)
        draft.put(Explorer(name, at=at, pocket=coins() if at else 0, store=coins()))
    return draft.state()


@st.composite
def steps(draw: st.DrawFn) -> PlanStep:
    """Anything that a plan could hold, be it allowed or not; a rope's target most often is one."""
    far = st.integers(-3, 3)
    rope = st.one_of(st.just("escape"), st.just(""), st.builds("{},{}".format, far, far))
    return PlanStep(
        draw(st.sampled_from([*DIRECTIONS, *DIRECTIONS, "climb", "wait", "enter 1", "enter 2", "enter 3"])), draw(rope)
    )


def place(spot: Spot | None) -> Place | None:
    return None if spot is None else (spot.dungeon, spot.level, (spot.q, -spot.q - spot.r, spot.r))


def world(state: State, draw: Callable[[int, str], int]) -> World:
    """The same state as the other telling has it."""
    levels = [
        (number, depth, level)
        for number, dungeon in enumerate(state.dungeons, 1)
        for depth, level in enumerate(dungeon.levels, 1)
    ]
    return World(
        law=LAW,
        draw=draw,
        ground={
            (number, depth, (q, -q - r, r)): kind.terrain
            for number, depth, level in levels
            for (q, r), kind in ground(level)
        },
        beasts={
            each.id: Beast(each.name, (number, depth, (each.q, -each.q - each.r, each.r)))
            for number, depth, level in levels
            for each in level.enemies
        },
        people={each.player: Somebody(place(each.at), each.pocket, each.store) for each in state.explorers},
        escaped={number: set(dungeon.escaped) for number, dungeon in enumerate(state.dungeons, 1)},
        out_since_the_last_was_made=state.dungeons[-1].escaped_since_made,
    )


@settings(max_examples=examples(150), deadline=None)
@given(data=st.data(), seed=st.integers(0, 10**6))
def test_a_period_comes_to_what_the_rules_told_again_come_to(data: Any, seed: int) -> None:
    """The same ground, enemies, places, pockets, stores, escapes and winner, from the same draws by name."""
    state = begun(
        seed, lambda free: data.draw(st.sampled_from(free)), lambda: data.draw(st.integers(0, 4), label="coins")
    )
    plans = {name: data.draw(st.lists(steps(), max_size=6), label=name) for name in NAMES}
    explorers = tuple(replace(each, plan=tuple(plans[each.player])) for each in state.explorers)
    after = GAME.expire(RULES, replace(state, explorers=explorers), "", Source("cd" * 32, "period"), NoWorld()).state

    source = Source("cd" * 32, "period")
    told = world(state, lambda sides, label: source.below(sides, label, ""))
    told.end_of_period({name: [(step.do, step.rope) for step in plan] for name, plan in plans.items()})
    found = world(after, told.draw)
    assert told.people == found.people
    assert told.ground == found.ground
    assert told.beasts == found.beasts
    assert told.escaped == found.escaped
    assert told.out_since_the_last_was_made == found.out_since_the_last_was_made
    assert (told.winner() or "") == after.winner
