"""Actions declared by clauses, built as `Action` objects like those in code."""

from collections.abc import Mapping
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Annotated, Any

from django.db.models import Count
from pydantic import Field, create_model

from nomic.clauses.arguments.allowed_inputs import MessageNouns
from nomic.clauses.clause_index import clauses_of, name_of_action, scope_of_action
from nomic.clauses.runtime.amounts import (
    as_price,
    check_can_pay,
    in_words_now,
    is_worked_out,
    known_before,
    price_now,
    price_shown,
    times_now,
    why_so_often,
)
from nomic.clauses.runtime.answer_sources import ANSWERS, Answering, GivenAnswers, WithTheAct, may_ask
from nomic.clauses.runtime.run_effects import (
    asking,
    carry_out,
    condition_holds,
    condition_of,
    effect_of,
    require_change,
)
from nomic.clauses.runtime.world.acting_world import Hall
from nomic.clauses.schema.clause_models import ActionClause, Limit
from nomic.clauses.schema.placed_clause import Placed
from nomic.clauses.schema.short_sentences import in_brief
from nomic.cycles.actions.context import ActionContext, ReadContext
from nomic.cycles.actions.registry import Action, Args, ArgumentBounds, Choices, Precondition
from nomic.cycles.domain.exceptions import Refused
from nomic.cycles.models import Entry
from nomic.db import Prepared
from nomic.effects.checking.effects_in_sections import TruthJson
from nomic.effects.language import scopes
from nomic.effects.language.world import Names
from nomic.effects.prose.describe import condition_in_words
from nomic.effects.prose.english_grammar import in_third_person
from nomic.inventory.law_section import wording_of
from nomic.inventory.ledger import ledger_of
from nomic.law.document.sections import Law
from nomic.players.lookup import is_player, player_of

CHANNEL = "game-actions"


def actions_by_law(law: Law) -> Mapping[str, Action]:
    """Return the actions that a law's clauses declare, by name."""
    return law.once(
        "actions by clauses", lambda: {key: _made(law, each) for key, each in clauses_of(law).actions.items()}
    )


def _made(law: Law, placed: Placed[ActionClause]) -> Action:
    clause = placed.clause
    effect = effect_of(law, placed, clause.do, scope_of_action(clause))
    asks = may_ask(effect)
    return Action(
        name=name_of_action(placed),
        channel=CHANNEL,
        title=clause.action,
        summary=in_brief(clause, law),
        rule=placed.title,
        args=_args_of(law, placed.key, clause, asks),
        run=lambda act, args: _act(act, placed, args),
        preconditions=tuple(_preconditions(law, placed)),
        choices=lambda ctx: _choices(ctx, placed),
        every_choice=lambda ctx: _every_choice(ctx, placed),
        bounds=lambda ctx: _bounds(ctx, placed),
        now=(lambda ctx: _now(ctx, clause)) if _is_worked_out(clause) else None,
        price=(lambda ctx: price_shown(ctx, clause.costs, scope_of_action(clause))) if clause.costs else None,
        asks=asks,
        is_act=clause.is_act,
    )


def _is_worked_out(clause: ActionClause) -> bool:
    times = 1 if clause.limit is None else clause.limit.times
    return is_worked_out(clause.costs) or not isinstance(times, int)


def _now(ctx: ReadContext, clause: ActionClause) -> str:
    """Return the current price and limit as text.

    Returns "" for visitors, and if they cannot be evaluated.
    """
    with suppress(Refused):
        return "" if not ctx.actor.name else in_words_now(ctx, clause.costs, clause.limit, scope_of_action(clause))
    return ""


def _args_of(law: Law, key: str, clause: ActionClause, asks: bool) -> type[Args]:
    """Build the model of an action's arguments, in the order of their places.

    If the action asks questions (`asks`), the model also has a field for the answers.
    """
    listed = sorted(clause.with_.items(), key=lambda named: (named[1].place, named[0]))
    words = MessageNouns(wording_of(law), {})
    fields: dict[str, Any] = {
        name: (_described(argument.input_type(), argument.help_text(words)), argument.default)
        for name, argument in listed
    }
    if asks:
        fields[ANSWERS] = (GivenAnswers, [])
    made: type[Args] = create_model(f"Args of {key}", __base__=Args, **fields)
    return made


def _described(typed: Any, description: str) -> Any:
    """Return the argument's type annotated with a description for forms and bots."""
    return Annotated[typed, Field(description=description)]


def _choices(ctx: ReadContext, placed: Placed[ActionClause]) -> Choices:
    now = asking(ctx, ctx.actor.name, placed.title)
    listed = {name: each.choices(now) for name, each in placed.clause.with_.items()}
    return {name: choices for name, choices in listed.items() if choices is not None}


def _every_choice(ctx: ReadContext, placed: Placed[ActionClause]) -> Choices:
    now = asking(ctx, ctx.actor.name, placed.title)
    listed = {name: each.every_choice(now) for name, each in placed.clause.with_.items()}
    return {name: choices for name, choices in listed.items() if choices is not None}


def _bounds(ctx: ReadContext, placed: Placed[ActionClause]) -> Mapping[str, ArgumentBounds]:
    now = asking(ctx, ctx.actor.name, placed.title)
    listed = {name: each.bounds(now) for name, each in placed.clause.with_.items()}
    return {name: bounds for name, bounds in listed.items() if bounds is not None}


# ── preconditions


def _preconditions(law: Law, placed: Placed[ActionClause]) -> list[Precondition]:
    clause = placed.clause
    preconditions: list[Precondition] = [is_player]
    if clause.in_:
        preconditions.append(lambda ctx: _in_phase(ctx, placed))
    if clause.limit is not None:
        limit = clause.limit
        preconditions.append(lambda ctx: _within_limit(ctx, placed, limit))
    if clause.who is not None:
        raw = clause.who
        preconditions.append(lambda ctx: _who(ctx, placed, raw))
    if clause.costs:
        preconditions.append(lambda ctx: _can_pay(ctx, placed))
    if clause.with_:
        preconditions.append(lambda ctx: _can_say(ctx, placed))
    return preconditions


def _in_phase(ctx: ReadContext, placed: Placed[ActionClause]) -> None:
    kinds = placed.clause.in_
    if ctx.cycle.phase_kind not in kinds:
        raise Refused("wrong-phase", f"You can do this only in {' and '.join(kinds)} phases.", placed.title)


def _within_limit(ctx: ReadContext, placed: Placed[ActionClause], limit: Limit) -> None:
    done = ctx.recall(("how often done", limit.per, limit.together), lambda: _done(ctx, limit))
    most = times_now(ctx, limit)
    if done.get(name_of_action(placed), 0) >= most:
        times = "once" if most == 1 else f"{most} times"
        who, done_by = ("All players together", "they") if limit.together else ("You", "you")
        have = f", and {done_by} have" if most else ""
        why = why_so_often(ctx.law, limit)
        detail = f"{who} can do this {times} per {limit.per}{why}{have}."
        raise Refused("too-often", detail, placed.title)


def _done(ctx: ReadContext, limit: Limit) -> dict[str, int]:
    """Return how often the actor has performed each of these actions in its limit's current period.

    Sends one query.
    """
    limited = [
        name
        for name, each in clauses_of(ctx.law).actions.items()
        if each.clause.limit is not None
        and (each.clause.limit.per, each.clause.limit.together) == (limit.per, limit.together)
    ]
    if limit.per == "phase" and not limit.together:
        of_phase = ctx.law.once("how often done in a phase", lambda: _done_in_phase(limited))
        return dict(of_phase.all(ctx.cycle.pk, ctx.actor.name, ctx.cycle.phase))
    done = Entry.objects.filter(cycle=ctx.cycle, action__in=limited)
    if not limit.together:
        done = done.filter(actor=ctx.actor.name)
    if limit.per == "phase":
        done = done.filter(phase=ctx.cycle.phase)
    elif limit.per != "cycle":
        done = done.filter(at__gte=_begin_of(limit.per, ctx.at))
    return dict(done.order_by().values_list("action").annotate(Count("pk")))


def _done_in_phase(limited: list[str]) -> Prepared[tuple[str, int]]:
    """Return the prepared query that counts how often an actor performed each of these actions in a phase."""
    return Prepared(
        lambda cycle, actor, phase: (
            Entry.objects.filter(cycle_id=cycle, action__in=limited, actor=actor, phase=phase)
            .order_by()
            .values_list("action")
            .annotate(Count("pk"))
        ),
        int,
        str,
        int,
        for_pages=True,
    )


def _begin_of(span: str, at: datetime) -> datetime:
    """Return the start of the day (UTC) or week (from Monday) that contains an instant."""
    day = at.replace(hour=0, minute=0, second=0, microsecond=0)
    return day if span == "day" else day - timedelta(days=day.weekday())


def _who(ctx: ReadContext, placed: Placed[ActionClause], raw: TruthJson) -> None:
    condition = condition_of(ctx.law, placed, raw, scopes.WHO_ACTS)
    name = ctx.actor.name
    if not condition_holds(ctx, condition, {"me": (name,)}, name):
        words = condition_in_words(condition, wording_of(ctx.law))
        raise Refused("not-so", f"You can do this only if {words}.", placed.title)


def _can_pay(ctx: ReadContext, placed: Placed[ActionClause]) -> None:
    scope = scope_of_action(placed.clause)
    costs = known_before(ctx.law, placed.clause.costs, scope)
    check_can_pay(ctx, price_now(ctx, costs, {"me": (ctx.actor.name,)}, scope, placed.title), placed.title)


def _can_say(ctx: ReadContext, placed: Placed[ActionClause]) -> None:
    for argument in placed.clause.with_.values():
        argument.check_possible(asking(ctx, ctx.actor.name, placed.title))


# ── running


def _act(act: ActionContext, placed: Placed[ActionClause], args: Args) -> None:
    """Pay the costs and run the action's effect. `$me` is the actor."""
    clause, player = placed.clause, player_of(act)
    _seal(act, clause, args)
    names = _names(act, placed, args, player.name)
    price = price_now(act, clause.costs, names, scope_of_action(clause), placed.title)
    check_can_pay(act, price, placed.title)
    ledger_of(act).pay(player.name, price)
    answering = WithTheAct(act, player.name, getattr(args, ANSWERS, ()))
    hall = carry_out_action(act, placed, names, player.name, answering)
    answering.check_all_used()
    require_change(act, hall, f"“{clause.action}”", placed.title)
    act.add_facts(gained=hall.granted_to(player.name))
    paid = f", for {as_price(act.law, price)}" if price else ""
    act.message(f"{in_third_person(player.name, clause.action)}{paid}.")
    for sentence in hall.results():
        act.message(sentence)


def check_arguments(act: ActionContext, placed: Placed[ActionClause]) -> None:
    """Raise BadArguments if an argument of the act cannot be chosen now."""
    if act.args is not None:
        _names(act, placed, act.args, act.actor.name)


def carry_out_action(
    act: ActionContext, placed: Placed[ActionClause], names: Names, me: str, answering: Answering | None = None
) -> Hall:
    """Run the effect of an action of the player `me`, after its price was paid. Return the `Hall` with the results.

    `answering` provides the answers to its questions. Raises Refused if the effect takes too many steps.
    """
    effect = effect_of(act.law, placed, placed.clause.do, scope_of_action(placed.clause))
    return carry_out(act, placed, effect, names, me, answering)


def _seal(act: ActionContext, clause: ActionClause, args: Args) -> None:
    """Replace sealed arguments in the journal with commitments."""
    said = args.as_json()
    for name, argument in clause.with_.items():
        if argument.sealed:
            act.commit_secret(name, said[name])


def _names(act: ActionContext, placed: Placed[ActionClause], args: Args, me: str) -> Names:
    """Return the values of the names in the effect: the actor and the arguments.

    Raises BadArguments if an input is not allowed.
    """
    now = asking(act, me, placed.title)
    said = {name: each.read(now, name, getattr(args, name)) for name, each in placed.clause.with_.items()}
    for name, argument in placed.clause.with_.items():
        recorded = argument.recorded(said[name])
        if recorded is not None and not argument.sealed:
            act.record_args(**{name: recorded})
    return {"me": (me,), **said}
