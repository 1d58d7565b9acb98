"""Running what a clause does, and asking what it asks of a moment."""

from typing import Any

from nomic.clauses.hall import Hall, HallSeen
from nomic.clauses.law import Placed
from nomic.clauses.values import changes_of
from nomic.cycles.moment import Act, Moment
from nomic.cycles.refusals import Refused
from nomic.effects.checking.in_law import TruthJson
from nomic.effects.language.nodes import Condition, Effect, Scope
from nomic.effects.language.reading import read_condition, read_effect
from nomic.effects.language.world import Names
from nomic.effects.running.run import Run, TooLong
from nomic.law.sections import Law


def effect_of(law: Law, placed: Placed[Any], raw: list[dict[str, Any]], scope: Scope) -> Effect:
    """What a clause does, read once per law."""
    return law.once(("effect", placed.key), lambda: read_effect(raw, scope))


def condition_of(law: Law, placed: Placed[Any], raw: TruthJson, scope: Scope) -> Condition:
    """A condition of a clause, read once per law."""
    return law.once(("condition", placed.key), lambda: read_condition(raw, scope))


def holds(moment: Moment, condition: Condition, names: Names, me: str = "") -> bool:
    """Whether a condition is true in a moment. Raises Refused where that takes longer than anybody should wait."""
    try:
        return bool(condition.value(Run(HallSeen(moment), me, ""), dict(names)))
    except TooLong:
        raise Refused("too-long", "To find out whether a rule allows this would take too long.", "Clauses") from None


def carry_out(act: Act, placed: Placed[Any], effect: Effect, names: Names, me: str = "") -> Hall:
    """Do what a clause does. Raises Refused where it takes more steps than any effect may."""
    hall = Hall(act)
    try:
        Run(hall, me, placed.title).perform(effect, dict(names))
    except TooLong:
        raise Refused("too-long", f"What the rule “{placed.title}” does would take too long.", placed.title) from None
    changes_of(act).tell()
    return hall
