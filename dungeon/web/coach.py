"""Advice for a newcomer to Dungeon: the goal, and the next action."""

from dungeon.engine.moves import PLAN, Plan
from dungeon.engine.player_view import View
from dungeon.law_section import NAME, DungeonRules
from nomic.law.labels.value_labels import in_unit
from nomic.matches.contract.game import Question
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
        _storing(view.yourself.pocket),
        _now(board_view),
    ]


def _storing(pocket: int) -> str:
    """Return how coins get into the store, with the number that the viewer carries."""
    if pocket:
        carried = in_unit(pocket, "coin|coins")
        return f"You carry {carried}: climb the rope on level 1 to store {'it' if pocket == 1 else 'them'}."
    return "Climb the rope on level 1 to store what you carry."


def _now(board_view: BoardView) -> str:
    """Return a sentence that says what to do: choose the next action, begin a plan, or let the period end."""
    view: View = board_view.view
    if board_view.question is not None:
        return f"{_next_action(board_view, board_view.question)} Then press Seal this plan."
    if board_view.move == PLAN:
        return "All actions are chosen. Press Seal this plan."
    if view.plan is not None:
        return "Your plan is sealed. It is carried out when the period ends: press Next turn."
    if any(isinstance(item.move, Plan) for item in board_view.legal):
        if view.yourself is not None and view.yourself.at is None:
            return "You are outside, and what you have stored is safe. Press Plan this period to go in for more."
        return "Press Plan this period, or press a lit hex of the map to go there."
    return "You have nothing to do just now. Press Next turn."


def _next_action(board_view: BoardView, question: Question) -> str:
    """Return what to choose for the next action of the plan: what a hint would choose, if there is one."""
    place = len(board_view.answers)
    given = [value for values in board_view.advised_answers[place : place + 1] for value in values]
    advised = next((option.label for option in question.options if option.value in given), "")
    if not advised:
        return "Choose each action below."
    do, _, what = advised.partition(": ")
    return f"For action {place + 1}, a good choice is “{do}”{f': {what}' if what else ''}."
