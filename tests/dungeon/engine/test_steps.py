"""What a step leads to: blank hexes, walls, pools, pits, and other players (R66, R68)."""

import pytest

from dungeon.engine.parsed_law import Rules
from dungeon.engine.state import Act, Explorer, Terrain
from tests.dungeon.engine.maps import GAME, NoDraws, NoWorld, Told, at, law, level, match, on, over, plan, purse, told

EAST = {"E": (1, 0), "NE": (1, -1), "NW": (0, -1), "W": (-1, 0), "SW": (-1, 1), "SE": (0, 1)}


@pytest.mark.parametrize(("direction", "onto"), EAST.items())
def test_a_player_can_move_to_an_adjacent_blank_hex(rules: Rules, direction: str, onto: tuple[int, int]) -> None:
    """In each of six directions, for one action."""
    step = over(rules, match(level(), ada=on(0, 0)), NoDraws(), ada=[direction])
    assert at(step.state, "ada") == on(*onto)


@pytest.mark.parametrize("barrier", ["wall", "water"])
def test_R66_a_step_onto_a_wall_or_a_pool_is_lost_and_later_ones_stay(rules: Rules, barrier: Terrain) -> None:
    """East is barred, so the first action is lost; the two after it are made from where one still is."""
    state = match(level({(1, 0): barrier}), ada=on(0, 0))
    step = over(rules, state, NoDraws(), ada=["E", "W", "W"])
    assert at(step.state, "ada") == on(-2, 0)
    assert [frame.acts for frame in step.state.last.frames] == [
        (Act("ada", "E", "lost", (on(0, 0),)),),
        (Act("ada", "W", "moved", (on(0, 0), on(-1, 0))),),
        (Act("ada", "W", "moved", (on(-1, 0), on(-2, 0))),),
        (),
    ]


def test_R66_a_step_beyond_the_level_is_lost(rules: Rules) -> None:
    """From its eastern corner; the later steps stay."""
    step = over(rules, match(level(), ada=on(4, 0)), NoDraws(), ada=["E", "NE", "NW"])
    assert at(step.state, "ada") == on(4, -1)


def test_R66_players_share_hexes(rules: Rules) -> None:
    """Two who step onto the same hex both get there, and so do two who change places."""
    state = match(level(), ada=on(1, 0), bob=on(3, 0), eve=on(2, 0))
    step = over(rules, state, NoDraws(), ada=["E"], bob=["W"], eve=["W"])
    assert [at(step.state, name) for name in ("ada", "bob", "eve")] == [on(2, 0), on(2, 0), on(1, 0)]


def test_R66_actions_are_resolved_in_order_the_first_of_all_at_once(rules: Rules) -> None:
    """One moves twice and the other once: they move once together, then one alone, then nobody."""
    step = over(rules, match(level(), ada=on(0, 0), bob=on(0, 0)), NoDraws(), ada=["E", "E"], bob=["W"])
    frames = step.state.last.frames
    assert [[act.player for act in frame.acts] for frame in frames] == [["ada", "bob"], ["ada"], [], []]


def test_R66_who_has_no_plan_does_nothing(rules: Rules) -> None:
    """They stay where they are while others move."""
    step = over(rules, match(level(), ada=on(2, 1), bob=on(0, 0)), NoDraws(), bob=["E"])
    assert at(step.state, "ada") == on(2, 1)


def test_R66_a_plan_is_used_up_by_its_period(rules: Rules) -> None:
    """In the next one whoever makes none stays."""
    step = over(rules, match(level(), ada=on(0, 0)), NoDraws(), ada=["E"])
    again = over(rules, step.state, NoDraws())
    assert at(again.state, "ada") == on(1, 0)
    assert again.state.period == 3


@pytest.mark.parametrize(("most", "end"), [(1, on(1, 0)), (2, on(2, 0)), (3, on(3, 0))])
def test_R66_what_a_law_no_longer_allows_of_a_plan_is_not_done(rules: Rules, most: int, end: object) -> None:
    """Three actions were planned, and a vote has made them fewer before the period ends."""
    state = plan(rules, match(level(), ada=on(0, 0)), "ada", "E", "E", "E")
    fewer = law(actions=most)
    assert at(GAME.expire(fewer, state, "period 1", NoDraws(), NoWorld()).state, "ada") == end


def test_R68_a_pit_takes_to_the_centre_of_the_next_level(rules: Rules) -> None:
    """The one that there is: nothing is drawn."""
    state = match(level({(1, 0): "pit"}), level(), ada=on(0, 0))
    step = over(rules, state, NoDraws(), ada=["E", "E"])
    assert at(step.state, "ada") == on(1, 0, 2)
    assert step.state.last.frames[0].acts == (Act("ada", "E", "fell", (on(0, 0), on(1, 0), on(0, 0, 2))),)


def test_R68_the_next_level_is_made_if_need_be_and_once_for_all_who_fall(rules: Rules) -> None:
    """Two fall together, a third an action later: one level of 60 draws, and all are on it."""
    state = match(level({(1, 0): "pit"}), ada=on(0, 0), bob=on(2, 0), eve=on(0, 0))
    blank = law(radius=1, pool={"Blank": {"weight": 1, "is": "blank"}})
    draws = {f"dungeon 1, level 2, hex ({q},{r})": 0 for q, r in EAST.values()}
    chance = Told(draws)
    step = over(blank, state, chance, ada=["E"], bob=["W"], eve=["wait", "E"])
    assert sorted(chance.drawn) == sorted((label, 1) for label in draws)
    assert {at(step.state, name) for name in ("ada", "bob", "eve")} == {on(0, 0, 2)}
    assert [frame.made for frame in step.state.last.frames] == [((1, 2),), (), (), ()]
    assert [event.text for event in told(step, "level-made")] == ["Level 2 of dungeon 1 is found."]


def test_R68_one_can_fall_on_in_the_same_period(rules: Rules) -> None:
    """From the centre of the next level, with the actions that are left."""
    pit = {(1, 0): "pit"}
    state = match(level(pit), level(pit), level(pit), level(), ada=on(0, 0))
    assert at(over(rules, state, NoDraws(), ada=["E", "E", "E"]).state, "ada") == on(0, 0, 4)


def test_falling_costs_nothing_of_the_pocket(rules: Rules) -> None:
    """Whoever falls keeps what is in pocket and store."""
    state = match(level({(1, 0): "pit"}), level(), ada=Explorer("", at=on(0, 0), pocket=4, store=2))
    assert purse(over(rules, state, NoDraws(), ada=["E"]).state, "ada") == (4, 2)
