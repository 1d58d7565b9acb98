"""Benchmarks of Tetromic: finding placements, size of a state, and its view."""

import itertools
from collections.abc import Iterator
from functools import partial
from random import Random

from msgspec import json

from nomic.law.document.templates import document_of
from nomic.matches.contract.benchmarks import Measured, milliseconds
from nomic.matches.simulation.run import player_names
from nomic.matches.simulation.unhosted_match import NothingOutside
from tetromic.engine.game import Tetromic
from tetromic.engine.parsed_law import Rules
from tetromic.engine.resolve_placement import placement_question
from tetromic.engine.state import PlayerBoard, State

LAW = "tetromic"
BOARDS, FEW_BOARDS = 200, 3
PLAYERS, FEW_PLAYERS = 100, 3
MAX_MILLISECONDS = 1  # for the legal placements of a piece, on one core
GAME = Tetromic()


def measure(small: bool) -> Iterator[Measured]:
    """Measure an empty board, and boards with a random third of the nodes occupied."""
    boards, players = (FEW_BOARDS, FEW_PLAYERS) if small else (BOARDS, PLAYERS)
    rules = GAME.rules(document_of(LAW), 1)
    chooser = Random(0)
    empty = PlayerBoard("empty", rows=(0,) * rules.rows)
    looked_at = [empty, *(random_board(rules, f"{number}", chooser) for number in range(boards))]
    for piece in rules.pieces.values():
        taken = [milliseconds(partial(placement_question, rules, board, piece)) for board in looked_at]
        name = f"legal placements of a {piece.name}, longest of {len(taken)} boards"
        yield Measured(name, max(taken), "ms", at_most=MAX_MILLISECONDS)
    state = State(0, tuple(random_board(rules, player, chooser) for player in player_names(players)))
    first = state.boards[0].player
    yield Measured(
        f"{players} players: all moves of one",
        milliseconds(partial(GAME.legal, rules, state, first, NothingOutside())),
        "ms",
    )
    yield Measured(f"{players} players: a state", len(GAME.encode(state)) / 1024, "KB")
    view = GAME.view(rules, state, None)
    yield Measured(f"{players} players: a view as JSON", len(json.encode(view)) / 1024, "KB")
    yield Measured(f"{players} players: making a view", milliseconds(partial(GAME.view, rules, state, None)), "ms")


def random_board(rules: Rules, player: str, chooser: Random) -> PlayerBoard:
    """Return a board with a third of the nodes occupied, and with every piece in hand."""
    nodes = list(itertools.product(range(rules.rows), range(rules.columns)))
    rows = [0] * rules.rows
    for row, column in chooser.sample(nodes, len(nodes) // 3):
        rows[row] |= 1 << column
    return PlayerBoard(player, rows=tuple(rows), hand=tuple(rules.pieces))
