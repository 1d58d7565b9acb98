"""Acts whose checks take long: those are made before the lock is taken, so that nobody else waits for them."""

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
    """The law is another than the one by which an act was prepared: it is prepared again."""


def when_prepared(slug: str, actor: Actor, action: Action, args: Args, perform: Callable[[Action], T]) -> T:
    """Prepare an act, then `perform` it as long as the law is the one that it was prepared by; else once more.

    What cannot be done now is not prepared either. Raises what preparing refuses, and Refused where the law is changed
    faster than anybody can prepare.
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
    """A permit: the law is still at this revision."""

    def permit(moment: Moment) -> None:
        if moment.cycle.revision != revision:
            raise LawChanged("law-changed", "The law has changed meanwhile: look at it, and try again.", "Law (R13)")

    return permit
