"""The voting period of a proposal: when it begins, and when the votes are counted."""

from datetime import datetime, timedelta

from nomic.clauses.proposal_classes import ProposalClass, names_about
from nomic.clauses.runtime.amounts import number_within
from nomic.clauses.schema.clause_models import MAX_HOURS, MAX_PHASES, HoursJson
from nomic.cycles.actions.context import ActionContext, ReadContext
from nomic.cycles.models import Cycle
from nomic.cycles.schedule import deadlines
from nomic.cycles.schedule.deadlines import Rank
from nomic.cycles.schedule.outages import outages_of
from nomic.cycles.schedule.phases import VOTES, end_with_phase
from nomic.effects.language import scopes
from nomic.effects.language.world import Names
from nomic.proposals.models import Proposal

CLOSE_VOTING = "close-voting"


def lasts_until(cycle: Cycle, since: datetime, hours: int) -> datetime:
    """Return the end of a period of `hours` that begins at `since`, extended by outages."""
    return outages_of(cycle, VOTES).due(since, timedelta(hours=hours))


def voting_end(act: ActionContext, class_: ProposalClass, proposal: Proposal) -> tuple[datetime, int | None]:
    """Return the latest instant at which the votes are counted, and the number of the phase that ends then.

    Expressions are evaluated now, for the author. The phase is None unless the class counts by phases (R11). If the
    class counts votes at an event, the count may come earlier (`nomic/proposals/submission.py::count_at_event`).
    """
    lasts, names = class_.lasts, names_about(proposal.author, proposal.code)
    if lasts.phases is None:
        return lasts_until(act.cycle, act.at, hours_now(act, lasts.hours, names)), None
    phase = act.cycle.phase + number_within(act, lasts.phases, names, scopes.WHO_SUBMITS, 1, MAX_PHASES)
    return end_with_phase(act.cycle, phase), phase


def hours_now(ctx: ReadContext, raw: HoursJson | None, names: Names) -> int:
    """Return the current value of a class's number of hours, for the author and proposal in `names`.

    If `raw` is None, return the maximum.
    """
    return MAX_HOURS if raw is None else number_within(ctx, raw, names, scopes.WHO_SUBMITS, 1, MAX_HOURS)


def begin_vote(act: ActionContext, class_: ProposalClass, proposal: Proposal) -> None:
    """Save a proposal whose vote begins now, and schedule the count.

    Whether the vote is sealed cannot change from now on.
    """
    proposal.sealed = bool(class_.votes.sealed)
    due, phase = voting_end(act, class_, proposal)
    schedule_end(act, proposal, CLOSE_VOTING, due, phase)


def schedule_end(act: ActionContext, proposal: Proposal, action: str, due: datetime, phase: int | None = None) -> None:
    """Save a proposal with the end of its current period, and schedule the action that ends it.

    `phase` is the number of the phase that ends then, or None.
    """
    proposal.ends_at = due
    proposal.save()
    deadlines.schedule(
        act.cycle,
        proposal.deadline_label,
        at=due,
        rank=Rank.VOTING,
        action=action,
        args={"proposal": proposal.code},
        end_of_phase=phase,
    )
