"""Knucklebones in the browser: the field at which it is played."""

from knucklebones import board
from nomic.web.boards import Board

BOARD = Board(
    template="knucklebones/board.html",
    draw=board.draw,
    places=frozenset({"place", "roll", "use"}),
    confirm={"forfeit": "Your opponent wins at once, whatever the scores are. This cannot be undone."},
    styles=("css/knucklebones-board.css",),
    scripts=("js/knucklebones-board.js",),
)
