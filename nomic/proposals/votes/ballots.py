"""Votes among options: the options chosen by each voter on a proposal whose class has a ballot, and their count."""

from collections.abc import Mapping, Sequence

from nomic.ballots.ballot import OPTIONS, Ballot, Choices, Count, Lot
from nomic.ballots.counting_rules import count
from nomic.clauses.proposal_classes import ProposalClass, Scales, classes_of
from nomic.clauses.schema import ballots as schema
from nomic.cycles.actions.context import ActionContext, ReadContext
from nomic.cycles.domain.exceptions import BadArguments
from nomic.db import UpsertTarget, replace
from nomic.law.document.sections import Law
from nomic.players.lookup import current_players_among
from nomic.proposals.models import NamedOptions, Proposal, Vote, VoteKind
from nomic.proposals.votes.sealed_votes import own_vote

_OF_VOTER: UpsertTarget = (NamedOptions, ("proposal_id", "name"), ("options",))


def ballot_of(law: Law, proposal: Proposal) -> schema.ClassBallot | None:
    """Return the ballot of a proposal's class, or None if the class has none or no longer exists."""
    class_ = classes_of(law).get(proposal.class_name)
    return None if class_ is None else class_.ballot


def checked_options(ballot: schema.ClassBallot | None, vote: str, options: Sequence[str]) -> list[str]:
    """Return the options chosen with a vote. Raises BadArguments if the class does not allow them.

    A vote for a proposal whose class has a ballot must choose at least one option. Other votes must not choose any.
    """
    if ballot is None or vote != VoteKind.FOR:
        if options:
            why = (
                "only a vote for the proposal names options" if ballot else "this vote is not a choice between options"
            )
            raise BadArguments.on("options", why)
        return []
    listed = ", ".join(ballot.options)
    if not options:
        raise BadArguments.on("options", f"choose at least one of {listed}")
    for place, option in enumerate(options):
        if option not in ballot.options:
            raise BadArguments.on(f"options/{place}", f"choose one of {listed}")
    if len(set(options)) < len(options):
        raise BadArguments.on("options", "an option is named twice")
    if len(options) > ballot.choices:
        raise BadArguments.on("options", "choose only one option")
    return list(options)


def options_of(proposal: Proposal, name: str) -> list[str]:
    """Return the options that the person `name` has voted for, most preferred first; empty if there are none.

    If votes are sealed, the caller must show the result only to that person.
    """
    given = own_vote(proposal, name) if proposal.sealed else None
    if given is not None:
        return given.options
    row = NamedOptions.objects.filter(proposal=proposal, name=name).first()
    return [] if row is None else row.options


def store_options(proposal: Proposal, name: str, options: list[str]) -> None:
    """Store the options that a person has chosen, in place of earlier ones."""
    if options:
        replace(_OF_VOTER, [NamedOptions(proposal=proposal, name=name, options=options)])
    else:
        replace(_OF_VOTER, [], [(proposal.pk, name)])


def options_by_voter(proposal: Proposal, ballot: schema.ClassBallot | None) -> Mapping[str, list[str]]:
    """Return the options chosen by each voter, except options that the class no longer has."""
    if ballot is None:
        return {}
    rows = NamedOptions.objects.filter(proposal=proposal).values_list("name", "options")
    return {name: [option for option in options if option in ballot.options] for name, options in rows}


def counted_options(
    ctx: ReadContext, class_: ProposalClass, proposal: Proposal, lot: Lot | None = None
) -> Count | None:
    """Return the count of votes among the options of the class, or None if it has no ballot.

    Only votes of players count, with the weights of the class. If `lot` is None, ties to be broken by lot go to the
    first of the options. Raises TooLong if the weights take too many steps.
    """
    ballot = class_.ballot
    if ballot is None:
        return None
    named = options_by_voter(proposal, ballot)
    voted = Vote.objects.filter(proposal=proposal, vote=VoteKind.FOR).order_by("name").values_list("name", flat=True)
    voters = [name for name in voted if named.get(name)]
    playing, scales = current_players_among(ctx, voters), Scales(ctx)
    ballots = [
        Ballot(tuple(named[name]), weight=scales.weigh(class_, proposal.author, name, proposal.code))
        for name in voters
        if name in playing
    ]
    ties = "earliest" if ballot.ties == "lot" and lot is None else ballot.ties
    return count(ballot.counted, tuple(ballot.options), ballots, ballot.seats, ties, lot or _first, OPTIONS)


def _first(tied: Choices, places: int) -> Choices:
    return tied[:places]


def lot_of(act: ActionContext) -> Lot:
    """Return a function that breaks ties among options with public draws of this act."""
    return lambda tied, places: tuple(act.chance.sample(tied, places, "tie", "which option wins a tie"))
