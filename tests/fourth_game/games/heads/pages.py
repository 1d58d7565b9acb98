"""How a game of Heads looks."""

from nomic.tables.hosting.board_view import BoardView, Drawing
from nomic.web.boards import Board


def draw(sight: BoardView) -> Drawing:
    return Drawing({"view": sight.view})


BOARD = Board("heads/board.html", draw)
