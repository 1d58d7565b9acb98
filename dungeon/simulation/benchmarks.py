"""Benchmarks of Dungeon: the end of a full dungeon's period, the size of its state, its view, and planning."""

import time
from collections.abc import Iterator
from random import Random

from msgspec import json
from msgspec.structs import replace

from dungeon.engine.create_levels import ground
from dungeon.engine.game import DungeonGame
from dungeon.engine.hexes import DIRECTIONS
from dungeon.engine.moves import PLAN
from dungeon.engine.mutable_state import MutableState
from dungeon.engine.parsed_law import Rules
from dungeon.engine.state import Explorer, PlanStep, Spot, State
from dungeon.engine.terrain import STANDING
from nomic.chance.draw_source import Source
from nomic.law.document.templates import document_of
from nomic.matches.contract.benchmarks import Measured, milliseconds
from nomic.matches.contract.game import Asked
from nomic.matches.simulation.run import match_seed, player_names
from nomic.matches.simulation.unhosted_match import NothingOutside

LAW = "dungeon"
PLAYERS, LEVELS, PERIODS = 200, 20, 20
FEW_PLAYERS, FEW_LEVELS, FEW_PERIODS = 5, 3, 2
MAX_SECONDS = 1  # for a period's end, on one core
GAME = DungeonGame()


def measure(small: bool) -> Iterator[Measured]:
    """Measure periods of many players on many levels, all with a plan of random steps."""
    players, levels, periods = (FEW_PLAYERS, FEW_LEVELS, FEW_PERIODS) if small else (PLAYERS, LEVELS, PERIODS)
    rules = GAME.rules(document_of(LAW), 1)
    taken, state = zip(*_periods(rules, players, levels, periods), strict=True)
    size = f"{players} players, {levels} levels"
    yield Measured(f"{size}: a period's end, longest of {periods}", max(taken), "s", at_most=MAX_SECONDS)
    last = state[-1]
    yield Measured(f"{size}: a state", len(GAME.encode(last)) / 1024, "KB")
    viewer = last.seated[0].player
    view = GAME.view(rules, last, viewer)
    yield Measured(f"{size}: a view as JSON", len(json.encode(view)) / 1024, "KB")
    yield Measured(f"{size}: making a view", milliseconds(lambda: GAME.view(rules, last, viewer)), "ms")
    yield Measured(f"{size}: asking for a whole plan", milliseconds(lambda: _plan(rules, last, viewer)), "ms")


def full_dungeon(rules: Rules, players: int, levels: int, seed: str) -> State:
    """Return a dungeon of `levels` levels, with players at random places."""
    draft, chooser = MutableState(rules, State(), Source(seed, "levels")), Random(seed)
    draft.add_dungeon()
    while len(draft.levels[0]) < levels:
        draft.add_level(1)
    free = [
        Spot(1, number, *at)
        for number, level in enumerate(draft.levels[0], 1)
        for at, kind in ground(level)
        if kind.terrain in STANDING and at not in {enemy.hex for enemy in level.enemies}
    ]
    for player in player_names(players):
        draft.put(Explorer(player, at=chooser.choice(free)))
    return draft.state()


def planned(rules: Rules, state: State, chooser: Random) -> State:
    """Return the state in which every player has a plan of random steps."""
    sides = tuple(DIRECTIONS)
    explorers = tuple(
        replace(each, plan=tuple(PlanStep(chooser.choice(sides)) for _ in range(rules.actions)), sealed=True)
        for each in state.explorers
    )
    return replace(state, explorers=explorers)


def _periods(rules: Rules, players: int, levels: int, periods: int) -> Iterator[tuple[float, State]]:
    """Yield times and states, each from an equally full dungeon.

    Caught players would otherwise end up on the first level.
    """
    for number in range(periods):
        seed = match_seed("bench", number)
        state = planned(rules, full_dungeon(rules, players, levels, seed), Random(seed))
        started = time.perf_counter()
        after = GAME.expire(rules, state, "", Source(seed, "period"), NothingOutside()).state
        yield time.perf_counter() - started, after


def _plan(rules: Rules, state: State, player: str) -> None:
    """Answer every question of a plan with its last option."""
    answers: list[list[str | int]] = []
    while isinstance(made := GAME.play(rules, state, player, PLAN, answers, Source("", ""), NothingOutside()), Asked):
        answers.append([made.question.options[-1].value])
