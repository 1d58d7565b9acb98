"""Expensive checks of an act, made before the lock is taken so that nobody else waits for them."""

from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

from nomic.cycles.actions.context import Moment
from nomic.cycles.actions.registry import Action, Args, Precondition
from nomic.cycles.domain.actor import Actor
from nomic.cycles.domain.exceptions import Refused
from nomic.cycles.schedule.settle import current

MAX_ATTEMPTS = 5
T = TypeVar("T")


class LawChanged(Refused):
    """The law has changed since the act was prepared, which therefore has to be repeated."""


def when_prepared(slug: str, actor: Actor, action: Action, args: Args, perform: Callable[[Action], T]) -> T:
    """Prepare an act, then `perform` it if the law is still the same. Otherwise repeat both.

    An act that is unavailable now is not prepared. Raises what the preparation refuses, and Refused if the law keeps
    changing faster than acts can be prepared.
    """
    for _ in range(MAX_ATTEMPTS):
        cycle = current(slug)
        moment = Moment(cycle, actor, cycle.now())
        if action.prepare is not None and action.is_listed(cycle.law):
            action.check(moment)
            action.prepare(moment, args)
        try:
            return perform(replace(action, preconditions=(_law_is(cycle.revision), *action.preconditions)))
        except LawChanged as changed:
            refused = changed
    raise refused


def _law_is(revision: int) -> Precondition:
    """Build a precondition: the law is still at this revision."""

    def permit(moment: Moment) -> None:
        if moment.cycle.revision != revision:
            raise LawChanged("law-changed", "The law has changed meanwhile: look at it, and try again.", "Law (R13)")

    return permit
