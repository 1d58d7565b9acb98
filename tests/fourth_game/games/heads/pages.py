"""How a game of Heads looks."""

from nomic.tables.hosting.board_view import BoardView, Drawing
from nomic.web.boards import Board


def draw(board_view: BoardView) -> Drawing:
    return Drawing({"view": board_view.view})


BOARD = Board("heads/board.html", draw)
