"""A plan of Dungeon in words, as the end of a sentence: "go south-east to a Chest, then climb out"."""

from collections.abc import Iterator, Sequence

from dungeon.engine.action_outcomes import CLIMB, ENTER, WAIT, Landing, landings
from dungeon.engine.moves import Plan
from dungeon.engine.plans import NAMES, plan_of
from dungeon.engine.player_view import View
from dungeon.engine.state import PlanStep, Spot
from dungeon.engine.terrain import Land
from dungeon.plan_preview import land_of
from nomic.effects.prose.english_grammar import with_article
from nomic.matches.contract.game import Answers, LegalMove
from nomic.matches.contract.moves import Move


def plan_in_words(view: View, legal: Sequence[LegalMove], move: Move, answers: Answers) -> str:
    """Return the plan in words, or "" for another move."""
    you = view.yourself
    if not isinstance(move, Plan) or you is None:
        return ""
    land = land_of(view)
    steps = list(plan_of(land, you.at, view.actions, you.player, answers))
    while len(steps) > 1 and steps[-1].do == WAIT and steps[-2].do == WAIT:
        steps.pop()
    *first, last = _each_in_words(land, you.at, steps)
    return f"{', '.join(first)}, then {last}" if first else last


def _each_in_words(land: Land, at: Spot | None, steps: Sequence[PlanStep]) -> Iterator[str]:
    """Yield each step in words. After an uncertain one, only the action is named."""
    is_sure = True
    for step in steps:
        possible = list(landings(land, at, step)) if is_sure else []
        is_sure = len(possible) == 1
        yield _step_in_words(land, at, step, possible[0] if is_sure else None)
        if is_sure:
            at = possible[0].end


def _step_in_words(land: Land, at: Spot | None, step: PlanStep, landing: Landing | None) -> str:
    if step.do == WAIT:
        return "stay there" if at is not None else "stay outside"
    if step.do == CLIMB:
        return _up(landing, "climb")
    if step.do not in NAMES:
        return f"enter dungeon {step.do.removeprefix(ENTER)}"
    there = at.towards(step.do) if at is not None and landing is not None else None
    kind = land.kind(there) if there is not None else None
    onto = f" to {with_article(kind.name)}" if kind and kind.terrain != "blank" else ""
    climbs = f" and {_up(landing, 'climb')}" if landing and landing.how in ("climbed", "escaped") else ""
    return f"go {NAMES[step.do].lower()}{onto}{climbs}"


def _up(landing: Landing | None, verb: str) -> str:
    if landing is None or landing.end is None:
        return f"{verb} out of the dungeon" if landing and landing.how == "escaped" else f"{verb} the rope"
    return f"{verb} to level {landing.end.level}"
