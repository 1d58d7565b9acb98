"""What the table of Tetromic shows: boards as pictures and in words, pieces in hand, every place of a piece."""

import pytest

from nomic.chance.source import Source
from nomic.law.sections import Law
from nomic.law.templates import document_of
from nomic.tables.game import Asked, Event, Outside
from nomic.tables.sight import Drawing, Sight
from tests.tetromic.conftest import NOTHING_OUTSIDE
from tetromic.board import draw, path_of
from tetromic.engine.game import Tetromic
from tetromic.engine.state import Board, State

GAME = Tetromic()
EMPTY = (0,) * 10


@pytest.fixture(scope="module")
def law() -> Law:
    return Law(document_of("tetromic"))
