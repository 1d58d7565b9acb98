"""How a game of Heads looks."""

from nomic.matches.hosting.views.board_view import BoardView, Drawing
from nomic.web.hooks.boards import Board


def draw(board_view: BoardView) -> Drawing:
    return Drawing({"view": board_view.view})


BOARD = Board("heads/board.html", draw)
