"""Runs clauses' effects, and evaluates their conditions and values."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from nomic import limits
from nomic.clauses.arguments import InputContext
from nomic.clauses.clause_index import vocabulary_of
from nomic.clauses.runtime.answer_sources import Answering, WithTheAct
from nomic.clauses.runtime.draw_secrecy import may_change, secrecy_of, secrets_of_draws
from nomic.clauses.runtime.pending_questions import put_off
from nomic.clauses.runtime.world.acting_world import Hall
from nomic.clauses.runtime.world.read_only_world import HallSeen
from nomic.clauses.runtime.world.world_for_law import hall_in, hall_seen
from nomic.clauses.schema.placed_clause import Origin, Placed
from nomic.clauses.store.deferred_effects import acts_by
from nomic.clauses.store.values import changes_of
from nomic.cycles.actions.context import ActionContext, ReadContext
from nomic.cycles.domain.exceptions import Refused
from nomic.effects.checking.cost import draws
from nomic.effects.checking.effects_in_sections import TruthJson
from nomic.effects.language import scopes
from nomic.effects.language.detect_secret_draws import EVERYTHING
from nomic.effects.language.nodes.base import Condition, Effect, Scope, text_of
from nomic.effects.language.nodes.values import as_members
from nomic.effects.language.parser import read_condition, read_effect, read_value
from nomic.effects.language.suspend_run import RunSuspended
from nomic.effects.language.world import Names, Value
from nomic.effects.running.interpreter import Run, TooLong
from nomic.law.document.sections import Law

PUBLIC_NAMES = {"me"}  # that an effect carries along when it goes on later


def effect_of(law: Law, placed: Placed[Any], raw: list[dict[str, Any]], scope: Scope) -> Effect:
    """Return the effect whose JSON in the clause `placed` is `raw`, parsed once per law."""
    return law.once(("effect", placed.key), lambda: read_effect(raw, scope))


def condition_of(law: Law, placed: Placed[Any], raw: TruthJson, scope: Scope, part: str = "") -> Condition:
    """Return the condition whose JSON in the clause `placed` is `raw`, parsed once per law.

    `part` distinguishes several conditions of one clause.
    """
    return law.once(("condition", placed.key, part), lambda: read_condition(raw, scope))


def condition_holds(
    ctx: ReadContext,
    condition: Condition,
    names: Names,
    me: str = "",
    tell: Callable[[str], None] = lambda text: None,
) -> bool:
    """Return whether a condition is true in a context. Raises Refused if the evaluation takes too many steps.

    `tell` is called with further messages for the entry (R140).
    """
    hall = hall_seen(ctx)
    try:
        found = bool(condition.value(hall.run(me, ""), dict(names)))
    except TooLong:
        raise Refused(
            "too-long",
            "Checking whether a rule allows this takes too long. Ask an admin to look at the rule.",
            "Clauses",
        ) from None
    for text in hall.remarks:
        tell(text)
    return found


def asking(ctx: ReadContext, me: str, rule: str) -> InputContext:
    """Return the context in which the player `me` enters the arguments of an action.

    `rule` is the title of the rule that declares the action.
    """
    hall = hall_seen(ctx)
    return InputContext(ctx, me, rule, lambda raw: evaluate_expression(ctx, raw, me, hall), hall)


def evaluate_expression(ctx: ReadContext, raw: Any, me: str, hall: HallSeen) -> Value:
    """Return the value of the expression `raw` for the player `me`.

    Raises Refused if the evaluation takes too many steps.
    """
    if isinstance(raw, int):
        return raw
    expression = ctx.law.once(("value", text_of(raw)), lambda: read_value(raw, scopes.WHO_ACTS))
    try:
        value: Value = expression.value(hall.run(me, ""), {"me": (me,)})
        return value
    except TooLong:
        raise Refused(
            "too-long", "Finding what you can choose takes too long. Ask an admin to look at the rule.", "Clauses"
        ) from None


def carry_out(
    act: ActionContext,
    placed: Placed[Any],
    effect: Effect,
    names: Names,
    me: str = "",
    answering: Answering | None = None,
) -> Hall:
    """Run a clause's effect until it completes or reaches an unanswered question. Return the `Hall` with the results.

    `me` is the acting player, or "". `answering` provides the answers. Raises Refused if the effect takes too many
    steps.
    """
    return do_in_hall(act, placed, effect, names, me, answering)


def do_in_hall(
    act: ActionContext,
    origin: Origin,
    effect: Effect,
    names: Names,
    me: str,
    answering: Answering | None = None,
    *,
    times: int = 1,
) -> Hall:
    """Run an effect of the law `times` times, until it ends or stops at a question, which is then pending.

    Returns the `Hall` with the results. Raises Refused if the effect takes too many steps or, before the first draw, if
    the entry would draw too often.
    """
    _check_draws(act.law, effect, origin.title, times)
    _hide_draws(act, Remainder(effect, names))

    def do(run: Run, hall: Hall) -> None:
        hall.concerned = _concerned(effect, names, me) if isinstance(answering, WithTheAct) else frozenset()
        _so_often(run, hall, effect, names, times)

    return run_in_hall(act, origin, me, do, answering)


def _concerned(effect: Effect, names: Names, me: str) -> frozenset[int | str]:
    """Return the actor of an act, with the players and cards among its arguments."""
    scope = effect[0].scope if effect else {}
    named = (as_members(value) for name, value in names.items() if scope.get(name) in ("players", "cards"))
    return frozenset({me, *(each for members in named for each in members)}) - {""}


def _so_often(run: Run, hall: Hall, effect: Effect, names: Names, times: int) -> None:
    for turn in range(1, times + 1):
        before = hall.changes
        try:
            run.perform(effect, dict(names))
        except RunSuspended as stopped:
            stopped.keep_turns(effect, "turn", tuple(range(turn, times)), names)
            raise
        hall.runs_in_vain += hall.changes == before


def run_in_hall(
    act: ActionContext, origin: Origin, me: str, do: Callable[[Run, Hall], None], answering: Answering | None = None
) -> Hall:
    """Run a function in a new `Hall` for `me`, and return the `Hall` with the results.

    If the function stops at a question, the remainder is stored with the question. Raises Refused if it takes too many
    steps or too many questions are pending, and Unanswered if the act needs an answer first.
    """
    acts_by(act, origin.rule, origin.key)
    hall = hall_in(act, answering)
    hall.rule, hall.title = origin.rule, origin.title
    run = hall.run(me, origin.title)
    try:
        try:
            do(run, hall)
        except RunSuspended as stopped:
            hall.announce(put_off(act, origin, me, stopped, run))
    except TooLong:
        raise Refused("too-long", f"What “{origin.title}” does would take too long.", origin.title) from None
    hall.hand_out()
    changes_of(act).emit_events()
    hall.amend_law(origin.key)
    return hall


@dataclass(frozen=True, slots=True)
class Remainder:
    """An effect, or the rest of an interrupted one, that runs in an entry.

    `answered` means that the question of its first step has been answered.
    """

    effect: Effect
    names: Mapping[str, Value]
    answered: bool = False


def hide_draws_of_rest(act: ActionContext, rests: Sequence[Remainder]) -> None:
    """Declare that an entry which resumes effects may draw in secret, as far as the effects' texts allow.

    Names bound before the interruption may be secret, and draws could disclose them. Such draws are committed to, but
    never published.
    """
    carried = any(rest.names.keys() - PUBLIC_NAMES for rest in rests)
    _hide_draws(act, *rests, besides={EVERYTHING} if carried else ())


def _hide_draws(act: ActionContext, *rests: Remainder, besides: Collection[str] = ()) -> None:
    """Declare which secrets the entry's draws may involve, if the text of an effect can draw and change secrets."""
    secrets = secrets_of_draws(act.law)
    if not secrets.values:
        return
    sides = vocabulary_of(act.law).rolled_for
    found = [secrecy_of(rest.effect, secrets, sides, is_answered=rest.answered) for rest in rests]
    decided = frozenset[str]().union(*(each.decided for each in found))
    may_change(act).update(*(each.changed for each in found))
    if decided and any(each.may_draw for each in found):
        act.hide_draws(None if any(each.goes_on_later for each in found) else decided.union(besides))


def _check_draws(law: Law, effect: Effect, label: str, times: int) -> None:
    each = draws(effect, vocabulary_of(law).rolled_for) if times > 1 else 0
    if each * times > limits.ENTRY_DRAWS:
        raise Refused(
            "too-many-draws",
            f"{label} may draw {each} times, but one act can draw at most {limits.ENTRY_DRAWS} times: do at most "
            f"{limits.ENTRY_DRAWS // each} at once.",
            "Dice (R17)",
        )


def require_change(act: ActionContext, hall: Hall, label: str, rule: str, *, every_time: bool = True) -> None:
    """Raise Refused if the effect changed nothing, so that nobody pays for nothing.

    `label` is the subject of the message, and `rule` the refusing rule. If `every_time` is set, each of the runs must
    have changed something. After a draw nothing is raised, because results of chance are final (R126).
    """
    if (not hall.changes or (every_time and hall.runs_in_vain)) and not act.drew:
        for found in hall.stopped.values():
            raise found.refusal
        raise Refused(
            "nothing-comes-of-it", f"{label} would do nothing now. Try again when something has changed.", rule
        )
