"""Bans: a check before every action against the law's `forbid` clauses. A ban overrides any permission."""

from nomic.clauses.clause_index import action_event_named, clauses_of
from nomic.clauses.handlers.actions import check_arguments
from nomic.clauses.runtime.run_effects import condition_holds, condition_of
from nomic.clauses.runtime.world.world_for_law import hall_seen
from nomic.clauses.schema.clause_models import ForbidClause
from nomic.clauses.schema.placed_clause import Placed
from nomic.clauses.vocabulary.unvalidated_arguments import arguments_given
from nomic.cycles.actions.context import ActionContext, ReadContext
from nomic.cycles.actions.registry import Action
from nomic.cycles.domain.exceptions import Refused
from nomic.effects.language import scopes
from nomic.effects.language.interpolation import filled_in, names_in
from nomic.effects.language.node_traversal import walk
from nomic.effects.language.nodes.base import Scope
from nomic.effects.language.world import Names
from nomic.law.document.sections import Law


def scope_of_ban(law: Law, clause: ForbidClause) -> Scope:
    """Return the names that a ban can use: the actor, and those arguments of the action that rules can see."""
    occasion = action_event_named(law, clause.forbid)
    return dict(scopes.WHO_ACTS) if occasion is None else {**scopes.WHO_ACTS, **occasion.args}


def not_forbidden(ctx: ReadContext, action: Action) -> None:
    """Raise Refused, naming the rule, if a rule forbids the action to the context's actor.

    Bans that depend on arguments are checked once the act has them, because only then is it known whether they apply.
    Raises BadArguments if something the arguments name does not exist.
    """
    for placed in clauses_of(ctx.law).bans.get(action.name, ()):
        names: Names = {"me": (ctx.actor.name,)}
        if _uses_arguments(ctx.law, placed):
            occasion = action_event_named(ctx.law, action.name)
            if occasion is None or not isinstance(ctx, ActionContext) or ctx.args is None:
                continue
            names |= arguments_given(ctx, occasion)
        if ban_applies(ctx, placed, names):
            if len(names) > 1:
                _check_arguments(ctx, action)
            raise forbidden(ctx, placed, names)


def forbidden(ctx: ReadContext, placed: Placed[ForbidClause], names: Names) -> Refused:
    """Return the refusal by a ban that applies, with its reason."""
    return Refused("forbidden", f"{_reason(ctx, placed, names).rstrip('.')}.", placed.title)


def _check_arguments(ctx: ReadContext, action: Action) -> None:
    """Raise BadArguments if an argument of an action declared by the law cannot be chosen.

    Only otherwise is the ban the reason why the act is refused.
    """
    declared = clauses_of(ctx.law).actions.get(action.name)
    if declared is not None and isinstance(ctx, ActionContext):
        check_arguments(ctx, declared)


def ban_applies(ctx: ReadContext, placed: Placed[ForbidClause], names: Names) -> bool:
    """Return whether a ban applies to the actor with these arguments."""
    clause, law = placed.clause, ctx.law
    if clause.in_ and ctx.cycle.phase_kind not in clause.in_:
        return False
    scope, me = scope_of_ban(law, clause), ctx.actor.name
    if clause.if_ is not None and not condition_holds(ctx, condition_of(law, placed, clause.if_, scope), names, me):
        return False
    if clause.except_ is None:
        return True
    return not condition_holds(ctx, condition_of(law, placed, clause.except_, scope, "except"), names, me)


def _reason(ctx: ReadContext, placed: Placed[ForbidClause], names: Names) -> str:
    because = placed.clause.because
    if not names_in(because):
        return because
    run = hall_seen(ctx).run(ctx.actor.name, "")
    return filled_in(because, scope_of_ban(ctx.law, placed.clause), run, names)


def _uses_arguments(law: Law, placed: Placed[ForbidClause]) -> bool:
    def find() -> bool:
        arguments = scope_of_ban(law, placed.clause).keys() - scopes.WHO_ACTS.keys()
        return bool(arguments_judged(law, placed) or arguments & set(names_in(placed.clause.because)))

    return law.once(("ban on arguments", placed.key), find)


def arguments_judged(law: Law, placed: Placed[ForbidClause]) -> frozenset[str]:
    """Return the arguments that a ban's conditions mention."""

    def find() -> frozenset[str]:
        clause, used = placed.clause, set[str]()
        scope = scope_of_ban(law, clause)
        for raw, part in ((clause.if_, ""), (clause.except_, "except")):
            if raw is not None:
                condition = condition_of(law, placed, raw, scope, part)
                used |= {name for _, node in walk(condition) for name in node.own_names()}
        return frozenset(used & (scope.keys() - scopes.WHO_ACTS.keys()))

    return law.once(("arguments of a ban", placed.key), find)
