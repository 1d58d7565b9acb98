"""The board at which Dungeon is played in a browser."""

from dungeon import board
from dungeon.board_plan import PLAN, WITHDRAW
from nomic.web.boards import Board

BOARD = Board(
    template="dungeon/board.html",
    draw=board.draw,
    places=frozenset({PLAN, WITHDRAW, board.NEW_DUNGEON}),
    last_word={PLAN: "Seal this plan"},
    styles=("css/dungeon-board.css",),
    scripts=("js/dungeon-map.js", "js/dungeon-board.js"),
)
