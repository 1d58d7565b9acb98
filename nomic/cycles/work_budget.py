"""Work budget of rules: the total steps that one act and its immediate consequences may take.

A step is the evaluation of a node of the effect language, a read of a player, an item or a value, or a change. Steps
are counted identically on every machine, so an act that exceeds the budget on one exceeds it on all. Each consequence
also has a few steps of its own, so that a small one is never refused because of a large act. The number of consequences
is limited elsewhere (`nomic/clauses/runtime/trigger_chains.py`), because a replay has to find the same number and does
not repeat failed entries.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from nomic import limits
from nomic.chance.draw_source import TooLong
from nomic.cycles.actions.context import ActionContext, ReadContext
from nomic.cycles.domain.in_memory_state import TransientState
from nomic.cycles.models import Cycle, Deadline

OWN_STEPS: Final = 200  # separate steps of a consequence, in addition to the shared ones
REPLAYED: Final = 10_000_000  # for a recorded entry, which may have been made under higher limits

_WORK = "work of rules"


class _Done(TransientState):
    """The work of rules under the current lock: total steps, and shared budgets at the newest instant.

    Work counts even if its act is undone. Consequences share a budget, which is identified by the entry that caused
    them and by their action.
    """

    def __init__(self) -> None:
        self.steps = 0
        self.at = ""
        self.shared: dict[tuple[str, str], WorkBudget] = {}


class WorkBudget:
    """A budget of steps for an act and its immediate consequences."""

    def __init__(self, most: int, done: _Done) -> None:
        self.left = most
        self._done = done

    def take(self, steps: int) -> None:
        """Spend this many steps. If fewer are left, raise TooLong and spend none."""
        if steps > self.left:
            raise TooLong("what rules do")
        self.left -= steps
        self._done.steps += steps


class ConsequenceBudget(WorkBudget):
    """The budget of a consequence. Its own steps are spent first, then those of the act that caused it."""

    def __init__(self, act: WorkBudget, done: _Done) -> None:
        super().__init__(OWN_STEPS, done)
        self.act = act

    def take(self, steps: int) -> None:
        own = min(steps, self.left)
        if steps > own:
            self.act.take(steps - own)
        self.left -= own
        self._done.steps += own


def work_of(ctx: ReadContext) -> WorkBudget:
    """Return the budget of a context. A consequence uses the budget of the act that caused it."""
    work: WorkBudget = ctx.recall(_WORK, lambda: _begun(ctx))
    return work


def share_budget(ctx: ReadContext, other: ReadContext) -> None:
    """Make another context use the same budget as this one."""
    other.know(_WORK, work_of(ctx))


def separate_budget(ctx: ReadContext, most: int | None = None) -> WorkBudget:
    """Return a separate budget of `most` steps, by default as many as an act has.

    Code that abandons an expensive operation and then continues must use a separate budget, because a replay has to
    behave identically.
    """
    return WorkBudget(
        limits.ACT_STEPS if most is None else most,
        ctx.cycle.transient(_Done) if isinstance(ctx, ActionContext) else _Done(),
    )


@contextmanager
def in_separate_budget(ctx: ReadContext, most: int) -> Iterator[None]:
    """Context manager in which work is charged to a separate budget of `most` steps."""
    before = ctx.known(_WORK)
    ctx.know(_WORK, separate_budget(ctx, most))
    try:
        yield
    finally:
        ctx.forget(_WORK)
        if before is not None:
            ctx.know(_WORK, before)


def share_with_consequences(act: ActionContext, action: str) -> None:
    """Share the act's budget with all its consequences that run this action."""
    done = act.cycle.transient(_Done)
    if done.at != act.at.isoformat():
        done.at, done.shared = act.at.isoformat(), {}
    work = work_of(act)
    done.shared[act.key, action] = work.act if isinstance(work, ConsequenceBudget) else work


def charge_to_cause(ctx: ReadContext, action: str, entry: str) -> None:
    """Charge a consequence to the budget of the entry that caused it. `action` is its action, `entry` that entry's key.

    If that budget is not shared or no longer known, the context gets a new one.
    """
    done = ctx.cycle.transient(_Done)
    work = done.shared.get((entry, action)) if done.at == ctx.at.isoformat() else None
    if work is not None and not _is_replay(ctx):
        ctx.know(_WORK, ConsequenceBudget(work, done))


def is_shared(cycle: Cycle, deadline: Deadline) -> bool:
    """Return whether a deadline shares the budget of an entry made under this lock.

    Both entries then have to be in one transaction.
    """
    done = cycle.transient(_Done)
    return done.at == deadline.at.isoformat() and (deadline.args.get("entry"), deadline.action) in done.shared


def steps_done(cycle: Cycle) -> int:
    """Return the number of steps that rules have taken in acts since this row was read."""
    return cycle.transient(_Done).steps


def _begun(ctx: ReadContext) -> WorkBudget:
    if isinstance(ctx, ActionContext):
        return WorkBudget(REPLAYED if ctx.is_replay else limits.ACT_STEPS, ctx.cycle.transient(_Done))
    return WorkBudget(limits.ACT_STEPS, _Done())


def _is_replay(ctx: ReadContext) -> bool:
    return isinstance(ctx, ActionContext) and ctx.is_replay
