"""Web pages of Tetromic: everybody's boards, and the visitor's own to place pieces on."""

from nomic.web.hooks.boards import Board
from nomic.web.hooks.panels import Panel
from tetromic.web import board, coach, home_panel, placement_results

BOARD = Board(
    template="tetromic/board.html",
    draw=board.draw,
    places=frozenset({"gain", "place"}),
    styles=("css/tetromic-board.css",),
    scripts=("js/tetromic-board.js",),
    moves_depend_on=board.moves_depend_on,
    advice=coach.advice,
    brought=placement_results.brought,
    no_news=frozenset({"phase", "gained"}),
    shows_hint=True,
)
IN_THE_HALL = Panel("tetromic/hall.html", home_panel.in_the_hall, pages=frozenset({"hall"}))
