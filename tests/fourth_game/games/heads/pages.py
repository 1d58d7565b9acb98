"""How a game of Heads looks."""

from nomic.tables.sight import Drawing, Sight
from nomic.web.boards import Board


def draw(sight: Sight) -> Drawing:
    return Drawing(sight.view)


BOARD = Board("heads/board.html", draw)
