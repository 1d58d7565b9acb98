"""Ropes: up to where somebody can stand beside a pit, or out of the dungeon; and in again (R68, R69, R114)."""

import pytest
from msgspec.structs import replace

from dungeon.engine.parsed_law import Rules
from dungeon.engine.state import Act, Dungeon, Explorer, Spot, Terrain
from nomic.matches.contract.game import BadAnswer
from tests.dungeon.engine.maps import NoDraws, asked, at, label, law, level, match, on, over, plan, purse, told, values

ROPE = {(1, 0): "rope"}
PIT_ABOVE = level({(2, 0): "pit", (2, -1): "wall", (3, -1): "water", (1, 1): "chest", (1, 0): "rope"})


def test_R68_a_rope_leads_to_blank_rope_or_chest_beside_a_pit_on_the_level_above(rules: Rules) -> None:
    """Of the six hexes around the only pit, the wall and the pool are none; the others are offered by their hex."""
    state = match(PIT_ABOVE, level(ROPE), ada=on(0, 0, 2))
    question = asked(rules, state, "ada", "E")
    assert values(question) == ["stay", "1,0", "3,0", "1,1", "2,1"]
    assert question.prompt == "Action 1 of 3: where does the rope bring you?"
    assert [label(question, each) for each in ("1,0", "1,1", "2,1")] == [
        "Rope at (1,0) on level 1",
        "Chest at (1,1) on level 1",
        "Blank at (2,1) on level 1",
    ]


@pytest.mark.parametrize("target", ["1,0", "3,0", "1,1", "2,1"])
def test_R68_the_step_onto_a_rope_brings_up_by_the_same_action(rules: Rules, target: str) -> None:
    """R114: one who comes to a chest by a rope loots nothing, and does not use it up; nothing is drawn."""
    state = match(PIT_ABOVE, level(ROPE), ada=on(0, 0, 2))
    step = over(rules, state, NoDraws(), ada=["E", target])
    q, r = map(int, target.split(","))
    assert at(step.state, "ada") == on(q, r)
    assert step.state.last.frames[0].acts == (Act("ada", "E", "climbed", (on(0, 0, 2), on(1, 0, 2), on(q, r))),)
    assert purse(step.state, "ada") == (0, 0)
    assert step.state.dungeons[0].levels == state.dungeons[0].levels


def test_R68_one_may_stay_on_the_rope(rules: Rules) -> None:
    """A rope brings somebody up optionally."""
    state = match(PIT_ABOVE, level(ROPE), ada=on(0, 0, 2))
    assert at(over(rules, state, NoDraws(), ada=["E", "stay"]).state, "ada") == on(1, 0, 2)


def test_R68_any_pit_of_the_level_above_will_do(rules: Rules) -> None:
    """Not just the one through which one fell: the hexes beside each, once, row by row."""
    two = level({(4, 0): "pit", (-4, 0): "pit"})
    question = asked(rules, match(two, level(ROPE), ada=on(0, 0, 2)), "ada", "E")
    assert values(question) == ["stay", "-3,-1", "4,-1", "-3,0", "3,0", "-4,1", "3,1"]


def test_R68_a_level_above_without_a_pit_is_no_target_and_one_stays(rules: Rules) -> None:
    """Nothing is asked; the rope is a hex like a blank one."""
    state = match(level(), level(ROPE), ada=on(0, 0, 2))
    question = asked(rules, state, "ada", "E")
    assert question.prompt == "Action 2 of 3, from (1,0) on level 2 of dungeon 1: what do you do?"
    assert "climb" not in values(asked(rules, state, "ada"))
    assert at(over(rules, state, NoDraws(), ada=["E"]).state, "ada") == on(1, 0, 2)


@pytest.mark.parametrize("beside", ["pit", "wall", "water"])
def test_R68_where_nobody_can_stand_beside_a_pit_no_rope_leads(rules: Rules, beside: Terrain) -> None:
    """A corner of the level, whose three neighbours are of no use."""
    corner = level({(4, 0): "pit", (4, -1): beside, (3, 0): beside, (3, 1): beside})
    offered = set(values(asked(rules, match(corner, level(ROPE), ada=on(0, 0, 2)), "ada", "E")))
    assert offered.isdisjoint({"4,-1", "3,0", "3,1"})


def test_R68_on_level_1_a_rope_leads_out_of_the_dungeon(rules: Rules) -> None:
    """R69: what was in the pocket is in the store; who is out is nowhere."""
    rich = Explorer("", at=on(0, 0), pocket=7, store=2)
    step = over(rules, match(level(ROPE), ada=rich), NoDraws(), ada=["E", "escape"])
    assert (at(step.state, "ada"), purse(step.state, "ada")) == (None, (0, 9))
    assert step.state.dungeons[0].escaped == ("ada",)
    assert told(step, "escaped")[0].text == "ada escapes and stores 7 coins."
    assert step.state.last.frames[0].acts == (Act("ada", "E", "escaped", (on(0, 0), on(1, 0), None), (), 7),)


def test_R68_the_rope_of_level_1_may_be_left_alone(rules: Rules) -> None:
    """Escaping is optional, as climbing any other rope is."""
    question = asked(rules, match(level(ROPE), ada=on(0, 0)), "ada", "E")
    assert values(question) == ["stay", "escape"]
    step = over(rules, match(level(ROPE), ada=on(0, 0)), NoDraws(), ada=["E", "stay"])
    assert at(step.state, "ada") == on(1, 0)


def test_R68_who_stands_on_a_rope_climbs_on_the_spot_for_an_action(rules: Rules) -> None:
    """As one does who has come to a centre from above. Out of level 1, there is nothing to choose."""
    assert at(over(rules, match(level(), ada=on(0, 0)), NoDraws(), ada=["climb"]).state, "ada") is None
    below = match(PIT_ABOVE, level(), ada=on(0, 0, 2))
    assert values(asked(rules, below, "ada", "climb")) == ["1,0", "3,0", "1,1", "2,1"]
    step = over(rules, below, NoDraws(), ada=["climb", "3,0", "E"])
    assert at(step.state, "ada") == on(4, 0)
    assert step.state.last.frames[0].acts == (Act("ada", "climb", "climbed", (on(0, 0, 2), on(3, 0))),)


def test_R68_one_who_fell_climbs_back_in_the_same_period(rules: Rules) -> None:
    """Down by a pit, up on the spot, and a step."""
    state = match(PIT_ABOVE, level(), ada=on(1, 0))
    assert at(over(rules, state, NoDraws(), ada=["E", "climb", "3,0", "E"]).state, "ada") == on(4, 0)


def test_R68_arriving_on_a_rope_by_rope_leads_no_further(rules: Rules) -> None:
    """From there one climbs on the spot, with the next action."""
    state = match(PIT_ABOVE, level(), ada=on(0, 0, 2))
    assert at(over(rules, state, NoDraws(), ada=["climb", "1,0"]).state, "ada") == on(1, 0)
    assert at(over(rules, state, NoDraws(), ada=["climb", "1,0", "climb"]).state, "ada") is None


@pytest.mark.parametrize("spot", [on(1, 1), on(2, 0)])
def test_R68_who_stands_on_no_rope_cannot_climb(rules: Rules, spot: Spot) -> None:
    """Neither on a chest nor on a blank hex: it is not offered, and refused."""
    state = match(level({(1, 1): "chest"}), ada=spot)
    assert "climb" not in values(asked(rules, state, "ada"))
    with pytest.raises(BadAnswer) as refused:
        plan(rules, state, "ada", "climb")
    assert refused.value.place == 0


def test_R69_who_has_escaped_enters_any_dungeon_at_its_first_centre_as_an_action(rules: Rules) -> None:
    """The later actions go on from there."""
    state = match(level(), ada=None)
    state = replace(state, dungeons=(*state.dungeons, Dungeon((level(), level()))))
    assert values(asked(rules, state, "ada")) == ["wait", "enter 1", "enter 2"]
    step = over(rules, state, NoDraws(), ada=["wait", "enter 2", "E"])
    assert at(step.state, "ada") == on(1, 0, 1, 2)
    assert step.state.last.frames[1].acts == (Act("ada", "enter 2", "entered", (None, on(0, 0, 1, 2))),)


def test_R69_nobody_enters_a_dungeon_that_there_is_not_or_from_within_one(rules: Rules) -> None:
    """There is dungeon 1 alone, which bob is in; outside there is nowhere to step."""
    state = match(level(), ada=None, bob=on(0, 0))
    for player, entered in (("ada", "enter 2"), ("ada", "enter 0"), ("ada", "E"), ("bob", "enter 1")):
        with pytest.raises(BadAnswer):
            plan(rules, state, player, entered)


def test_R69_the_store_is_safe_and_grows_with_every_escape(rules: Rules) -> None:
    """Out with 3, in again, out with nothing more: still 3 and what was there."""
    rich = Explorer("", at=on(0, 0), pocket=3, store=1)
    step = over(rules, match(level(), ada=rich), NoDraws(), ada=["climb", "enter 1", "climb"])
    assert (at(step.state, "ada"), purse(step.state, "ada")) == (None, (0, 4))


def test_R66_a_rope_target_that_is_none_when_its_moment_comes_is_lost_and_the_step_is_not(rules: Rules) -> None:
    """Planned onto a level that nobody had seen, where the hex turned out to be a rope, and its level above differs.

    The plan names a hex beside the pit of level 1; the law in force makes level 2 all ropes. The climb holds, for it
    can be made; with a target that the level above does not have, one stays on the rope.
    """
    ropes = law(radius=1, pool={"Rope": {"weight": 1, "is": "rope"}})
    state = match(level({(1, 0): "pit"}), ada=on(0, 0))
    kept = plan(rules, state, "ada", "E", "E", "2,0")
    assert at(over(ropes, kept).state, "ada") == on(2, 0)
    (explorer,) = kept.explorers
    bad = replace(explorer, plan=(explorer.plan[0], replace(explorer.plan[1], rope="4,0")))
    assert at(over(ropes, replace(kept, explorers=(bad,))).state, "ada") == on(1, 0, 2)
