"""The action of voting, and queries of votes (R10)."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal

from pydantic import Field, StringConstraints

from nomic.clauses.proposal_classes import classes_of
from nomic.clauses.schema.ballots import MAX_OPTION, MAX_OPTIONS
from nomic.cycles.actions.context import Act, Moment
from nomic.cycles.actions.registry import Action, Args, Choice, Choices
from nomic.cycles.domain.exceptions import Refused
from nomic.db import Prepared, insert, upsert
from nomic.law.rules.reference import RuleRef
from nomic.proposals.events import Voted
from nomic.proposals.models import Proposal, ProposalStatus, Vote, VoteChange, VoteKind
from nomic.proposals.submission import ProposalRef, find_open_proposal, open_proposals
from nomic.proposals.votes.ballots import ballot_of, checked_options, options_of, store_options

RULE = RuleRef("/proposals", "Proposals (R10)")

RANKED = "ranking"  # format of a list whose order counts: forms ask for one after another

Ballot = Literal["for", "against", "unclear", "none"]
OptionText = Annotated[str, StringConstraints(max_length=MAX_OPTION)]


class VoteArgs(Args):
    """The vote on a proposal: for, against, unclear (both; by R10 it counts against), or none to take it back."""

    proposal: ProposalRef
    vote: Ballot
    options: list[OptionText] = Field(
        default=[],
        max_length=MAX_OPTIONS,
        description="the options that you vote for, your first choice first, if the proposal's class has a ballot",
        json_schema_extra={"format": RANKED},
    )

    def as_json(self) -> dict[str, Any]:
        """Leave out options if there are none, as in journals from before there were any."""
        found = super().as_json()
        return found if self.options else {name: value for name, value in found.items() if name != "options"}


def something_to_vote_on(moment: Moment) -> None:
    """Precondition: the actor is signed in and a proposal is open.

    Eligible votes are determined at the end (R10).
    """
    if not moment.actor.name:
        raise Refused("not-signed-in", "Log in to vote.", RULE)
    if not open_proposals(moment):
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


def votes_on_open(moment: Moment) -> dict[int, str]:
    """Return the actor's votes on open proposals, by the proposals' primary keys."""
    return dict(_on_open.all(moment.cycle.pk, moment.actor.name)) if moment.actor.name else {}


def vote(act: Act, args: VoteArgs) -> None:
    """Record a vote (R10).

    Each person has one, and can change it until the period ends. All changes are stored with times.
    """
    proposal = find_open_proposal(act, args.proposal)
    act.record_args(proposal=proposal.code)
    if not proposal.is_open:
        raise Refused("not-open", f"Proposal {proposal.number} is {proposal.standing}.", RULE)
    name = act.actor.name
    before = vote_of(proposal, name)
    options = checked_options(ballot_of(act.law, proposal), args.vote, args.options)
    if (before or "none") == args.vote and (not options or options == options_of(proposal, name)):
        raise Refused(
            "same-vote",
            "That is your vote already." if before else "You have no vote to take back.",
            RULE,
        )
    act.tell_rules(before=before or "none", changed=before is not None)
    give_vote(act, proposal, name, args.vote, options)


def vote_of(proposal: Proposal, name: str) -> str | None:
    """Return a person's vote on a proposal, or None."""
    return _given.first(proposal.pk, name)


def votes_as_facts(moment: Moment, asked: str) -> Mapping[str, int]:
    """Return for each player whether they have voted, as a fact for rules.

    Rules ask for it as "for:CODE" or "any:CODE".
    """
    how, _, code = asked.partition(":")
    votes = Vote.objects.filter(proposal__cycle=moment.cycle, proposal__code=code)
    chosen = votes if how == "any" else votes.filter(vote=how)
    return dict.fromkeys(chosen.order_by().values_list("name", flat=True), 1)


def give_vote(act: Act, proposal: Proposal, name: str, vote: Ballot, options: Sequence[str] = ()) -> None:
    """Set a person's vote on an open proposal to a different one, and store the change (R10).

    `options` are those that the vote names, if the proposal's class has a ballot.
    """
    if options or vote_of(proposal, name) == VoteKind.FOR:
        store_options(proposal, name, list(options))
    if vote == "none":
        Vote.objects.filter(proposal=proposal, name=name).delete()
    else:
        upsert([Vote(proposal=proposal, name=name, vote=vote)], ("proposal", "name"), ("vote",))
        _given.patch([vote], proposal.pk, name)
    insert([VoteChange(proposal=proposal, name=name, vote="" if vote == "none" else vote, at=act.at)])
    said = (
        "takes back their vote on" if vote == "none" else f"votes {vote} on" if vote == "unclear" else f"votes {vote}"
    )
    among = f": {', '.join(options)}" if options else ""
    act.message(f"{name} {said} proposal {proposal.number}{among}.")
    act.emit(Voted(proposal=proposal.code, number=proposal.number, vote=vote))


def _has_ballots(moment: Moment) -> bool:
    """Return whether votes may have named options."""
    return any(class_.ballot is not None for class_ in classes_of(moment.law).values())


def choices(moment: Moment) -> Choices:
    return {
        "proposal": [Choice(proposal.code, str(proposal)) for proposal in open_proposals(moment)],
        "options": [Choice(option, option) for option in _options_now(moment)],
        "vote": [
            Choice("for", "For"),
            Choice("against", "Against"),
            Choice("unclear", _unclear_in_words(moment)),
            Choice("none", "No vote"),
        ],
    }


def _options_now(moment: Moment) -> list[str]:
    """Return the options of all open proposals whose classes have ballots."""
    classes = classes_of(moment.law)
    names = dict.fromkeys(each.class_name for each in open_proposals(moment)) if _has_ballots(moment) else {}
    ballots = [classes[name].ballot for name in names if name in classes]
    return list(dict.fromkeys(option for ballot in ballots if ballot is not None for option in ballot.options))


def _unclear_in_words(moment: Moment) -> str:
    classes = classes_of(moment.law).values()
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
        tells={"before": "names", "changed": "truth"},
        run=vote,
        preconditions=(something_to_vote_on,),
        choices=choices,
    ),
)
