"""Vetoes and lapses by rules, which end pending proposals: those that are open or wait for seconds.

An effect only records the end in its act, so that a trial writes nothing. A subscriber writes it with the act's entry.
"""

from collections.abc import Mapping

from nomic.cycles.actions.context import ActionContext, ReadContext
from nomic.cycles.schedule import deadlines
from nomic.proposals.events import ProposalLapsed, ProposalVetoed
from nomic.proposals.lookup import proposal_with_code
from nomic.proposals.models import Proposal, ProposalStatus

_KNOWN = "proposals that rules read"
_ENDED = "proposals ended by rules"


def known_proposal(ctx: ReadContext, code: str) -> Proposal | None:
    """Return a proposal by its code, with the changes that rules have made in this act.

    Returns None if there is no such proposal.
    """
    known: dict[str, Proposal] = ctx.recall(_KNOWN, dict)
    if code in known:
        return known[code]
    return ended_now(ctx).get(code) or proposal_with_code(ctx, code)


def know(ctx: ReadContext, proposal: Proposal) -> None:
    """Cache a proposal that is about to be submitted, so that rules can read it during this act."""
    ctx.recall(_KNOWN, dict[str, Proposal])[proposal.code] = proposal


def ended_now(ctx: ReadContext) -> Mapping[str, Proposal]:
    """Return the proposals that rules have ended in this act, by code."""
    found: Mapping[str, Proposal] | None = ctx.known(_ENDED)
    return found or {}


def close(act: ActionContext, code: str, how: ProposalStatus, by: str, rule: str) -> tuple[bool, str]:
    """End a pending proposal with the status `how`. Return whether anything changed, and a sentence for the journal.

    `by` is the player whose act ends it, or "", and `rule` is the rule that ends it.
    """
    proposal = known_proposal(act, code)
    if proposal is None:
        return False, "There is no such proposal."
    if not proposal.is_pending:
        return False, f"{_sentence(proposal)} is {proposal.standing} already: it stays that way."
    proposal.status, proposal.decided_at = how, act.at
    proposal.ended_by, proposal.ended_under = by, rule[:150]
    act.recall(_ENDED, dict[str, Proposal])[code] = proposal
    act.forget("open proposals")
    vetoed = how == ProposalStatus.VETOED
    verb = "is vetoed" if vetoed else "lapses"
    kind = ProposalVetoed if vetoed else ProposalLapsed
    act.emit(kind(proposal=proposal.code, number=proposal.number))
    return True, f"{_sentence(proposal)} {verb}{f' by {by}' if by and vetoed else ''}. It never takes effect."


def _sentence(proposal: Proposal) -> str:
    return f"Proposal {proposal.number}, {proposal.title},"


def write_ends(act: ActionContext) -> None:
    """Store the ends of proposals that rules caused in this act, and cancel the counts of their votes."""
    for proposal in ended_now(act).values():
        proposal.save()
        deadlines.cancel(act.cycle, proposal.deadline_label)
