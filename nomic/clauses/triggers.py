"""What rules do by themselves: at an event, as an entry of its own right after the one that made the event.

A chain of such entries is bounded. One that fails changes nothing and stands in the journal with its reason; after
three times in a row its clause rests until it is amended.
"""

from typing import Any

from pydantic import Field

from nomic import limits
from nomic.clauses.events import ClauseFailed
from nomic.clauses.kinds import WhenClause
from nomic.clauses.law import Placed, clauses_of
from nomic.clauses.models import Failures
from nomic.clauses.occasions import Occasion, occasion_named
from nomic.clauses.running import carry_out, condition_of, effect_of, holds
from nomic.cycles import actions, deadlines
from nomic.cycles.actions import Action, Args
from nomic.cycles.deadlines import Rank
from nomic.cycles.events import ActFailed, LawChanged
from nomic.cycles.legislation import law_before
from nomic.cycles.moment import Act
from nomic.law.sections import Law
from nomic.players.lookup import player_or_none

BY_RULE = "act-by-rule"
DEEPEST = 8  # entries that follow from each other
MOST_FOLLOWING = 200  # entries that follow from one
MOST_FAILURES = 3


class ByRuleArgs(Args):
    """Which clause acts, at which event, and how it came to that: `root` is the entry that all of the chain follows."""

    clause: str = Field(max_length=120)
    event: dict[str, Any]
    who: str = Field(max_length=30)
    depth: int = Field(ge=0, le=1_000)
    root: int = Field(ge=0, le=limits.LARGEST_NUMBER)


def listen(act: Act) -> None:
    """Have each clause that listens to something that has just happened act next, in the order of the rules."""
    at_events = clauses_of(act.law).at_events
    if not at_events or not act.cycle.is_running:
        return
    heard = [event for event in act.events if event.kind() in at_events]
    if not heard:
        return
    came = act.known("chain of clauses") or ByRuleArgs(clause="", event={}, who="", depth=0, root=act.cycle.seq + 1)
    if came.depth >= DEEPEST or act.cycle.seq + 1 - came.root >= MOST_FOLLOWING:
        act.says("Rules that would act because of this do not: too much has followed from one event already.")
        return
    resting = resting_clauses(act)
    player = None if act.actor.is_system else player_or_none(act)
    place = 0
    for event in heard:
        for placed in at_events[event.kind()]:
            if placed.key in resting or (placed.clause.in_ and act.cycle.phase_kind not in placed.clause.in_):
                continue
            args = ByRuleArgs(
                clause=placed.key,
                event=event.as_json(),
                who=came.who if player is None else player.name,
                depth=came.depth + 1,
                root=came.root,
            )
            deadlines.schedule(
                act.cycle,
                f"rule {act.cycle.seq + 1}, {place:04d}: {placed.title}"[:200],
                at=act.at,
                rank=Rank.AT_ONCE,
                action=BY_RULE,
                args=args.as_json(),
            )
            place += 1


def act_by_rule(act: Act, args: ByRuleArgs) -> None:
    """A clause acts, where the law still has it and its condition holds."""
    act.records(clause=args.clause)
    placed = clause_named(act.law, args.clause)
    occasion = None if placed is None else occasion_named(placed.clause.when)
    if placed is None or occasion is None:
        act.says("The rule that would act now is none any more.")
        return
    act.recall("chain of clauses", lambda: args)
    names = occasion.names(args.event, args.who)
    if not _is_met(act, placed, occasion, args):
        act.says(f"The rule “{placed.title}” has nothing to do.")
        return
    effect = effect_of(act.law, placed, placed.clause.do, occasion.scope)
    hall = carry_out(act, placed, effect, names)
    told = hall.told()
    act.says(f"By the rule “{placed.title}”{':' if told else ' nothing changes.'}")
    for sentence in told:
        act.says(sentence)
    Failures.objects.filter(cycle=act.cycle, clause=args.clause).delete()


def _is_met(act: Act, placed: Placed[WhenClause], occasion: Occasion, args: ByRuleArgs) -> bool:
    raw = placed.clause.if_
    if raw is None:
        return True
    return holds(act, condition_of(act.law, placed, raw, occasion.scope), occasion.names(args.event, args.who))


def clause_named(law: Law, key: str) -> Placed[WhenClause] | None:
    """The clause of that key among those that listen; None where the law has none."""
    listening = (placed for each in clauses_of(law).at_events.values() for placed in each)
    return next((placed for placed in listening if placed.key == key), None)


# ── failures


def resting_clauses(act: Act) -> frozenset[str]:
    """Clauses that have failed too often, and do nothing until they are amended."""
    return act.recall(
        "resting clauses",
        lambda: frozenset(
            Failures.objects.filter(cycle=act.cycle, times__gte=MOST_FAILURES).values_list("clause", flat=True)
        ),
    )


def note_failure(act: Act, failed: ActFailed) -> None:
    """Count the failures of a clause, and say that it rests where there are too many in a row."""
    if act.action.name != BY_RULE:
        return
    key = act.recorded["clause"]
    row, _ = Failures.objects.get_or_create(cycle=act.cycle, clause=key)
    row.times += 1
    row.save(update_fields=["times"])
    placed = clause_named(act.law, key)
    if placed is not None:
        act.tell(ClauseFailed(rule=placed.rule, clause=placed.name, times=row.times))
        if row.times >= MOST_FAILURES:
            act.says(f"The rule “{placed.title}” has failed {row.times} times in a row: it rests until it is amended.")


def wake_amended(act: Act, changed: LawChanged) -> None:
    """A clause that was amended, or is no more, starts afresh."""
    for row in Failures.objects.filter(cycle=act.cycle):
        was, now = clause_named(law_before(act), row.clause), clause_named(act.law, row.clause)
        if was is None or now is None or was.clause != now.clause:
            row.delete()


def declare() -> None:
    """Make known how rules act."""
    actions.declare(by_rule())


def by_rule() -> Action:
    """The system's action by which a rule acts."""
    return Action(
        name=BY_RULE,
        channel="system",
        title="A rule acts",
        told=("a rule acted", "rules acted {count} times"),
        summary="Something has happened that a rule listens to.",
        rule="Clauses",
        args=ByRuleArgs,
        run=act_by_rule,
        is_act=False,
    )
