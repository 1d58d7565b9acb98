"""Where pieces fit, against an independent brute force: every set of nodes that is as far apart as the piece's.

Nothing of the engine is used but what it offers to players, as they read it.
"""

import itertools
import random
import re
from collections.abc import Iterable, Sequence

import pytest

from nomic.law.document.templates import document_of
from tetromic.engine.game import Tetromic
from tetromic.engine.parsed_law import Rules, rules_of
from tetromic.engine.state import PlayerBoard, State

Node = tuple[int, int]
Nodes = frozenset[Node]
COLUMNS, ROWS = 6, 10
NODES = list(itertools.product(range(COLUMNS), range(ROWS)))
# One way to lay each piece, as its description in the rules says.
PIECES: dict[str, Sequence[Node]] = {
    "Line": [(0, 0), (1, 0), (2, 0), (3, 0)],
    "Square": [(0, 0), (1, 0), (0, 1), (1, 1)],
    "L": [(0, 0), (1, 0), (2, 0), (2, 1)],
    "S": [(0, 0), (1, 0), (1, 1), (2, 1)],
    "T": [(0, 0), (1, 0), (2, 0), (1, 1)],
}
ON_AN_EMPTY_BOARD = {"Line": 72, "Square": 45, "L": 304, "S": 152, "T": 152}
RULES = rules_of(document_of("tetromic"), 0)
GAME = Tetromic()


class _Nothing:
    """The world outside is of no interest."""

    def read(self, *question: str) -> None:
        raise AssertionError("nothing is read")


def distances(nodes: Iterable[Node]) -> list[int]:
    """Squared, between all pairs. Four nodes of a grid have the shape of four others if these are the same."""
    return sorted((a - c) ** 2 + (b - d) ** 2 for (a, b), (c, d) in itertools.combinations(nodes, 2))


def brute(piece: str, taken: set[Node]) -> set[Nodes]:
    """All sets of four free nodes of that shape, tried in every box of four by four."""
    wanted, found = distances(PIECES[piece]), set()
    for x, y in NODES:
        box = [(x + right, y + up) for right in range(4) for up in range(4)]
        free = [node for node in box if node in NODES and node not in taken]
        found |= {frozenset(nodes) for nodes in itertools.combinations(free, 4) if distances(nodes) == wanted}
    return found


def offered(rules: Rules, piece: str, taken: Iterable[Node]) -> list[Nodes]:
    """The nodes of every place that a player is offered for the piece, as the words of the option name them."""
    rows = [sum(1 << x for x, at in taken if at == y) for y in range(rules.rows)]
    state = State(0, (PlayerBoard("ada", rows=tuple(rows), hand=(piece,), gained=True),))
    moves = GAME.legal(rules, state, "ada", _Nothing())
    options = [option for move in moves if move.question for option in move.question.options]
    return [frozenset((int(x), int(y)) for x, y in re.findall(r"\((\d+),(\d+)\)", option.label)) for option in options]


@pytest.mark.parametrize("piece", PIECES)
def test_R61_placements_on_an_empty_board(piece: str) -> None:
    """Every set of four nodes of the piece's shape, however turned or flipped, once."""
    places = offered(RULES, piece, ())
    assert len(places) == len(set(places)) == ON_AN_EMPTY_BOARD[piece]
    assert set(places) == brute(piece, set())


@pytest.mark.parametrize("on", [6, 12, 22, 32, 45, 60])
@pytest.mark.parametrize("piece", PIECES)
def test_R61_placements_on_random_boards(piece: str, on: int) -> None:
    """Floating places too, and no place with a unit on it; none on a full board."""
    for seed in range(2):
        taken = set(random.Random(f"{on} {seed}").sample(NODES, on))
        places = offered(RULES, piece, taken)
        assert len(places) == len(set(places))
        assert set(places) == brute(piece, taken)


@pytest.mark.parametrize(
    ("shape", "orientations", "placements"),
    [(["#"], 1, 60), (["##"], 2, 104), ([".##", "##.", ".#."], 8, 256), (["#.#"], 2, 88), (["#######"], 1, 24)],
)
def test_R61_pieces_of_any_shape_that_a_law_draws(shape: list[str], orientations: int, placements: int) -> None:
    """Turned and flipped into every outcome once, also where the units do not touch; one too long for a row stands."""
    document = document_of("tetromic")
    section = {**document["tetromic"], "pieces": {"Odd": {"shape": shape}}}
    rules = rules_of({**document, "tetromic": section}, 0)
    places = offered(rules, "Odd", ())
    assert len(places) == len(set(places)) == placements
    used = {placement.orientation for placement in rules.pieces["Odd"].placements}
    assert len(used) == orientations
