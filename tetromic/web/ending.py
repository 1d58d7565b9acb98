"""Results of Tetromic on pages: levels, and points within a level."""

from nomic.law.labels.value_labels import in_unit
from nomic.matches.contract.game import Event
from nomic.web.hooks.endings import Ending, Score
from tetromic.engine.player_view import View
from tetromic.web.link_preview import link_preview

POINTS = 1_000_000  # more than a level's points can be


def scores(view: View) -> list[Score]:
    """Return the level and the points of each board."""
    return [
        Score(
            board.player,
            board.level * POINTS + board.points,
            f"level {board.level}" + (f", {in_unit(board.points, 'point|points')}" if board.points else ""),
        )
        for board in view.boards
    ]


def words(event: Event) -> str:
    """Return the sentence of an event. For a placement, the nodes are left out, because the board shows them."""
    if event.kind == "placed":
        return f"{event.facts['player']} places {event.facts['piece']}."
    return event.text


ENDING = Ending(scores, board=link_preview, words=words)
