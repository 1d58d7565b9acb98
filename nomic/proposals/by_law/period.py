"""The period in which people vote on a proposal: its beginning, and when the votes are counted."""

from datetime import datetime, timedelta

from nomic.clauses.proposal_classes import ProposalClass
from nomic.clauses.schema.kinds import MAX_HOURS
from nomic.cycles.actions.context import Act
from nomic.cycles.models import Cycle
from nomic.cycles.schedule import deadlines
from nomic.cycles.schedule.deadlines import Rank
from nomic.cycles.schedule.outages import outages_of
from nomic.cycles.schedule.phases import VOTES, end_with_phase
from nomic.proposals.models import Proposal

CLOSE_VOTING = "close-voting"


def lasts_until(cycle: Cycle, since: datetime, hours: int) -> datetime:
    """Return the end of a period of some hours, extended by outages."""
    return outages_of(cycle, VOTES).due(since, timedelta(hours=hours))


def voting_end(act: Act, class_: ProposalClass) -> tuple[datetime, int | None]:
    """Return when the votes are counted at the latest, and the phase that ends then.

    The phase is None unless the class counts by phases (R11). If the class counts them at an event, that may come
    before (`nomic/proposals/submission.py::count_at_event`).
    """
    lasts = class_.lasts
    if lasts.phases is None:
        return lasts_until(act.cycle, act.at, lasts.hours or MAX_HOURS), None
    phase = act.cycle.phase + lasts.phases
    return end_with_phase(act.cycle, phase), phase


def begin_vote(act: Act, class_: ProposalClass, proposal: Proposal) -> None:
    """Save a proposal whose vote begins now, and schedule the count."""
    due, phase = voting_end(act, class_)
    schedule_end(act, proposal, CLOSE_VOTING, due, phase)


def schedule_end(act: Act, proposal: Proposal, action: str, due: datetime, phase: int | None = None) -> None:
    """Save a proposal with the end of its current period, and schedule the action that ends it.

    `phase` is the phase whose end this is, or None.
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
