"""Moves a practice clock to the next phase in which its owner can do something again, such as begin a match."""

from nomic.cycles.actions.context import ReadContext
from nomic.cycles.actions.registry import action_named
from nomic.cycles.commands.perform import perform
from nomic.cycles.schedule.settle import settled_cycle

MOST_PHASES = 4  # that the clock is moved ahead


def advance_until_possible(ctx: ReadContext, name: str) -> ReadContext:
    """Return the read context in which the action is possible: the current one, or one in a later phase.

    The clock of the actor's own practice cycle is advanced by up to `MOST_PHASES` phases. If the action is still
    refused then, the last context is returned. Other clocks are left alone. Raises Refusal if the clock cannot be
    advanced.
    """
    action, cycle, actor = action_named(name, ctx.law), ctx.cycle, ctx.actor
    if action.refusal(ctx) is None or not cycle.practice or cycle.owner_name != actor.name:
        return ctx
    for _ in range(MOST_PHASES):
        perform(cycle.slug, actor, "advance-clock", {"to_next_phase": True})
        cycle = settled_cycle(cycle.slug)
        ctx = ReadContext(cycle, actor, cycle.now())
        if action.refusal(ctx) is None:
            break
    return ctx
