"""The bots, and whole matches between them."""

import pytest
from msgspec.structs import replace

from dungeon.bots.move_reasons import reason_for_move
from dungeon.bots.policy import GreedyBot
from dungeon.engine.action_outcomes import landings
from dungeon.engine.hexes import Hex, hexes
from dungeon.engine.moves import NEW_DUNGEON, PLAN
from dungeon.engine.parsed_law import Rules, rules_of
from dungeon.engine.state import Dungeon, Explorer, PlanStep, State, Terrain
from dungeon.engine.terrain import Land
from dungeon.simulation.invariants import DungeonInvariants
from nomic.chance.draw_source import Source
from nomic.law.document.templates import document_of
from nomic.matches.contract.bots import Bot, RandomBot
from nomic.matches.contract.external_events import Joined
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
    """Through the pit of level 2, up to which it climbs; where it lands it does not know, so it waits."""
    two = level({(4, 0): "pit"})
    state = match(level({(-1, 0): "pit"}), two, ada=on(2, 0, 2))
    assert chosen(rules, state, CAREFUL) == steps("E", "E", "wait")


def test_it_does_not_stop_where_an_enemy_could_charge_unless_it_dares(rules: Rules) -> None:
    """Beside the minotaur is a chest: it goes as far as is safe and waits there. One in four times it goes on."""
    state = match(level({(3, 0): "chest"}, {(4, -1): "Minotaur"}), ada=on(0, 0))
    assert chosen(rules, state, CAREFUL) == steps("E", "E", "wait")
    assert chosen(rules, state, DARING) == steps("E", "E", "E")


def test_it_steps_aside_with_what_it_has_looted(rules: Rules) -> None:
    """The chest is in line with the minotaur: it loots it, and uses what is left of the period to get away."""
    state = match(level({(1, -1): "chest"}, {(4, -1): "Minotaur"}), ada=on(0, 0))
    aside = chosen(rules, state, CAREFUL)
    assert aside is not None
    assert aside[0] == PlanStep("NE")
    end = state.explorers[0].at
    for step in aside:
        (landing,) = landings(Land([state.dungeons[0].levels]), end, step)
        end = landing.end
    assert end is not None
    assert end.hex not in {(1, -1), (2, -1), (3, -1)}  # its line to the west; in the others nobody can get that far
    assert chosen(rules, state, DARING) == steps("NE", "E", "W")


def test_it_waits_only_with_something_to_lose(rules: Rules) -> None:
    """Three minotaurs look down on the way to the exit. Who carries nothing goes all the same."""
    watched = {(q, r) for q in (1, 2, 3) for r in (-1, -2)}
    walls: dict[Hex, Terrain] = {at: "wall" for at in hexes(4) if at[1] and at not in watched}
    one = level(walls, {(q, -2): "Minotaur" for q in (1, 2, 3)})
    assert chosen(rules, match(one, ada=Explorer("", at=on(4, 0), pocket=5)), CAREFUL) == steps(*["wait"] * 3)
    assert chosen(rules, match(one, ada=on(4, 0)), CAREFUL) == steps("W", "W", "W")


def test_it_leaves_with_the_coins_that_are_missing(rules: Rules) -> None:
    """One coin is enough to win: it does not go for the chest beside it first."""
    state = match(level({(2, 0): "chest"}), ada=Explorer("", at=on(1, 0), pocket=1, store=50))
    assert chosen(rules, state, CAREFUL)[:1] == (PlanStep("W", "escape"),)  # type: ignore[index]


def test_it_goes_to_a_new_level_before_a_chest_far_away(rules: Rules) -> None:
    """A pit beside it counts two steps more than a chest, as it has to climb back; then it waits where it lands."""
    near, far = level({(1, 0): "pit", (-3, 0): "chest"}), level({(1, 0): "pit", (-4, 0): "chest"})
    assert chosen(rules, match(near, ada=on(0, 0)), CAREFUL) == steps("W", "W", "W")
    assert chosen(rules, match(far, ada=on(0, 0)), CAREFUL) == steps("E", "wait", "wait")


def reason(rules: Rules, state: State) -> str:
    """What a hint would give as the reason of Ada's plan."""
    found = GreedyBot().choose(GAME, rules, state, "ada", NoWorld(), Told(CAREFUL | {"bot: which": 0}))
    assert found is not None
    return reason_for_move(GAME.view(rules, state, "ada"), GAME.legal(rules, state, "ada", NoWorld()), *found)


def test_the_reason_is_what_the_plan_does(rules: Rules) -> None:
    """Not what the bot does in general: it loots, leaves, goes down, comes nearer, or waits."""
    walls: dict[Hex, Terrain] = {at: "wall" for at in hexes(4) if at[1]}
    watched: dict[Hex, Terrain] = walls | {(q, -1): "blank" for q in (1, 2, 3)} | {(q, -2): "blank" for q in (1, 2, 3)}
    guarded = level(watched, {(q, -2): "Minotaur" for q in (1, 2, 3)})
    chest, pit = level(walls | {(4, 0): "chest"}), level(walls | {(1, 0): "pit"})
    rich = Explorer("", at=on(4, 0), pocket=5)
    said = {
        "loots": (match(chest, ada=on(2, 0)), "It loots what is in the chest at (4,0)."),
        "nears": (match(chest, ada=on(0, 0)), "It makes for the nearest chest, 1 action further."),
        "leaves": (
            match(level(), ada=replace(rich, at=on(1, 0))),
            "It brings the 5 coins you carry out into your store, where they are safe.",
        ),
        "nears the exit": (match(level(walls), ada=rich), "It makes for the exit, 1 action further."),
        "goes down": (
            match(pit, ada=on(0, 0)),
            "It goes down to level 2, which nobody has seen: new chests may be there.",
        ),
        "waits": (
            match(guarded, ada=rich),
            "Any way on ends where an enemy could reach you, and you carry 5 coins.",
        ),
    }
    assert {name: reason(rules, state) for name, (state, _) in said.items()} == {
        name: it for name, (_, it) in said.items()
    }


def hints_alone(seed: int) -> tuple[int, bool]:
    """The periods of a practice game in which one player follows the bot, and whether anybody reaches the goal."""
    rules = rules_of(document_of("dungeon", practice=True), 1)
    bots: dict[str, Bot] = {"ada": GreedyBot(), "bob": GreedyBot(), "eve": RandomBot()}
    state = GAME.setup(rules, {})
    for name in bots:
        joined = GAME.react(rules, state, Joined(name), Source(f"{seed:064x}", f"join {name}"), NoWorld())
        assert joined is not None
        state = joined.state
    while not state.is_over and state.period <= 40:
        for name, bot in bots.items():
            for number in range(2):  # a new dungeon, and a plan
                chance = Source(f"{seed:064x}", f"{name} {state.period} {number}")
                found = bot.choose(GAME, rules, state, name, NoWorld(), chance)
                if found is not None:
                    state = GAME.play(rules, state, name, *found, chance, NoWorld()).state  # type: ignore[union-attr]
        state = GAME.expire(rules, state, "period", Source(f"{seed:064x}", f"end {state.period}"), NoWorld()).state
    return state.period - 1, bool(state.winner)


def test_a_practice_game_ends_in_a_sitting() -> None:
    """By the law's numbers for practice: ten games are over after 30 periods at the most, half of them after 15."""
    played = [hints_alone(seed) for seed in range(10)]
    assert all(is_won for _, is_won in played), played
    periods = sorted(count for count, _ in played)
    assert periods[-1] <= 30, periods
    assert periods[5] <= 15, periods


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
    playground, rules, laws = DungeonInvariants(), law(**RICH), document(**RICH)
    simulation = Simulation("dungeon", (3,), 1, f"greedy {number}", ("greedy", "random"), 600)
    played = play_match(playground, rules, laws, simulation, number)
    assert played.ending == "won"
    assert played.turns == played.expired > 0
    assert played.uses
    assert play_match(playground, rules, laws, simulation, number) == played


def test_the_random_bot_has_something_to_do_until_it_has_a_plan(rules: Rules) -> None:
    """The one move that there is, with an answer for each of three actions at least."""
    bot = DungeonInvariants.bots["random"]
    move, answers = bot.choose(GAME, rules, match(level(), ada=on(0, 0)), "ada", NoWorld(), Source("ab" * 32, "bot"))
    assert move == PLAN
    assert len(answers) >= 3
