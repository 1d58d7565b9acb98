"""Expensive checks of an act, made before the lock is taken so that nobody has to wait for them."""

from dataclasses import replace

from nomic.cycles.actions.context import ReadContext
from nomic.cycles.actions.registry import Precondition
from nomic.cycles.commands.idempotency import IdempotentRequest, was_performed
from nomic.cycles.domain.exceptions import Refused
from nomic.cycles.schedule.settle import settled_cycle


class LawChangedSincePrecheck(Refused):
    """Raised if the law has changed since the precheck, which then has to be repeated."""


def prechecked(sent: IdempotentRequest) -> IdempotentRequest:
    """Run the expensive checks of an act, and return it with the precondition that the law is still the same.

    An act that was already performed is returned unchecked. Raises the refusal of an act that is unavailable now, or of
    a check.
    """
    action = sent.action
    if action.prepare is None or was_performed(sent.slug, sent.actor, sent.key):
        return sent
    cycle = settled_cycle(sent.slug)
    if action.is_listed(cycle.law):
        ctx = ReadContext(cycle, sent.actor, cycle.now())
        action.check(ctx)
        action.prepare(ctx, sent.args)
    return replace(sent, action=replace(action, preconditions=(_law_is(cycle.revision), *action.preconditions)))


def _law_is(revision: int) -> Precondition:
    """Return a precondition that raises LawChangedSincePrecheck unless the law is still at this revision."""

    def permit(ctx: ReadContext) -> None:
        if ctx.cycle.revision != revision:
            raise LawChangedSincePrecheck(
                "law-changed", "The law has changed in the meantime. Look at it, and try again.", "Law (R13)"
            )

    return permit
