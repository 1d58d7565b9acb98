"""Running what a clause does, and asking what it asks of a moment."""

from collections.abc import Callable
from typing import Any

from nomic.clauses.arguments import Asking
from nomic.clauses.hall import Hall, HallSeen
from nomic.clauses.keeping import acts_by
from nomic.clauses.law import Placed
from nomic.clauses.questions.asking import Answering
from nomic.clauses.questions.pending import Origin, put_off
from nomic.clauses.values import changes_of
from nomic.cycles.moment import Act, Moment
from nomic.cycles.refusals import Refused
from nomic.effects.checking.in_law import TruthJson
from nomic.effects.language import scopes
from nomic.effects.language.nodes import Condition, Effect, Scope, text_of
from nomic.effects.language.reading import read_condition, read_effect, read_value
from nomic.effects.language.stopping import Stopped
from nomic.effects.language.world import Names, Value
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


def asking(moment: Moment, me: str, rule: str) -> Asking:
    """A moment in which somebody may say something with an action of a rule."""
    return Asking(moment, me, rule, lambda raw: worth(moment, raw, me))


def worth(moment: Moment, raw: Any, me: str) -> Value:
    """What a value is worth to whoever acts. Raises Refused where that takes longer than anybody should wait."""
    if isinstance(raw, int):
        return raw
    expression = moment.law.once(("value", text_of(raw)), lambda: read_value(raw, scopes.WHO_ACTS))
    try:
        value: Value = expression.value(Run(HallSeen(moment), me, ""), {"me": (me,)})
        return value
    except TooLong:
        raise Refused("too-long", "To find out what can be said now would take too long.", "Clauses") from None


def carry_out(
    act: Act, placed: Placed[Any], effect: Effect, names: Names, me: str = "", answering: Answering | None = None
) -> Hall:
    """Do what a clause does, up to a question that waits. Raises Refused where it takes too many steps."""
    return run_in_hall(act, placed, me, lambda run: run.perform(effect, dict(names)), answering)


def run_in_hall(
    act: Act, origin: Origin, me: str, do: Callable[[Run], None], answering: Answering | None = None
) -> Hall:
    """Run something of the law in the hall, for `me`; what it does not come to, because it asks, waits as a row.

    Raises Refused where it takes too many steps, or too much waits already, and Unanswered.
    """
    acts_by(act, origin.rule, origin.key)
    hall = Hall(act, answering)
    try:
        do(Run(hall, me, origin.title))
    except TooLong:
        raise Refused("too-long", f"What the rule “{origin.title}” does would take too long.", origin.title) from None
    except Stopped as stopped:
        hall.announce(put_off(act, origin, me, stopped))
    changes_of(act).tell()
    return hall
