"""Sealed votes: hidden until they are counted, if the proposal's class says so.

During the vote, a vote is stored only in the sealed arguments of its entry, for which the journal shows a commitment.
It is public that somebody has voted. The count opens each voter's latest vote and makes it an ordinary one. If the
proposal ends without a count, its votes stay sealed; otherwise its author could withdraw it to read them.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple

from django.db.models import Count

from nomic.cycles.actions.context import ActionContext, ReadContext
from nomic.cycles.journal.reveal_sealed_arguments import unseal
from nomic.cycles.models import Entry
from nomic.db import Prepared
from nomic.proposals.models import Proposal, ProposalStatus, SealedBallot

SEALED = "sealed"  # what rules read in place of a sealed vote
NONE = "none"
VOTE, OPTIONS = "vote", "options"  # arguments of the action
MAX_NAMED = 50  # voters whose votes the entry of the count lists

_cast = Prepared(
    lambda cycle: (
        SealedBallot.objects.filter(proposal__cycle_id=cycle)
        .order_by()
        .values("proposal_id")
        .annotate(count=Count("pk"))
        .values_list("proposal_id", "count")
    ),
    int,
    for_pages=True,
)
_voters = Prepared(
    lambda proposal: SealedBallot.objects.filter(proposal_id=proposal).order_by("name").values_list("name", flat=True),
    int,
    for_pages=True,
)
_own = Prepared(
    lambda cycle, name: (
        SealedBallot.objects.filter(proposal__cycle_id=cycle, proposal__status=ProposalStatus.OPEN, name=name)
        .order_by()
        .values_list("proposal_id", "entry__sealed")
    ),
    int,
    str,
    for_pages=True,
)


class SealedVote(NamedTuple):
    """A vote, with its chosen options. The vote is "none" if it was withdrawn."""

    vote: str
    options: list[str]


def is_sealed(act: ActionContext, proposal: Proposal) -> bool:
    """Return whether this act's vote is sealed.

    A sealed vote stays sealed when a rewrite of history replays it, even under another law.
    """
    return proposal.sealed or act.was_sealed(VOTE)


def cast(
    act: ActionContext, proposal: Proposal, name: str, given: SealedVote, seals: Mapping[str, Any] | None = None
) -> None:
    """Store a person's sealed vote on an open proposal, in place of an earlier one.

    `seals` are the secret arguments of the entry, by default vote and options. An act for several people passes other
    arguments.
    """
    if not proposal.sealed:
        proposal.sealed = True
        proposal.save(update_fields=["sealed"])
    for argument, value in (seals or {VOTE: given.vote, OPTIONS: list(given.options)}).items():
        act.commit_secret(argument, value)

    def write(entry: Entry) -> None:
        SealedBallot.objects.update_or_create(proposal=proposal, name=name, defaults={"entry": entry})

    act.when_saved(write)


def cast_for(act: ActionContext, proposal: Proposal, name: str, given: SealedVote) -> None:
    """Store the sealed vote of a person other than the actor, as a separate sealed argument."""
    cast(act, proposal, name, given, {_of(name): [given.vote, list(given.options)]})


def _of(name: str) -> str:
    return f"vote of {name}"


def _given(sealed: Mapping[str, Any], name: str) -> SealedVote:
    """Return the vote in the sealed arguments of an entry."""
    if _of(name) in sealed:
        vote, options = sealed[_of(name)]["value"]
        return SealedVote(vote, options)
    return SealedVote(sealed[VOTE]["value"], sealed[OPTIONS]["value"])


def own_vote(proposal: Proposal, name: str) -> SealedVote | None:
    """Return a person's sealed vote, or None if they have not cast one. Show the result only to that person."""
    ballot = SealedBallot.objects.filter(proposal=proposal, name=name).select_related("entry").first()
    return None if ballot is None else _given(ballot.entry.sealed, name)


def own_votes_on_open(ctx: ReadContext) -> dict[int, str]:
    """Return the actor's own sealed votes on open proposals, by the proposals' primary keys."""
    name = ctx.actor.name
    found = {pk: _given(sealed, name).vote for pk, sealed in _own.all(ctx.cycle.pk, name)}
    return {pk: vote for pk, vote in found.items() if vote != NONE}


def has_cast(proposal: Proposal, name: str) -> bool:
    """Return whether a person has cast a sealed vote, even if they have withdrawn it. This is public."""
    return name in voters_under_seal(proposal)


def voters_under_seal(proposal: Proposal) -> list[str]:
    """Return the names of all who have cast a sealed vote on a proposal whose votes are still sealed."""
    return _voters.all(proposal.pk) if proposal.sealed else []


def cast_on(cycle: int, proposals: Collection[Proposal]) -> dict[int, int]:
    """Return, by primary key, the number of voters on each proposal whose votes are still sealed."""
    sealed = [proposal.pk for proposal in proposals if proposal.sealed]
    counts = dict(_cast.all(cycle)) if sealed else {}
    return {pk: counts.get(pk, 0) for pk in sealed}


def open_ballots(act: ActionContext, proposal: Proposal) -> Sequence[tuple[str, SealedVote, Entry]]:
    """Reveal the latest sealed vote of each voter, and return (voter, vote, entry) for each.

    The caller saves the proposal. Withdrawn votes are revealed too, so that anybody can check that none was left out.
    """
    if not proposal.sealed:
        return ()
    ballots = list(SealedBallot.objects.filter(proposal=proposal).select_related("entry").order_by("name"))
    unseal(act, {ballot.entry_id: ballot.entry for ballot in ballots}.values())
    found = [(ballot.name, _given(ballot.entry.sealed, ballot.name), ballot.entry) for ballot in ballots]
    proposal.sealed = False
    SealedBallot.objects.filter(proposal=proposal).delete()
    if found:
        more = f", and {len(found) - MAX_NAMED} more" if len(found) > MAX_NAMED else ""
        votes = ", ".join(_in_words(*each) for each in found[:MAX_NAMED])
        act.message(f"The sealed votes are opened: {votes}{more}.")
    return found


def _in_words(name: str, given: SealedVote, entry: Entry) -> str:
    vote = "took their vote back" if given.vote == NONE else given.vote
    options = f" ({', '.join(given.options)})" if given.options else ""
    return f"{name} {vote}{options}"
