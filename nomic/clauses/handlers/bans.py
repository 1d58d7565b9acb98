"""Bans: a precondition of every action, which checks the law's `forbid` clauses. A ban overrides any permission."""

from nomic.clauses.compiled import clauses_of
from nomic.clauses.runtime.run import condition_of, holds
from nomic.cycles.actions.context import Moment
from nomic.cycles.actions.registry import Action
from nomic.cycles.domain.exceptions import Refused
from nomic.effects.language import scopes


def not_forbidden(moment: Moment, action: Action) -> None:
    """Raise Refused, naming the rule, if a rule forbids the action to the context's actor."""
    for placed in clauses_of(moment.law).bans.get(action.name, ()):
        raw, name = placed.clause.if_, moment.actor.name
        if raw is None or holds(moment, condition_of(moment.law, placed, raw, scopes.WHO_ACTS), {"me": (name,)}, name):
            raise Refused("forbidden", f"{placed.clause.because.rstrip('.')}.", placed.title)
