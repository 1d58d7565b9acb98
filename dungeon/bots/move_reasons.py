"""Reasons for the greedy bot's moves in Dungeon, from a player's view."""

from collections.abc import Mapping, Sequence
from math import inf

from dungeon.bots.route import WORTH_STORING
from dungeon.engine.action_outcomes import WAIT, Landing, landings
from dungeon.engine.moves import NewDungeon, Plan
from dungeon.engine.plans import hex_in_words, plan_of
from dungeon.engine.player_view import SeenPlayer, View
from dungeon.engine.state import PlanStep, Spot
from dungeon.engine.terrain import Land
from dungeon.plan_preview import land_of
from dungeon.shortest_paths import Aim, Way, Ways
from nomic.matches.contract.game import Answers, LegalMove
from nomic.matches.contract.moves import Move

TOWARDS: dict[Aim, str] = {
    "loot": "It makes for the nearest chest",
    "down": "It makes for a pit to a level that nobody has seen",
    "out": "It makes for the exit",
}


def reason_for_move(view: View, legal: Sequence[LegalMove], move: Move, answers: Answers) -> str:
    """Return a sentence that explains why this move is good, or "" if there is no particular reason."""
    if isinstance(move, NewDungeon):
        return "Nobody has emptied the chests of a new dungeon yet."
    you = view.yourself
    if not isinstance(move, Plan) or you is None:
        return ""
    land = land_of(view)
    steps = plan_of(land, you.at, view.actions, you.player, answers)
    outcomes = _outcomes(land, you.at, steps)
    ways = Ways(land)
    if not ways.nearest(you.at):
        return "You can reach no chest, no new level and no exit now, so any plan is as good as another."
    if all(step.do == WAIT for step in steps):
        return f"Any way on ends where an enemy could reach you, and you carry {_coins(you.pocket)}."
    return _gain(land, you, outcomes) or _heading(ways, you, outcomes[-1].end)


def _outcomes(land: Land, at: Spot | None, steps: Sequence[PlanStep]) -> list[Landing]:
    """Return the outcome of each action, up to the first uncertain one."""
    found: list[Landing] = []
    for step in steps:
        possible = list(landings(land, at, step))
        if len(possible) != 1:
            break
        found += possible
        at = possible[0].end
    return found


def _gain(land: Land, you: SeenPlayer, outcomes: Sequence[Landing]) -> str:
    """Return what the plan gains in this period, or "" if it only approaches something."""
    chests = [each.end for each in outcomes if each.how == "looted" and each.end is not None]
    if you.pocket and any(each.how == "escaped" for each in outcomes):
        return f"It brings the {_coins(you.pocket)} you carry out into your store, where they are safe."
    if chests:
        spots = " and ".join(dict.fromkeys(hex_in_words(spot.hex) for spot in chests))
        return f"It loots what is in the {'chest' if len(chests) == 1 else 'chests'} at {spots}."
    new = next(
        (each.end for each in outcomes if each.how == "fell" and each.end and not _is_made(land, each.end)), None
    )
    return "" if new is None else f"It goes down to level {new.level}, which nobody has seen: new chests may be there."


def _heading(ways: Ways, you: SeenPlayer, end: Spot | None) -> str:
    """Return the plan's destination, and its distance from the plan's end."""
    order: tuple[Aim, ...] = ("out", "loot", "down") if you.pocket >= WORTH_STORING else ("loot", "down", "out")
    before, after = ways.nearest(you.at), ways.nearest(end)
    nearer = [aim for aim in order if aim in after and _steps(after, aim) < _steps(before, aim)]
    if not nearer:
        return f"It keeps the {_coins(you.pocket)} you carry out of an enemy's reach." if you.pocket else ""
    left = _steps(after, nearer[0])
    return f"{TOWARDS[nearer[0]]}, {left} {'action' if left == 1 else 'actions'} further."


def _steps(ways: Mapping[Aim, Way], aim: Aim) -> float:
    return len(ways[aim].steps) if aim in ways else inf


def _is_made(land: Land, spot: Spot) -> bool:
    return land.level(spot.dungeon, spot.level) is not None


def _coins(count: int) -> str:
    return "1 coin" if count == 1 else f"{count} coins"
