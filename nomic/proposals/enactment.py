"""Counting of votes at the end of a voting period, and enactment: all amendments or none (R11 to R13)."""

from typing import Any

from pydantic import Field

from nomic.clauses.proposal_classes import ProposalClass, Scales, classes_of
from nomic.cycles.actions.context import ActionContext, ReadContext
from nomic.cycles.actions.registry import Action, Args, Choice, Choices
from nomic.cycles.domain.exceptions import BadArguments, FieldError, Refused
from nomic.cycles.law_changes import enact
from nomic.effects.running.interpreter import TooLong
from nomic.inventory.admin_actions import Reason
from nomic.law.amendments.patch import AmendmentsDoNotApply, amend_document
from nomic.law.document.sections import LawInvalid
from nomic.law.rules.reference import RuleRef
from nomic.players.lookup import player_or_none
from nomic.proposals import one_time_effects
from nomic.proposals.allowed_changes import BeyondItsClass, check_proposal
from nomic.proposals.by_rules import after_vote
from nomic.proposals.current_amendments import current_amendments
from nomic.proposals.events import ProposalEnacted, ProposalFailed, ProposalNeedsHand
from nomic.proposals.models import ByHand, Proposal, ProposalStatus
from nomic.proposals.submission import (
    Amendments,
    ProposalRef,
    accepted_amendments,
    complete_amendments,
    find_proposal,
)
from nomic.proposals.votes.ballots import counted_options, lot_of
from nomic.proposals.votes.count_votes import tally
from nomic.proposals.votes.tally import Tally
from nomic.proposals.votes.vote import open_sealed_votes
from nomic.proposals.votes.votes_needed_to_pass import numbers_of

BY_HAND = RuleRef("/proposals", "Proposals (R13)")


NOBODY_KNOWS = "Whether it passes is not known: it"


class CloseVotingArgs(Args):
    """Arguments of a count: the proposal whose voting period ends."""

    proposal: ProposalRef


class EnactByHandArgs(Args):
    """The proposal to enact, the amendments adapted to the current law, and the reason.

    Without amendments, the proposal's own are tried again. `words_only` means that the law need not change.
    """

    proposal: ProposalRef
    amendments: Amendments = []
    words_only: bool = Field(
        default=False, description="close it: everything it says has been done, and the law stays as it is"
    )
    reason: Reason


def close_voting(act: ActionContext, args: CloseVotingArgs) -> None:
    """Count the votes of a proposal. If it is popular, it takes effect at this instant (R10 to R13)."""
    proposal = find_proposal(act, args.proposal)
    class_ = classes_of(act.law).get(proposal.class_name)
    open_sealed_votes(act, proposal)
    counted = tally(act, proposal)
    _note(proposal, counted)
    proposal.decided_at = act.at
    act.message(f"The votes on proposal {proposal.number}, {proposal.title}, are counted: {counted.words}.")
    is_popular = None if class_ is None else _is_popular(act, class_, proposal, counted)
    if class_ is None:
        _leave_for_hand(act, proposal, ByHand.CLASS_GONE, NOBODY_KNOWS)
    elif is_popular is None:
        _leave_for_hand(act, proposal, ByHand.TOO_LONG, NOBODY_KNOWS)
    elif not is_popular:
        proposal.status = ProposalStatus.FAILED
        act.message(f"It fails{f': it needs {counted.lacks}' if counted.lacks else ''}.")
        after_vote.follow_vote(act, proposal, "failed")
        act.emit(ProposalFailed(proposal=proposal.code, number=proposal.number))
    elif not proposal.amendments and not proposal.effects and not after_vote.has_aftermath(class_, "passed"):
        _leave_for_hand(act, proposal, ByHand.ONLY_WORDS)
    else:
        try:
            take_effect(act, proposal, current_amendments(act.cycle, proposal))
        except (AmendmentsDoNotApply, LawInvalid, BeyondItsClass) as error:
            _leave_for_hand(act, proposal, ByHand.MISFIT, misfit=str(error))
    proposal.save()


def is_not_open(ctx: ReadContext, args: CloseVotingArgs) -> bool:
    """Return whether a proposal is not open for votes, so that there is nothing to count."""
    return not find_proposal(ctx, args.proposal).is_open


def _note(proposal: Proposal, counted: Tally) -> None:
    """Store the counted votes on the proposal."""
    proposal.votes_for = counted.votes_for
    proposal.votes_against = counted.votes_against
    proposal.votes_unclear = counted.votes_unclear
    proposal.voters, proposal.eligible = counted.voters, counted.eligible
    proposal.unclear_against, proposal.lacked = counted.unclear_against, counted.lacking


def _is_popular(act: ActionContext, class_: ProposalClass, proposal: Proposal, counted: Tally) -> bool | None:
    """Return whether the votes suffice by the current class, or None if the evaluation takes too many steps."""
    if not counted.is_whole:
        return None
    try:
        numbers = numbers_of(Scales(act), class_, proposal.author, counted, proposal.code)
        chosen = _choose(act, class_, proposal)
        return class_.is_popular(act, numbers, proposal.author, act.message, proposal.code, chosen)
    except TooLong:
        return None


def _choose(act: ActionContext, class_: ProposalClass, proposal: Proposal) -> tuple[str, ...]:
    """Count the votes among a ballot's options, store the result on the proposal, and return the options chosen.

    The result is empty if the class has no ballot. Raises TooLong if counting takes too many steps.
    """
    found = counted_options(act, class_, proposal, lot_of(act))
    if found is None:
        return ()
    proposal.chosen, proposal.rounds = list(found.winners), list(found.record)
    for line in found.record:
        act.message(line)
    return found.winners


def take_effect(act: ActionContext, proposal: Proposal, amendments: list[dict[str, Any]]) -> None:
    """Enact a popular proposal with these amendments (R13). The caller saves the proposal.

    Raises AmendmentsDoNotApply if they do not fit the law, LawInvalid if the result is not a valid law, and
    BeyondItsClass if the current class does not permit it (R131). Nothing has changed then.
    """
    law = act.law
    check_proposal(law, proposal, amend_document(law.document, amendments) if amendments else law.document)
    if amendments:
        enact(act, amendments, f"proposal {proposal.number}, {proposal.title}")
        act.message(f"It passes and is law now (revision {act.cycle.revision}).")
    else:
        act.message("It passes and takes effect.")
    proposal.status, proposal.enacted_revision = ProposalStatus.ENACTED, act.cycle.revision
    one_time_effects.follow_enactment(act, proposal)
    after_vote.follow_vote(act, proposal, "passed")
    act.emit(ProposalEnacted(proposal=proposal.code, number=proposal.number, revision=act.cycle.revision))


def _leave_for_hand(
    act: ActionContext, proposal: Proposal, why: ByHand, found: str = "It passes, but", misfit: str = ""
) -> None:
    proposal.status, proposal.by_hand, proposal.misfit = ProposalStatus.BY_HAND, why, misfit[:500]
    act.message(f"{found} needs enactment by hand: {proposal.why_by_hand[:300]}.")
    act.emit(ProposalNeedsHand(proposal=proposal.code, number=proposal.number))


def something_by_hand(ctx: ReadContext) -> None:
    """Precondition: raises Refused unless a popular proposal waits to be enacted by hand."""
    if not waiting_by_hand(ctx):
        raise Refused("nothing-waits", "No proposal that passed is waiting to be carried out by hand.", BY_HAND)


def waiting_by_hand(ctx: ReadContext) -> list[Proposal]:
    """Return the popular proposals that wait to be enacted by hand, oldest first."""
    return list(Proposal.objects.filter(cycle=ctx.cycle, status=ProposalStatus.BY_HAND).order_by("number"))


def try_out_by_hand(ctx: ReadContext, args: EnactByHandArgs) -> None:
    """Run the trials of the resulting law, as at the submission of a proposal. Raises BadArguments if one fails."""
    proposal = find_proposal(ctx, args.proposal)
    if proposal.status == ProposalStatus.BY_HAND and not args.words_only:
        accepted_amendments(ctx.law, args.amendments or proposal.amendments, ctx)


def enact_by_hand(act: ActionContext, args: EnactByHandArgs) -> None:
    """Enact a popular proposal whose own amendments no longer apply, with adapted ones (R13). Only for admins."""
    proposal = find_proposal(act, args.proposal)
    act.record_args(proposal=proposal.code)
    if proposal.status != ProposalStatus.BY_HAND:
        raise Refused(
            "not-waiting",
            f"Proposal {proposal.number} is {proposal.standing}.",
            BY_HAND,
        )
    act.message(
        f"{act.actor.name} enacts proposal {proposal.number}, {proposal.title}, by hand ({args.reason.rstrip('.')})."
    )
    if args.words_only or not (args.amendments or proposal.amendments or proposal.effects):
        if args.amendments:
            raise BadArguments.on("words_only", "either amendments, or words only")
        proposal.status, proposal.enacted_revision = ProposalStatus.ENACTED, act.cycle.revision
        after_vote.follow_vote(act, proposal, "passed")
        act.emit(ProposalEnacted(proposal=proposal.code, number=proposal.number, revision=act.cycle.revision))
    else:
        # The proposal's own amendments have their guards. New guards for this law would let them replace later values.
        amendments = complete_amendments(act.law, args.amendments) if args.amendments else None
        try:
            take_effect(act, proposal, current_amendments(act.cycle, proposal) if amendments is None else amendments)
        except (AmendmentsDoNotApply, LawInvalid, BeyondItsClass) as error:
            raise BadArguments([FieldError("amendments", str(error))]) from None
    proposal.save()


def is_for_oneself(ctx: ReadContext, args: EnactByHandArgs) -> bool:
    """Return whether the actor, as a player, has an interest in the enactment.

    This is so if the proposal is their own, or the amendments differ from those voted on.
    """
    if player_or_none(ctx) is None:
        return False
    try:
        proposal = find_proposal(ctx, args.proposal)
    except BadArguments:
        return False  # the act is refused
    return proposal.author == ctx.actor.name or bool(args.amendments)


def proposal_choices(ctx: ReadContext) -> Choices:
    return {"proposal": [Choice(proposal.code, str(proposal)) for proposal in waiting_by_hand(ctx)]}


ACTIONS = (
    Action(
        name="close-voting",
        channel="system",
        title="Votes are counted",
        summary_phrases=("votes on proposal {number} counted", "votes on {count} proposals counted"),
        summary="Votes are counted; a proposal that passes takes effect.",
        rule=RuleRef("/proposals", "Proposals (R10 to R13)"),
        args=CloseVotingArgs,
        run=close_voting,
        is_noop=is_not_open,
    ),
    Action(
        name="enact-by-hand",
        channel="admin",
        title="Correct: carry out a proposal",
        summary_phrases=("proposal {number} enacted by hand", "{count} proposals enacted by hand"),
        summary="Carry out a proposal that was passed and waits: change the law as it says, or close it.",
        rule=BY_HAND,
        args=EnactByHandArgs,
        run=enact_by_hand,
        preconditions=(something_by_hand,),
        prepare=try_out_by_hand,
        choices=proposal_choices,
        is_own=is_for_oneself,
    ),
)
