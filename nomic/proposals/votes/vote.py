"""The action of voting, and queries of votes (R10)."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from typing import Annotated, Any, Literal

from pydantic import Field, StringConstraints

from nomic.clauses.proposal_classes import classes_of
from nomic.clauses.schema.ballots import MAX_OPTION, MAX_OPTIONS
from nomic.cycles.actions.context import ActionContext, ReadContext
from nomic.cycles.actions.registry import Action, Args, Choice, Choices
from nomic.cycles.domain.exceptions import BadArguments, Refused
from nomic.db import Prepared, insert, upsert
from nomic.law.rules.reference import RuleRef
from nomic.proposals.events import Voted
from nomic.proposals.lookup import every_proposal
from nomic.proposals.models import Proposal, ProposalStatus, SealedBallot, Vote, VoteChange, VoteKind
from nomic.proposals.submission import ProposalRef, find_open_proposal, open_proposals
from nomic.proposals.votes import sealed_votes
from nomic.proposals.votes.ballots import ballot_of, checked_options, options_of, store_options

RULE = RuleRef("/proposals", "Proposals (R10)")

RANKED = "ranking"  # format of a list whose order counts: forms ask for one after another

Ballot = Literal["for", "against", "unclear", "none"]
# What the journal says of a vote, before "proposal 12".
IN_WORDS: Mapping[Ballot, str] = {
    "for": "votes for",
    "against": "votes against",
    "unclear": "votes unclear on",
    "none": "takes back their vote on",
}
OptionText = Annotated[str, StringConstraints(max_length=MAX_OPTION)]


class VoteArgs(Args):
    """The vote on a proposal: for, against, unclear (both; under R10 it counts against), or none to withdraw it."""

    proposal: ProposalRef
    vote: Ballot
    options: list[OptionText] = Field(
        default=[],
        max_length=MAX_OPTIONS,
        description="the options that you vote for, your first choice first, if the proposal's class has a ballot",
        json_schema_extra={"format": RANKED},
    )

    def as_json(self) -> dict[str, Any]:
        """Return the arguments as JSON data. Empty options are left out, because older journals do not have them."""
        found = super().as_json()
        return found if self.options else {name: value for name, value in found.items() if name != "options"}


def something_to_vote_on(ctx: ReadContext) -> None:
    """Precondition: raises Refused unless the actor is signed in and a proposal is open.

    Which votes count is decided at the end (R10).
    """
    if not ctx.actor.name:
        raise Refused("not-signed-in", "Log in to vote.", RULE)
    if not open_proposals(ctx):
        raise Refused("no-open-proposal", "No proposal is open for votes.", RULE)


_given = Prepared(
    lambda proposal, name: Vote.objects.filter(proposal_id=proposal, name=name).values_list("vote", flat=True),
    int,
    str,
    cacheable=True,
)


_on_open = Prepared(
    lambda cycle, name: (
        Vote.objects.filter(proposal__cycle_id=cycle, proposal__status=ProposalStatus.OPEN, name=name)
        .order_by()
        .values_list("proposal_id", "vote")
    ),
    int,
    str,
    for_pages=True,
)


def votes_on_open(ctx: ReadContext) -> dict[int, str]:
    """Return the actor's votes on open proposals, by the proposals' primary keys."""
    if not ctx.actor.name:
        return {}
    hidden = sealed_votes.own_votes_on_open(ctx) if any(each.sealed for each in open_proposals(ctx)) else {}
    return dict(_on_open.all(ctx.cycle.pk, ctx.actor.name)) | hidden


def vote(act: ActionContext, args: VoteArgs) -> None:
    """Record a vote (R10).

    Each person has one vote and can change it until the period ends. All changes are stored with times.
    """
    proposal = find_open_proposal(act, args.proposal)
    act.record_args(proposal=proposal.code)
    if not proposal.is_open:
        raise Refused("not-open", f"Proposal {proposal.number} is {proposal.standing}.", RULE)
    name = act.actor.name
    options = checked_options(ballot_of(act.law, proposal), args.vote, args.options)
    if sealed_votes.is_sealed(act, proposal):
        _vote_under_seal(act, proposal, sealed_votes.SealedVote(args.vote, options))
        return
    before = vote_of(proposal, name)
    if (before or "none") == args.vote and (not options or options == options_of(proposal, name)):
        raise Refused(
            "same-vote",
            "You have already voted this way, so your vote does not change."
            if before
            else "You have no vote to take back.",
            RULE,
        )
    act.add_facts(before=before or "none", changed=before is not None)
    give_vote(act, proposal, name, args.vote, options)


def _vote_under_seal(act: ActionContext, proposal: Proposal, given: sealed_votes.SealedVote) -> None:
    """Record a sealed vote.

    The same vote may be sent again; a refusal would disclose that it is the same.
    """
    name, has_cast = act.actor.name, sealed_votes.has_cast(proposal, act.actor.name)
    before = sealed_votes.SEALED if has_cast else _given.first(proposal.pk, name)
    if before is None and given.vote == sealed_votes.NONE:
        raise Refused("same-vote", "You have no vote to take back.", RULE)
    act.add_facts(before=before or "none", changed=before is not None)
    sealed_votes.cast(act, proposal, name, given)
    _announce_sealed(act, proposal, name)


def _announce_sealed(act: ActionContext, proposal: Proposal, name: str) -> None:
    act.message(f"{name} casts a sealed vote on proposal {proposal.number}.")
    act.emit(Voted(proposal=proposal.code, number=proposal.number, vote=sealed_votes.SEALED))


def _mask(act: ActionContext, args: VoteArgs) -> Mapping[str, Any]:
    """Return what rules read in place of a sealed vote, before and after it is cast."""
    with suppress(BadArguments):  # which the action itself refuses
        if not sealed_votes.is_sealed(act, find_open_proposal(act, args.proposal)):
            return {}
    return {sealed_votes.VOTE: sealed_votes.SEALED, sealed_votes.OPTIONS: []}


def vote_of(proposal: Proposal, name: str) -> str | None:
    """Return a person's vote on a proposal, or None.

    If votes are sealed, the caller must show it only to that person.
    """
    given = sealed_votes.own_vote(proposal, name) if proposal.sealed else None
    if given is None:
        return _given.first(proposal.pk, name)
    return None if given.vote == sealed_votes.NONE else given.vote


def votes_as_facts(ctx: ReadContext, asked: str) -> Mapping[str, int]:
    """Player predicate: return 1 for each person who has voted on a proposal in the way given by `asked`.

    `asked` is "for:CODE" or "any:CODE". Rules learn only that sealed votes exist.
    """
    how, _, code = asked.partition(":")
    votes = Vote.objects.filter(proposal__cycle=ctx.cycle, proposal__code=code)
    chosen = votes if how == "any" else votes.filter(vote=how)
    names = [*chosen.order_by().values_list("name", flat=True)]
    if how == "any":
        hidden = SealedBallot.objects.filter(proposal__cycle=ctx.cycle, proposal__code=code)
        names += hidden.order_by().values_list("name", flat=True)
    return dict.fromkeys(names, 1)


def give_vote(act: ActionContext, proposal: Proposal, name: str, vote: Ballot, options: Sequence[str] = ()) -> None:
    """Set a person's vote on an open proposal, and store the change (R10).

    `options` are chosen with the vote, if the proposal's class has a ballot.
    """
    if options or vote_of(proposal, name) == VoteKind.FOR:  # only votes for a proposal can have stored options
        store_options(proposal, name, list(options))
    _store_vote(proposal, name, vote, act.at)
    among = f": {', '.join(options)}" if options else ""
    act.message(f"{name} {IN_WORDS[vote]} proposal {proposal.number}{among}.")
    act.emit(Voted(proposal=proposal.code, number=proposal.number, vote=vote))


def _store_vote(proposal: Proposal, name: str, vote: str, at: datetime) -> None:
    """Store a person's vote in place of an earlier one, and the change with its instant. "none" deletes the vote."""
    if vote == sealed_votes.NONE:
        Vote.objects.filter(proposal=proposal, name=name).delete()
    else:
        upsert([Vote(proposal=proposal, name=name, vote=vote)], ("proposal", "name"), ("vote",))
        _given.patch([vote], proposal.pk, name)
    insert([VoteChange(proposal=proposal, name=name, vote="" if vote == sealed_votes.NONE else vote, at=at)])


def give_vote_of(act: ActionContext, proposal: Proposal, name: str, vote: Ballot, options: Sequence[str]) -> None:
    """Set the vote of a person other than the actor. The vote is sealed if the proposal's votes are."""
    if not proposal.sealed:
        give_vote(act, proposal, name, vote, options)
        return
    sealed_votes.cast_for(act, proposal, name, sealed_votes.SealedVote(vote, list(options)))
    _announce_sealed(act, proposal, name)


def open_sealed_votes(act: ActionContext, proposal: Proposal) -> None:
    """Reveal the sealed votes on a proposal, and convert them to ordinary votes. The caller saves the proposal."""
    opened = sealed_votes.open_ballots(act, proposal)
    for name, given, entry in opened:
        store_options(proposal, name, given.options)
        _store_vote(proposal, name, given.vote, entry.at)


def _has_ballots(ctx: ReadContext) -> bool:
    """Return whether a class of the law has a ballot, so that votes may name options."""
    return any(class_.ballot is not None for class_ in classes_of(ctx.law).values())


def choices(ctx: ReadContext) -> Choices:
    return {
        "proposal": [Choice(proposal.code, str(proposal)) for proposal in open_proposals(ctx)],
        "options": [Choice(option, option) for option in _options_now(ctx)],
        "vote": [
            Choice("for", "For"),
            Choice("against", "Against"),
            Choice("unclear", _unclear_in_words(ctx)),
            Choice("none", "No vote"),
        ],
    }


def _options_now(ctx: ReadContext) -> list[str]:
    """Return the options of all open proposals whose classes have ballots."""
    classes = classes_of(ctx.law)
    names = dict.fromkeys(each.class_name for each in open_proposals(ctx)) if _has_ballots(ctx) else {}
    ballots = [classes[name].ballot for name in names if name in classes]
    return list(dict.fromkeys(option for ballot in ballots if ballot is not None for option in ballot.options))


def _unclear_in_words(ctx: ReadContext) -> str:
    classes = classes_of(ctx.law).values()
    return "Unclear (counts against)" if all(each.counts_unclear_against for each in classes) else "Unclear"


ACTIONS = (
    Action(
        name="vote",
        channel="proposals",
        title="Vote on a proposal",
        summary_phrases=("a vote on proposal {number}", "{count} votes on proposal {number}"),
        summary="Vote for or against a proposal; you can change your vote until the end.",
        rule=RULE,
        args=VoteArgs,
        facts={"before": "names", "changed": "truth"},
        run=vote,
        preconditions=(something_to_vote_on,),
        choices=choices,
        every_choice=every_proposal,
        masks=_mask,
    ),
)
