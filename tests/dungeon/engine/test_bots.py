"""The bots, and whole matches between them."""

import pytest
from msgspec.structs import replace

from dungeon.bots.policy import GreedyBot
from dungeon.engine.moves import NEW_DUNGEON, PLAN
from dungeon.engine.parsed_law import Rules
from dungeon.engine.state import Dungeon, Explorer, PlanStep, State
from dungeon.simulation.invariants import ExaminedDungeons
from nomic.chance.source import Source
from nomic.matches.simulation.run import Simulation, play_match
from tests.dungeon.engine.maps import GAME, NoWorld, Told, document, law, level, match, on, plan

CAREFUL = {"bot: daring": 1}
DARING = {"bot: daring": 0}


def chosen(rules: Rules, state: State, draws: dict[str, int]) -> tuple[PlanStep, ...] | None:
    """Ada's plan by the greedy bot."""
    found = GreedyBot().choose(GAME, rules, state, "ada", NoWorld(), Told(draws))
    if found is None:
        return None
    move, answers = found
    made = GAME.play(rules, state, "ada", move, answers, Told({}), NoWorld())
    return made.state.explorers[0].plan  # type: ignore[union-attr]


def steps(*dos: str) -> tuple[PlanStep, ...]:
    return tuple(PlanStep(do) for do in dos)


def test_the_greedy_bot_makes_for_the_nearest_chest(rules: Rules) -> None:
    """Around a wall; one that is further away it leaves."""
    state = match(level({(3, 0): "chest", (2, 0): "wall", (-4, 0): "chest"}), ada=on(1, 0))
    assert chosen(rules, state, CAREFUL) in (steps("SE", "E", "NE"), steps("NE", "E", "SE"), steps("E", "SE", "NE"))


def test_with_enough_in_its_pocket_it_makes_for_the_way_out(rules: Rules) -> None:
    """Five coins: past the chest beside it, onto the rope and out; then in again."""
    state = match(level({(2, 0): "chest"}), ada=Explorer("", at=on(1, 0), pocket=5))
    assert chosen(rules, state, CAREFUL)[:2] == (PlanStep("W", "escape"), PlanStep("enter 1"))


def test_without_a_chest_in_reach_it_makes_for_a_level_that_nobody_has_seen(rules: Rules) -> None:
    """Through the pit of level 2, up to which it climbs; where it lands it does not know, so the rest is chance."""
    two = level({(4, 0): "pit"})
    state = match(level({(-1, 0): "pit"}), two, ada=on(2, 0, 2))
    assert chosen(rules, state, CAREFUL | {"bot: which": 0, "bot: how many": 0})[:2] == steps("E", "E")


def test_it_does_not_stop_where_an_enemy_could_charge_unless_it_dares(rules: Rules) -> None:
    """Beside the minotaur is a chest: it goes as far as is safe and waits there. One in four times it goes on."""
    state = match(level({(3, 0): "chest"}, {(4, -1): "Minotaur"}), ada=on(0, 0))
    assert chosen(rules, state, CAREFUL) == steps("E", "E", "wait")
    assert chosen(rules, state, DARING) == steps("E", "E", "E")
    state = match(level({(1, -1): "chest"}, {(4, -1): "Minotaur"}), ada=on(0, 0))
    assert chosen(rules, state, CAREFUL) == steps("wait", "wait", "wait")
    assert chosen(rules, state, DARING) == steps("NE", "E", "W")


def test_it_makes_a_new_dungeon_where_it_can_and_keeps_the_plan_it_has(rules: Rules) -> None:
    """Three have escaped from a level without a pit; with a plan it has nothing to do, and as a stranger neither."""
    state = match(level(), ada=on(0, 0))
    out = replace(state, dungeons=(Dungeon(state.dungeons[0].levels, ("bob", "eve", "dan")),))
    assert GreedyBot().choose(GAME, rules, out, "ada", NoWorld(), Told({})) == (NEW_DUNGEON, ())
    kept = plan(rules, state, "ada", "wait")
    assert GreedyBot().choose(GAME, rules, kept, "ada", NoWorld(), Told({})) is None
    assert GreedyBot().choose(GAME, rules, state, "eve", NoWorld(), Told({})) is None


RICH = {
    "radius": 2,
    "pool": {
        "Blank": {"weight": 5, "is": "blank"},
        "Chest": {"weight": 4, "is": "chest"},
        "Pit": {"weight": 1, "is": "pit"},
    },
    "victory": {"coins_more_than": 20, "ahead_by": 2},
}


@pytest.mark.parametrize("number", range(3))
def test_greedy_bots_play_a_match_to_its_end(number: int) -> None:
    """Where chests are many and 21 coins win; and the same seed gives the same match again, with what the bot keeps."""
    playground, rules, laws = ExaminedDungeons(), law(**RICH), document(**RICH)
    simulation = Simulation("dungeon", (3,), 1, f"greedy {number}", ("greedy", "random"), 600)
    played = play_match(playground, rules, laws, simulation, number)
    assert played.ending == "won"
    assert played.turns == played.expired > 0
    assert played.uses
    assert play_match(playground, rules, laws, simulation, number) == played


def test_the_random_bot_has_something_to_do_until_it_has_a_plan(rules: Rules) -> None:
    """The one move that there is, with an answer for each of three actions at least."""
    bot = ExaminedDungeons.bots["random"]
    move, answers = bot.choose(GAME, rules, match(level(), ada=on(0, 0)), "ada", NoWorld(), Source("ab" * 32, "bot"))
    assert move == PLAN
    assert len(answers) >= 3
