"""Advice for a newcomer to Dungeon: the goal, and the next action."""

from dungeon.engine.moves import PLAN, Plan
from dungeon.engine.view import View
from dungeon.law_section import NAME, DungeonRules
from nomic.law.labels.value_labels import in_unit
from nomic.matches.hosting.views.board_view import BoardView


def advice(board_view: BoardView) -> list[str]:
    """Return the goal in a few words, how to reach it, and what the viewer can do now. Empty for spectators."""
    view: View = board_view.view
    if view.yourself is None or view.winner:
        return []
    victory = board_view.law.section(NAME, DungeonRules).victory
    goal = in_unit(victory.coins_more_than + 1, "coin|coins")
    return [
        f"Goal: {goal} in your store, {victory.ahead_by} ahead of everybody else.",
        "Climb the rope of level 1 to store what you carry.",
        _now(board_view),
    ]


def _now(board_view: BoardView) -> str:
    """Return a sentence that says what to do: choose the next action, begin a plan, or let the period end."""
    view: View = board_view.view
    if board_view.question is not None:
        return "Choose each action below. Then press Seal this plan."
    if board_view.move == PLAN:
        return "All actions are chosen. Press Seal this plan."
    if view.plan is not None:
        return "Your plan is sealed. It is carried out when the period ends: press Next turn."
    if any(isinstance(item.move, Plan) for item in board_view.legal):
        if view.yourself is not None and view.yourself.at is None:
            return "You are outside, and what you have stored is safe. Press Plan this period to go in for more."
        return "Press Plan this period, or press a lit hex of the map to go there."
    return "You have nothing to do just now. Press Next turn."
