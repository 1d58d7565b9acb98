"""Triggered clauses. Each runs in its own entry, directly after the entry whose event triggers it.

The length of a chain of such entries is limited. A clause that fails changes nothing, and the journal records the
reason. After three failures in a row the clause is suspended until it is amended.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Literal

from pydantic import Field

from nomic.clauses.clause_index import clauses_of, event_kind_of
from nomic.clauses.events import ClauseFailed
from nomic.clauses.handlers import run_deferred_effects
from nomic.clauses.models import Failures
from nomic.clauses.runtime.run_effects import carry_out, condition_holds, condition_of, effect_of
from nomic.clauses.runtime.trigger_chains import (
    MAX_DEPTH,
    MAX_FOLLOWING,
    MAX_FROM_CLOCK,
    Chain,
    chain_of,
    continue_chain,
    schedule_next,
    without_departed,
)
from nomic.clauses.schema.clause_models import WhenClause
from nomic.clauses.schema.placed_clause import Placed
from nomic.clauses.vocabulary.event_scopes import EventKind
from nomic.cycles.actions.context import ActionContext, ReadContext
from nomic.cycles.actions.registry import Action, Args
from nomic.cycles.domain.events import ActFailed, LawChanged
from nomic.cycles.journal.append import event_at
from nomic.cycles.law_changes import law_before
from nomic.cycles.work_budget import charge_to_cause, share_with_consequences
from nomic.db import Prepared
from nomic.effects.language.event_names import DOES
from nomic.effects.language.world import Names
from nomic.law.document.sections import Law

BY_RULE = "act-by-rule"
MAX_FAILURES = 3
MAX_REASON = 300  # stored characters of the reason

_failing = Prepared(lambda cycle: Failures.objects.filter(cycle_id=cycle).order_by("clause"), int, cacheable=True)


class ByRuleArgs(Args):
    """Arguments of a triggered clause: its key and the event.

    The event is identified by its entry's id and its position among the entry's events. `who` is the actor of the first
    act of the chain. `depth` entries have led to this one, and `left` may follow from it. `amended` is "yes" if a rule
    has changed the law in one of them.
    """

    clause: str = Field(max_length=120)
    entry: str = Field(max_length=64)
    place: int = Field(ge=0, le=1_000_000)
    who: str = Field(max_length=30)
    depth: int = Field(ge=1, le=MAX_DEPTH)
    left: int = Field(ge=0, le=MAX_FOLLOWING)
    amended: Literal["", "yes"] = ""


def schedule_triggers(act: ActionContext) -> None:
    """Schedule the clauses and deferred effects that this act's events trigger as the next entries.

    The clauses come first in the order of the rules, up to the limit of the chain. The deferred effects follow in the
    order in which they were stored.
    """
    at_events = clauses_of(act.law).at_events
    if not (at_events or act.cycle.awaited) or not act.cycle.is_running:
        return
    heard, waiting = list(_heard(act, at_events)), run_deferred_effects.waiting_for(act)
    if not (heard or waiting):
        return
    chain, from_calendar = chain_of(act), run_deferred_effects.comes_from_calendar(act)
    acting = heard[: chain.room]
    if len(acting) < len(heard):
        act.message(_left_out(len(heard) - len(acting), acting))
    coming = waiting if from_calendar else waiting[: chain.room - len(acting)]
    if len(coming) < len(waiting):
        act.message("Rules that are waiting for this will keep waiting: one event has already triggered too much.")
    following = len(acting) + (0 if from_calendar else len(coming))
    left = (chain.left - following) // max(following, 1)
    share_with_consequences(act, BY_RULE)
    # Effects that a calendar event triggers together were stored by many acts, so each has a work limit of its own.
    if not from_calendar:
        share_with_consequences(act, run_deferred_effects.AS_AWAITED)
    for number, (placed, place) in enumerate(acting):
        schedule_next(act, f"{number:04d}: {placed.title}", BY_RULE, chain, place=place, left=left, clause=placed.key)
    run_deferred_effects.have_act(act, coming, chain, MAX_FROM_CLOCK if from_calendar else left)


def _left_out(count: int, acting: Sequence[object]) -> str:
    """Return the message that `count` triggered clauses are not run, because the chain has reached its limit.

    `acting` are the clauses that are run, first in reading order.
    """
    if not acting:
        return "Rules that would react to this do not: one event has already triggered too much."
    rest = "One more clause" if count == 1 else f"{count} more clauses"
    return f"{rest} would react to this, but one event has already triggered too much."


def _heard(
    act: ActionContext, at_events: Mapping[str, Sequence[Placed[WhenClause]]]
) -> Iterator[tuple[Placed[WhenClause], int]]:
    """Yield each clause to run, with the index of the event that triggers it."""
    for place, event in enumerate(act.events):
        for placed in at_events.get(event.kind(), ()):
            if event.kind() == DOES and getattr(event, "action", "") != placed.clause.act:
                continue
            in_phase = not placed.clause.in_ or act.cycle.phase_kind in placed.clause.in_
            if in_phase and placed.key not in resting_clauses(act):
                yield placed, place


def does_not_concern(ctx: ReadContext, args: ByRuleArgs) -> bool:
    """Return whether a due clause can be skipped without writing an entry, because its condition is false."""
    placed = clause_named(ctx.law, args.clause)
    occasion = None if placed is None else event_kind_of(ctx.law, placed.clause)
    if placed is None or occasion is None or placed.clause.if_ is None or args.clause in resting_clauses(ctx):
        return False
    charge_to_cause(ctx, BY_RULE, args.entry)
    return not is_met(ctx, placed, occasion, _names_at(ctx, occasion, args))


def _names_at(ctx: ReadContext, occasion: EventKind, args: ByRuleArgs) -> Names:
    """Return the values of the event's names for the event that triggered the clause."""
    event = event_at(ctx.cycle, args.entry, args.place)
    return without_departed(ctx, occasion, occasion.names_at(ctx, event, args.who))


def act_by_rule(act: ActionContext, args: ByRuleArgs) -> None:
    """Run a triggered clause if the law still has it and its condition is true.

    The condition can be false in forks, whose history differs from the one in which the entry was scheduled.
    """
    act.record_args(clause=args.clause)
    charge_to_cause(act, BY_RULE, args.entry)
    placed = clause_named(act.law, args.clause)
    occasion = None if placed is None else event_kind_of(act.law, placed.clause)
    if placed is None or occasion is None:
        act.message("The rule that was to act is no longer law.")
        return
    if args.clause in resting_clauses(act):  # it failed in the meantime, for this or another event
        act.message(f"The rule “{placed.title}” is suspended until it is amended.")
        return
    continue_chain(act, Chain(args.who, args.depth, args.left, amended=bool(args.amended)))
    names = _names_at(act, occasion, args)
    besides: list[str] = []
    if not is_met(act, placed, occasion, names, besides.append):
        act.message(f"The rule “{placed.title}” has nothing to do.")
        return
    hall = carry_out(act, placed, effect_of(act.law, placed, placed.clause.do, occasion.scope), names)
    results = hall.results()
    act.message(f"By the rule “{placed.title}”{':' if results else ' nothing changes.'}")
    for sentence in dict.fromkeys([*results, *besides]):
        act.message(sentence)
    forget_failures(act, args.clause)


def is_met(
    ctx: ReadContext,
    placed: Placed[WhenClause],
    occasion: EventKind,
    names: Names,
    tell: Callable[[str], None] = lambda text: None,
) -> bool:
    raw = placed.clause.if_
    if raw is None:
        return True
    return condition_holds(ctx, condition_of(ctx.law, placed, raw, occasion.scope), names, tell=tell)


def clause_named(law: Law, key: str) -> Placed[WhenClause] | None:
    """Return the triggered clause with this key, or None if the law does not have it."""
    listening = (placed for each in clauses_of(law).at_events.values() for placed in each)
    return next((placed for placed in listening if placed.key == key), None)


# ── failures


def resting_clauses(ctx: ReadContext) -> frozenset[str]:
    """Return the keys of the suspended clauses, which failed too often and were not amended since."""
    return ctx.recall(
        "resting clauses",
        lambda: frozenset(row.clause for row in _failing.all(ctx.cycle.pk) if row.times >= MAX_FAILURES),
    )


def note_failure(act: ActionContext, failed: ActFailed) -> None:
    """Count a failure of a triggered clause."""
    if act.action.name == BY_RULE:
        count_failure(act, act.recorded["clause"], failed.reason)


def count_failure(act: ActionContext, key: str, reason: str) -> None:
    """Count a failure of the clause with this key, with its reason. Announce its suspension after too many in a row."""
    row, _ = Failures.objects.get_or_create(cycle=act.cycle, clause=key)
    row.times += 1
    row.reason = reason[:MAX_REASON]
    row.save(update_fields=["times", "reason"])
    placed = clause_named(act.law, key)
    if placed is not None:
        act.emit(ClauseFailed(rule=placed.rule, clause=placed.name, times=row.times))
        if row.times >= MAX_FAILURES:
            act.message(
                f"The rule “{placed.title}” has failed {row.times} times in a row: it is suspended until it is amended."
            )


def forget_failures(act: ActionContext, key: str) -> None:
    """Reset the failure count of a clause that has succeeded."""
    if any(failing.clause == key for failing in _failing.all(act.cycle.pk)):
        Failures.objects.filter(cycle=act.cycle, clause=key).delete()


def wake_amended(act: ActionContext, changed: LawChanged) -> None:
    """Reset the failure counts of clauses that were amended or repealed."""
    for row in Failures.objects.filter(cycle=act.cycle):
        was, now = clause_named(law_before(act), row.clause), clause_named(act.law, row.clause)
        if was is None or now is None or was.clause != now.clause:
            row.delete()


def by_rule() -> Action:
    """Return the system action that runs triggered clauses."""
    return ACTIONS[0]


ACTIONS = (
    Action(
        name=BY_RULE,
        channel="system",
        title="A rule acts",
        summary_phrases=("the rule “{rule}” acted", "the rule “{rule}” acted {count} times"),
        summary="An event has triggered a rule.",
        rule="Clauses",
        args=ByRuleArgs,
        run=act_by_rule,
        is_noop=does_not_concern,
    ),
)
