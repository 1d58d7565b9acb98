"""Benchmarks of Knucklebones: speed without a host, and size of the states."""

import time
from collections.abc import Iterator
from random import Random
from typing import Any

from knucklebones.engine.moves import Place
from knucklebones.engine.parsed_law import Rules
from knucklebones.engine.player_field import free_columns
from knucklebones.engine.state import State
from knucklebones.engine.turns import begin_game
from knucklebones.simulation.playground import Bones
from nomic.chance.draw_source import Source
from nomic.law.document.templates import document_of
from nomic.matches.contract.benchmarks import Measured
from nomic.matches.contract.game import Step
from nomic.matches.simulation.run import match_seed, player_names

LAW = "cycle-16"
AIMED_AT = 50_000  # moves per second on one core
MOVES, FEW_MOVES = 200_000, 100
MAX_BYTES = 1_024
BONES = Bones()


def measure(small: bool) -> Iterator[Measured]:
    """Measure random games from the draw of the order to the reward, with each die in a random free column."""
    document = document_of(LAW)
    rules: Rules = BONES.game.rules(document, 1)
    chooser, ends = Random(0), list[State]()
    started = time.process_time()  # the time of one core, however busy the others are
    made = 0
    while made < (FEW_MOVES if small else MOVES):
        moves, end = _whole_game(rules, document, match_seed("bench", len(ends)), chooser)
        made += moves
        ends.append(end)
    elapsed = time.process_time() - started
    yield Measured("random games", made / elapsed, "moves/s", at_least=AIMED_AT)
    largest = max(len(BONES.game.encode(end)) for end in ends)
    yield Measured(f"a state at the end, largest of {len(ends):,}", largest, "bytes", at_most=MAX_BYTES)


def _whole_game(rules: Rules, document: dict[str, Any], seed: str, chooser: Random) -> tuple[int, State]:
    """Play a game, and return the number of its moves and its last state."""
    chance = Source(seed, "game")
    state, pockets, _ = BONES.deal(rules, document, player_names(2), chance)
    state, made = begin_game(rules, state, chance, pockets).state, 0
    while state.outcome is None:
        move = Place(chooser.choice(free_columns(state.mover.field, state.rows)) + 1)
        step = BONES.game.play(rules, state, state.mover.player, move, (), chance, pockets)
        assert isinstance(step, Step)  # noqa: S101 - nothing is asked where a die is placed
        state, made = step.state, made + 1
    return made, state
