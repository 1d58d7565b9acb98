"""Bots that vote in a practice cycle, so that a newcomer's proposal gets votes."""

from collections import Counter
from typing import Literal

from nomic.cycles.actions.context import ActionContext
from nomic.cycles.actions.deferred_bans import ban_on
from nomic.cycles.actions.registry import Action, Args
from nomic.cycles.schedule import deadlines
from nomic.cycles.schedule.deadlines import Rank
from nomic.matches.practice.bot_characters import character_of
from nomic.matches.practice.bot_seats import RULE, bots_of
from nomic.proposals.events import ProposalSubmitted
from nomic.proposals.models import Proposal
from nomic.proposals.submission import ProposalRef, find_open_proposal
from nomic.proposals.votes.ballots import ballot_of
from nomic.proposals.votes.vote import give_vote_of, vote_of

VOTES = "bots-vote"


class BotsVoteArgs(Args):
    """The proposal that the bots vote on."""

    proposal: ProposalRef


def wake_voting_bots(act: ActionContext, submitted: ProposalSubmitted) -> None:
    """Schedule the bots' votes on a proposal in a practice cycle, as the next entry."""
    if act.cycle.practice and act.cycle.is_running and bots_of(act):
        label, args = f"proposal {submitted.proposal}: bots", {"proposal": submitted.proposal}
        deadlines.schedule(act.cycle, label, at=act.at, rank=Rank.AT_ONCE, action=VOTES, args=args)


def bots_vote(act: ActionContext, args: BotsVoteArgs) -> None:
    """Cast a vote for each bot that has not voted on the proposal, as suits its character.

    The game's own draws are not used.
    """
    proposal = find_open_proposal(act, args.proposal)
    for bot in bots_of(act):
        if proposal.is_open and vote_of(proposal, bot) is None:
            is_for = _is_for(act, proposal, bot)
            options = _options(act, proposal, bot) if is_for else []
            vote: Literal["for", "against"] = "for" if is_for else "against"
            forbidden = ban_on(act, bot, "vote", {"proposal": proposal.code, "vote": vote, "options": options})
            if forbidden is None:
                give_vote_of(act, proposal, bot, vote, options)
            else:
                act.message(f"{bot} may not vote: {forbidden.detail}")


def _is_for(act: ActionContext, proposal: Proposal, bot: str) -> bool:
    """Return whether a bot votes for a proposal.

    A bot that votes with the majority treats a tie as a majority for it.
    """
    character = character_of(bot)
    if character is None or character.votes == "by chance":
        return act.aside(f"vote of {bot}").below(2, "bot: vote", "how a bot votes") == 0
    if character.votes == "for":
        return True
    cast = Counter(proposal.votes.values_list("vote", flat=True))
    return cast["for"] >= cast["against"]


def _options(act: ActionContext, proposal: Proposal, bot: str) -> list[str]:
    """Return one random option if the proposal's class has a ballot, otherwise none."""
    ballot = ballot_of(act.law, proposal)
    if ballot is None:
        return []
    return [act.aside(f"option of {bot}").pick(ballot.options, "bot: option", "what a bot votes for")]


ACTIONS = (
    Action(
        name=VOTES,
        channel="system",
        title="Bots vote",
        summary_phrases=("votes of bots on proposal {number}", "votes of bots on {count} proposals"),
        summary="Somebody has proposed something.",
        rule=RULE,
        args=BotsVoteArgs,
        run=bots_vote,
    ),
)
