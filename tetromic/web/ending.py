"""Results of Tetromic on pages: levels, and points within a level."""

from nomic.web.hooks.endings import Ending, Score
from tetromic.engine.view import View
from tetromic.web.link_preview import link_preview

POINTS = 1_000_000  # more than a level's points can be


def scores(view: View) -> list[Score]:
    """Return the level and the points of each board."""
    return [
        Score(
            board.player,
            board.level * POINTS + board.points,
            f"level {board.level}, {board.points} point{'' if board.points == 1 else 's'}",
        )
        for board in view.boards
    ]


ENDING = Ending(scores, board=link_preview)
