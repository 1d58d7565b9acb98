"""Plans: what they ask, how they are changed, and what is refused (R66, R68)."""

from typing import Any

import pytest
from msgspec.structs import replace

from dungeon.engine.moves import NEW_DUNGEON, PLAN, WITHDRAW_PLAN
from dungeon.engine.parsed_law import Rules
from dungeon.engine.state import Explorer, PlanStep, State
from nomic.matches.contract.game import Asked, BadAnswer, Clock, IllegalMove
from nomic.matches.contract.moves import read_move
from tests.dungeon.engine.maps import (
    GAME,
    NoDraws,
    NoWorld,
    asked,
    at,
    label,
    law,
    level,
    match,
    on,
    over,
    plan,
    values,
)

DIRECTIONS = ["E", "NE", "NW", "W", "SW", "SE"]
SEEN = level(
    {(1, 0): "chest", (1, -1): "wall", (0, -1): "water", (-1, 0): "pit", (0, 1): "rope"}, {(-1, 1): "Minotaur"}
)


def play(rules: Rules, state: State, player: str, move: Any, answers: Any = ()) -> Any:
    return GAME.play(rules, state, player, move, answers, NoDraws(), NoWorld())


# ── what is asked


def test_R66_a_plan_is_one_question_for_each_action(rules: Rules) -> None:
    """Three by default: to stay, to step in one of six directions, or, on a rope, to climb."""
    state = match(level(), ada=on(0, 0))
    first, second, third = (
        asked(rules, state, "ada"),
        asked(rules, state, "ada", "E"),
        asked(rules, state, "ada", "E", "E"),
    )
    assert [question.prompt for question in (first, second, third)] == [
        "Action 1 of 3, from (0,0) on level 1 of dungeon 1: what do you do?",
        "Action 2 of 3, from (1,0) on level 1 of dungeon 1: what do you do?",
        "Action 3 of 3, from (2,0) on level 1 of dungeon 1: what do you do?",
    ]
    assert values(first) == ["wait", *DIRECTIONS, "climb"]
    assert values(second) == values(third) == ["wait", *DIRECTIONS]
    assert {(question.who, question.kind, question.least, question.most) for question in (first, second, third)} == {
        ("ada", "hex-step", 1, 1)
    }


@pytest.mark.parametrize("actions", [1, 5])
def test_R66_how_many_actions_there_are_is_law(actions: int) -> None:
    """Under another law a plan has one action, or five."""
    state = plan(law(actions=actions), match(level(), ada=on(0, 0)), "ada", "E")
    assert state.explorers[0].plan == (PlanStep("E"), *[PlanStep("wait")] * (actions - 1))


def test_a_plan_says_what_each_step_leads_to(rules: Rules) -> None:
    """By the names that the law gives; what cannot be entered is offered and said to be lost."""
    question = asked(rules, match(SEEN, ada=on(0, 0)), "ada")
    assert {value: label(question, value) for value in ["wait", *DIRECTIONS, "climb"]} == {
        "wait": "Stay where you are",
        "E": "East: Chest at (1,0)",
        "NE": "North-east: Stone Wall, so the step is lost",
        "NW": "North-west: Pool, so the step is lost",
        "W": "West: Pit, down to level 2",
        "SW": "South-west: Minotaur on Blank at (-1,1), which would catch you",
        "SE": "South-east: Rope at (0,1)",
        "climb": "Climb the rope on which you stand: you escape and store your coins",
    }
    edge = asked(rules, match(level(), ada=on(4, 0)), "ada")
    assert label(edge, "E") == "East: out of the level, so the step is lost"


@pytest.mark.parametrize(
    ("steps", "whence"),
    [
        (["E"], "from (1,0) on level 1 of dungeon 1"),
        (["NE"], "from (0,0) on level 1 of dungeon 1"),
        (["SW"], "from (0,0) on level 1 of dungeon 1"),
        (["W"], "from (0,0) on level 2 of dungeon 1"),
        (["SE", "stay"], "from (0,1) on level 1 of dungeon 1"),
        (["SE", "escape"], "from outside"),
        (["climb"], "from outside"),
    ],
)
def test_the_next_question_reckons_with_what_the_answers_before_come_to(
    rules: Rules, steps: list[str], whence: str
) -> None:
    """Walls, enemies, pits and ropes stay as they are until the period ends, so it is known."""
    assert asked(rules, match(SEEN, level(), ada=on(0, 0)), "ada", *steps).prompt.startswith(
        f"Action 2 of 3, {whence}:"
    )


def test_R68_on_a_level_that_nobody_has_seen_anything_may_come(rules: Rules) -> None:
    """Its centre is a rope for certain, up to the pit of level 1. Beyond it all directions are offered, and after each
    it is asked where a rope is to lead, if there is one: to targets of the level above, which is known."""
    state = match(level({(4, 0): "pit"}), ada=on(3, 0))
    fallen = asked(rules, state, "ada", "E")
    assert values(fallen) == ["wait", *DIRECTIONS, "climb"]
    assert label(fallen, "climb") == "Climb the rope on which you stand"
    assert label(fallen, "E") == "East: nobody knows yet what is there; the step may be lost"
    up = asked(rules, state, "ada", "E", "climb")
    assert values(up) == ["4,-1", "3,0", "3,1"]
    onward = asked(rules, state, "ada", "E", "NW")
    assert onward.prompt == "Action 2 of 3: where does the rope bring you, if there is one?"
    assert values(onward) == ["stay", "4,-1", "3,0", "3,1"]
    last = asked(rules, state, "ada", "E", "NW", "3,0")
    assert last.prompt == "Action 3 of 3, from wherever you are then: what do you do?"
    assert values(last) == ["wait", *DIRECTIONS, "climb"]
    assert label(last, "climb") == "Climb the rope on which you stand, if you stand on one"


def test_R68_steps_on_a_level_that_nobody_has_seen_come_to_what_it_turns_out_to_be() -> None:
    """All chests: looted. All walls: lost, one after the other."""
    state = match(level({(1, 0): "pit"}), ada=on(0, 0))
    for name, terrain, ends, hows in (
        ("Chest", "chest", on(2, 0, 2), ["fell", "looted", "looted"]),
        ("Stone Wall", "wall", on(0, 0, 2), ["fell", "lost", "lost"]),
    ):
        rules = law(pool={name: {"weight": 1, "is": terrain}})
        step = over(rules, state, ada=["E", "E", "stay", "E", "stay"])
        assert at(step.state, "ada") == ends
        assert [frame.acts[0].how for frame in step.state.last.frames[:3]] == hows


def test_R69_where_one_may_be_outside_by_then_entering_is_offered_beside_steps() -> None:
    """Down a pit, a step that may lead to an enemy, so back to level 1, whose centre is a rope out of the dungeon."""
    rules = law(actions=4)
    state = match(level({(1, 0): "pit"}), ada=on(0, 0))
    up = asked(rules, state, "ada", "E", "E", "stay", "climb")
    assert "escape" in values(up)
    assert up.prompt == "Action 3 of 4: where does the rope bring you, if there is one?"
    then = asked(rules, state, "ada", "E", "E", "stay", "climb", "escape")
    assert values(then) == ["wait", *DIRECTIONS, "climb", "enter 1"]


# ── changing it


def test_R66_a_plan_can_be_made_anew_until_the_period_ends(rules: Rules) -> None:
    """The last plan counts, as a whole."""
    state = plan(rules, match(level(), ada=on(0, 0)), "ada", "E", "E", "E")
    assert [each.label for each in GAME.legal(rules, state, "ada", NoWorld())] == [
        "Change your plan",
        "Take your plan back",
    ]
    state = plan(rules, state, "ada", "W")
    assert state.explorers[0].plan == (PlanStep("W"), PlanStep("wait"), PlanStep("wait"))
    assert at(over(rules, state, NoDraws()).state, "ada") == on(-1, 0)


def test_R66_a_plan_can_be_taken_back(rules: Rules) -> None:
    """Then nothing is done, and the game waits for that player again."""
    state = plan(rules, match(level(), ada=on(0, 0)), "ada", "E")
    back = play(rules, state, "ada", WITHDRAW_PLAN)
    assert [event.text for event in back.events] == ["ada takes their plan back."]
    assert back.state.explorers[0].plan is None
    assert GAME.clocks(rules, back.state)[0].players == ("ada",)
    assert at(over(rules, back.state, NoDraws()).state, "ada") == on(0, 0)
    with pytest.raises(IllegalMove) as refused:
        play(rules, back.state, "ada", WITHDRAW_PLAN)
    assert (refused.value.code, refused.value.rule) == ("no-plan", "R66")


def test_R66_the_period_ends_at_the_next_whole_multiple_of_its_length_for_those_without_a_plan(rules: Rules) -> None:
    """R64: 1440 minutes by default, so at midnight. Another period has a clock of another name."""
    state = plan(rules, match(level(), ada=on(0, 0), bob=on(0, 0)), "ada", "E")
    assert GAME.clocks(rules, state) == (Clock("period 1", 1440, ("bob",), aligned=True),)
    assert [(seat.player, seat.to_act) for seat in GAME.seats(state)] == [("ada", False), ("bob", True)]
    after = over(rules, state, NoDraws()).state
    assert GAME.clocks(law(period_minutes=60), after) == (Clock("period 2", 60, ("ada", "bob"), aligned=True),)


def test_a_whole_plan_is_told_as_no_more_than_that_there_is_one(rules: Rules) -> None:
    """Neither a step nor their number is in the event."""
    made = play(rules, match(level(), ada=on(0, 0)), "ada", PLAN, [["E"], ["E"], ["wait"]])
    assert [(event.kind, event.text, event.facts) for event in made.events] == [
        ("planned", "ada has a plan.", {"player": "ada"})
    ]


# ── what is refused


@pytest.mark.parametrize(
    ("answers", "place"),
    [
        ([["up"]], 0),
        ([[]], 0),
        ([["E", "W"]], 0),
        ([[None]], 0),
        ([[True]], 0),
        ([[0]], 0),
        ([[10**30]], 0),
        ([[["E"]]], 0),
        ([[{"E": 1}]], 0),
        (["E"], 0),
        ([5], 0),
        (["EW"], 0),
        ([["E"], ["enter 1"]], 1),
        ([["E"], ["climb"]], 1),
        ([["E"], ["W"], ["wait"], ["wait"]], 2),
        ([["E"], ["W"], ["1,0"]], 2),
        ([["E"], ["E"], ["E"], ["E"]], 3),
        ([["E"], ["E"], ["E"], ["stay"]], 3),
        ([["SE"], ["SE"], ["enter 1"]], 2),
        ([["x" * 10_000]], 0),
    ],
)
def test_answers_that_a_plan_does_not_ask_for_are_refused(rules: Rules, answers: Any, place: int) -> None:
    """At the place of the first wrong one, in words, and nothing changes."""
    state = plan(rules, match(level(), ada=on(0, 0)), "ada", "NW")
    kept = GAME.encode(state)
    with pytest.raises(BadAnswer) as refused:
        play(rules, state, "ada", PLAN, answers)
    assert refused.value.place == place
    assert 0 < len(refused.value.detail) < 120
    assert GAME.encode(state) == kept


@pytest.mark.parametrize("answers", ["x", "", {"0": ["E"]}, None, 5, {("E",)}])
def test_answers_that_are_no_list_are_refused(rules: Rules, answers: Any) -> None:
    """In words, whatever is sent in place of one."""
    with pytest.raises(BadAnswer) as refused:
        play(rules, match(level(), ada=on(0, 0)), "ada", PLAN, answers)
    assert (refused.value.place, refused.value.detail) == (0, "answers must be a list of lists")


@pytest.mark.parametrize(
    ("move", "code"),
    [
        ({}, "unknown-move"),
        ({"kind": "go"}, "unknown-move"),
        ({"kind": None}, "unknown-move"),
        ({"kind": ["plan"]}, "unknown-move"),
        ({"kind": "plan", "steps": ["E"]}, "unknown-field"),
        ({"kind": "plan", "player": "bob"}, "unknown-field"),
        ({"kind": "withdraw-plan", "all": True}, "unknown-field"),
        ({"kind": "new-dungeon", "radius": 9}, "unknown-field"),
        ({"kind": "new-dungeon", 1: 2}, "unknown-field"),
    ],
)
def test_moves_that_there_are_not_are_refused(move: Any, code: str) -> None:
    """A known kind with anything else beside it is none, either."""
    with pytest.raises(IllegalMove) as refused:
        read_move(GAME, move)
    assert refused.value.code == code


@pytest.mark.parametrize("move", [PLAN, WITHDRAW_PLAN, NEW_DUNGEON])
@pytest.mark.parametrize("player", ["eve", "Ada", "", "gone"])
def test_nobody_moves_who_is_not_in(rules: Rules, move: Any, player: str) -> None:
    """Neither strangers nor those who have left; and nothing is offered or explained to them."""
    state = match(level(), ada=on(0, 0), gone=Explorer("", "out"))
    with pytest.raises(IllegalMove) as refused:
        play(rules, state, player, move, [["wait"]] * 3 if move == PLAN else ())
    assert refused.value.code == "not-seated"
    assert not GAME.legal(rules, state, player, NoWorld())
    assert not GAME.barred(rules, state, player, NoWorld())


@pytest.mark.parametrize("move", [WITHDRAW_PLAN, NEW_DUNGEON])
def test_what_asks_nothing_takes_no_answers(rules: Rules, move: Any) -> None:
    """Refused at the first of them."""
    state = plan(rules, match(level(), ada=on(0, 0)), "ada", "E")
    with pytest.raises(BadAnswer) as refused:
        play(rules, state, "ada", move, [["E"]])
    assert (refused.value.place, refused.value.detail) == (0, "nothing is asked")


@pytest.mark.parametrize("ended", [{"stopped": True}, {"winner": "ada"}])
def test_nothing_is_planned_when_the_game_is_over(rules: Rules, ended: dict[str, Any]) -> None:
    """Won or stopped: no move is offered or taken, and no clock runs."""
    state = replace(plan(rules, match(level(), ada=on(0, 0)), "ada", "E"), **ended)
    for move in (PLAN, WITHDRAW_PLAN, NEW_DUNGEON):
        with pytest.raises(IllegalMove) as refused:
            play(rules, state, "ada", move)
        assert refused.value.code == "over"
    assert not GAME.legal(rules, state, "ada", NoWorld())
    assert not GAME.clocks(rules, state)


def test_a_plan_that_is_not_whole_changes_nothing(rules: Rules) -> None:
    """What was answered is not kept: the next question comes back, and that is all."""
    state = match(level(), ada=on(0, 0))
    assert isinstance(play(rules, state, "ada", PLAN, [["E"]]), Asked)
    assert isinstance(play(rules, state, "ada", PLAN), Asked)


def test_the_largest_law_asks_for_ten_actions_into_the_unknown_without_end(rules: Rules) -> None:
    """Where one may be after each grows, and stays small enough to ask about."""
    large = law(actions=10, radius=10)
    state = match(level({(1, 0): "pit"}, radius=10), ada=on(0, 0))
    steps = ["NE", "NW", "W", "SW", "SE", "E", "NE", "NW", "W"]
    planned = plan(large, state, "ada", "E", *(each for side in steps for each in (side, "stay")))
    places = [len(step.places) for step in GAME.view(large, planned, "ada").plan or ()]
    assert places[:3] == [1, 4, 9]
    assert places == sorted(places)
    assert places[-1] < 1000
