"""Tetromic in the browser: everybody's board, and one's own to place pieces on."""

from nomic.web.boards import Board
from tetromic import board

BOARD = Board(
    template="tetromic/board.html",
    draw=board.draw,
    places=frozenset({"gain", "place"}),
    styles=("css/tetromic-board.css",),
    scripts=("js/tetromic-board.js",),
    heeds=board.heeds,
)
