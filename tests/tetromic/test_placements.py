"""Placements against an independent brute force: every set of cells that is joined like the piece."""

import itertools
import random

import pytest

from nomic.law.templates import document_of
from tetromic.engine.pieces import mask_of
from tetromic.engine.rules import rules_of

RULES = rules_of(document_of("tetromic"), 0)


def _distances(cells):
    """Squared distances between all pairs: for four cells of a grid, two sets are congruent where these agree."""
    return sorted((a - c) ** 2 + (b - d) ** 2 for (a, b), (c, d) in itertools.combinations(cells, 2))


def _brute(piece, taken):
    """All sets of four free cells, tried in every box of four by four."""
    wanted = _distances(RULES.pieces[piece].orientations[0])
    found = set()
    for row, column in itertools.product(range(RULES.rows), range(RULES.columns)):
        box = [
            (r, c)
            for r, c in itertools.product(range(row, row + 4), range(column, column + 4))
            if r < RULES.rows and c < RULES.columns and (r, c) not in taken
        ]
        found.update(cells for cells in itertools.combinations(box, 4) if _distances(cells) == wanted)
    return {mask_of(cells, RULES.columns) for cells in found}


@pytest.mark.parametrize(("piece", "count"), [("Line", 72), ("Square", 45), ("L", 304), ("S", 152), ("T", 152)])
def test_R61_placements_on_an_empty_board(piece: str, count: int) -> None:
    """Every congruent set of four cells once: 10 rows of 6 columns have so many."""
    masks = [placement.mask for placement in RULES.pieces[piece].fitting(0)]
    assert len(masks) == len(set(masks)) == count
    assert set(masks) == _brute(piece, set())


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("piece", ["Line", "Square", "L", "S", "T"])
def test_R61_placements_on_random_boards(piece: str, seed: int) -> None:
    """Floating places too, and no place with a unit on it."""
    chosen = random.Random(seed)
    cells = list(itertools.product(range(10), range(6)))
    taken = set(chosen.sample(cells, 12 + 10 * seed))
    masks = {placement.mask for placement in RULES.pieces[piece].fitting(mask_of(taken, 6))}
    assert masks == _brute(piece, taken)
