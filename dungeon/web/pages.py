"""Dungeon's web pages: the board, and the panel on the home page."""

from dungeon.engine.moves import NEW_DUNGEON, PLAN, WITHDRAW_PLAN
from dungeon.web import board, coach, period_results
from dungeon.web.home_panel import in_the_hall
from nomic.web.hooks.boards import Board
from nomic.web.hooks.panels import Panel

BOARD = Board(
    template="dungeon/board.html",
    draw=board.draw,
    places=frozenset({PLAN.kind, WITHDRAW_PLAN.kind, NEW_DUNGEON.kind}),
    last_word={PLAN.kind: "Seal this plan"},
    moves_depend_on=board.moves_depend_on,
    advice=coach.advice,
    heeds_hint=True,
    heeds_answers_alone=True,
    asked=board.asked,
    brought=period_results.brought,
    no_news=frozenset({"planned", "plan-withdrawn", "period-over"}),
    styles=("css/dungeon-board.css",),
    scripts=("js/dungeon-map.js", "js/dungeon-board.js"),
)
IN_THE_HALL = Panel("dungeon/hall.html", in_the_hall, frozenset({"hall"}))
