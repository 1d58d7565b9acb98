"""Web pages of Knucklebones: the field, and the panel of intentions."""

from knucklebones.web import board, coach, turn_results
from knucklebones.web.intentions_panel import declared
from nomic.web.hooks.boards import Board
from nomic.web.hooks.panels import Panel

BOARD = Board(
    template="knucklebones/board.html",
    draw=board.draw,
    places=frozenset({"place", "roll", "use"}),
    confirm={"forfeit": "Your opponent wins at once, whatever the scores are. This cannot be undone."},
    styles=("css/knucklebones-board.css",),
    scripts=("js/knucklebones-board.js",),
    advice=coach.advice,
    heeds_hint=True,
    brought=turn_results.brought,
)
INTENTIONS = Panel("knucklebones/intentions.html", declared, frozenset({"hall", "matches"}))
