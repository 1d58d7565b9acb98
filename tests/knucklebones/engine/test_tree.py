"""How many games there are: every order, roll and column to a depth, counted by the engine and by brute force.

The brute force knows no engine: a game is two grids of cells, 0 where there is no die, and everything is counted anew.
"""

from collections import Counter
from collections.abc import Iterator

import pytest

from knucklebones.engine.state import State
from tests.support.knucklebones_engine import GAME, Held, act, begun, rules
from tests.support.rigged_chance import Laid

Tally = Counter[tuple[str, int, int]]  # how it stands (who won, or goes on), and the two scores
Grid = tuple[tuple[int, ...], ...]  # rows of cells
NOBODY = Held()
CASES = [
    # columns, rows, faces, depth, leaves
    (3, 3, (1, 2, 3, 4, 5, 6), 0, 12),
    (3, 3, (1, 2, 3, 4, 5, 6), 1, 216),
    (3, 3, (1, 2, 3, 4, 5, 6), 2, 3_888),
    (1, 2, (1, 2, 3), 14, 486),
    (2, 2, (1, 2), 6, 13_088),
    (3, 1, (2, 5), 6, 17_136),
    (2, 1, (1, 1, 4), 5, 2_076),
]


def _by_engine(columns: int, rows: int, faces: tuple[int, ...], depth: int) -> Tally:
    law = rules(columns=columns, rows=rows, faces=faces)
    found: Tally = Counter()

    def visit(state: State, left: int) -> None:
        if not left or state.outcome is not None:
            seen = GAME.view(law, state, None)
            totals = [seen["scores"][player]["total"] for player in seen["players"]]
            over = GAME.result(state)
            found[over.ending if over else "on", *totals] += 1  # type: ignore[index]
            return
        player = state.mover.player
        for move in GAME.legal(law, state, player, NOBODY):
            if move.move["kind"] == "place":
                for after in _rolls(law, state, move.move, len(faces)):
                    visit(after, left - 1)

    for order in range(2):
        for face in range(len(faces)):
            visit(begun(law, Laid(order, face), NOBODY).state, depth)
    return found


def _rolls(law: object, state: State, move: dict[str, object], faces: int) -> Iterator[State]:
    """Where a move leads, with every roll that can follow it; only one state where the game is over."""
    for face in range(faces):
        chance = Laid(face)
        after = act(law, state, state.mover.player, move, chance, NOBODY).state  # type: ignore[arg-type]
        yield after
        if after.outcome is not None:
            assert not chance.is_used_up
            return
        assert chance.is_used_up


def _by_brute_force(columns: int, rows: int, faces: tuple[int, ...], depth: int) -> Tally:
    found: Tally = Counter()
    empty: Grid = ((0,) * columns,) * rows

    def visit(own: Grid, other: Grid, die: int, left: int, is_first: bool) -> None:
        if not left:
            count("on", own, other, is_first)
            return
        for column in range(columns):
            row = next((row for row in range(rows) if own[row][column] == 0), None)
            if row is None:
                continue
            mine = _set(own, row, column, die)
            theirs = other
            for cell in range(rows):
                if theirs[cell][column] == die:
                    theirs = _set(theirs, cell, column, 0)
            if all(all(line) for line in mine):
                one, two = _worth(mine), _worth(theirs)
                count("drawn" if one == two else "won", mine, theirs, is_first)
                continue
            for face in faces:
                visit(theirs, mine, face, left - 1, not is_first)

    def count(how: str, own: Grid, other: Grid, is_first: bool) -> None:
        scores = (_worth(own), _worth(other)) if is_first else (_worth(other), _worth(own))
        found[how, *scores] += 1  # type: ignore[index]

    for _ in range(2):
        for face in faces:
            visit(empty, empty, face, depth, True)
    return found


def _set(grid: Grid, row: int, column: int, value: int) -> Grid:
    lines = [list(line) for line in grid]
    lines[row][column] = value
    return tuple(map(tuple, lines))


def _worth(grid: Grid) -> int:
    total = 0
    for column in zip(*grid, strict=True):
        for value, times in Counter(cell for cell in column if cell).items():
            total += value * times**2
    return total


@pytest.mark.parametrize(("columns", "rows", "faces", "depth", "leaves"), CASES)
def test_every_game_there_can_be(columns: int, rows: int, faces: tuple[int, ...], depth: int, leaves: int) -> None:
    """To this many dice placed, as many games as counted by hand, with the same ends and scores."""
    found = _by_engine(columns, rows, faces, depth)
    assert found == _by_brute_force(columns, rows, faces, depth)
    assert found.total() == leaves
