"""Proposals, their tallies and votes, and the changes they would make."""

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Any, Literal, TypeVar

from django.http import Http404
from pydantic import BeforeValidator, Field
from rest_framework.request import Request

from nomic.api.query_parameters import Number, Paged
from nomic.api.read_view import ApiView, next_page, reads
from nomic.api.response_model import Shape, TextOrNone
from nomic.api.throttling import COSTLY
from nomic.api.views.law.law import Differences
from nomic.api.views.play.actions import actor_of
from nomic.clauses.proposal_classes import ProposalClass, classes_of
from nomic.cycles.actions.context import ReadContext
from nomic.cycles.domain.actor import Actor
from nomic.cycles.models import Cycle
from nomic.db import JsonLength
from nomic.law.diff.brief_summary import summarise_change
from nomic.proposals import one_time_effects
from nomic.proposals.by_rules.seconding import support_of
from nomic.proposals.diff import effect_of
from nomic.proposals.models import Proposal, Vote, VoteChange
from nomic.proposals.votes.ballots import ballot_of, options_by_voter, options_of
from nomic.proposals.votes.count_votes import public_tallies
from nomic.proposals.votes.sealed_votes import voters_under_seal
from nomic.proposals.votes.tally import final_tally
from nomic.proposals.votes.vote import vote_of

StatusName = Literal["open", "withdrawn", "edited", "failed", "enacted", "by-hand", "waiting", "lapsed", "vetoed"]
REFERENCE = r"^[0-9a-z]{1,12}$"
MAX_VOTES = 1000


class Votes(Shape):
    """The current or `final` tally of the votes that count.

    Under R10, unclear votes count against, unless the class says otherwise; `counted_against` is the resulting number.
    `voters` is the number of voters among the `eligible` players. Both are null if everybody's vote counts as one.
    While votes are `sealed`, all counts are 0.
    """

    votes_for: int = Field(serialization_alias="for")
    against: int = Field(validation_alias="votes_against")
    unclear: int = Field(validation_alias="votes_unclear")
    counted_against: int
    voters: int | None
    eligible: int | None
    final: bool
    passes: bool | None = Field(description="whether they would be enough now; null if nobody knows, and after the end")
    lacks: TextOrNone = Field(description="what would be enough: “at least 3 for”")
    sealed: int | None = Field(description="how many people have cast a vote that is still sealed; null if none can be")


class ProposalSummary(Shape):
    """A proposal. The votes are counted at `ends_at`. `why_by_hand` says why an admin has to enact it (R13)."""

    number: int
    code: str
    title: str
    author: str
    coauthors: list[str] = Field(description="the people whose suggestions its author took")
    class_name: str = Field(serialization_alias="class")
    class_title: str
    status: StatusName
    submitted_at: datetime
    ends_at: datetime
    decided_at: datetime | None
    votes: Votes
    options: list[str] = Field(description="the options among which a vote for it chooses, if its class has a ballot")
    chosen: list[str] = Field(description="the options chosen when the votes were counted")
    amendments: int = Field(description="how many operations it would make on the law")
    enacted_revision: int | None
    why_by_hand: TextOrNone
    ended_by: TextOrNone = Field(description="the player who vetoed it or let it lapse, if one did")
    ended_under: TextOrNone = Field(description="the rule by which it was vetoed or lapsed")


class ProposalPage(Shape):
    """Proposals, newest first."""

    items: list[ProposalSummary]
    next: str | None


class StandingVote(Shape):
    """A voter's current vote."""

    name: str
    vote: Literal["for", "against", "unclear"]
    options: list[str] = Field(description="the options that it names, the first preference first")


class ChangedVote(Shape):
    """A change of a vote: given, changed, or taken back ("none")."""

    name: str
    vote: Annotated[Literal["for", "against", "unclear", "none"], BeforeValidator(lambda vote: vote or "none")]
    at: datetime


class ProposalDetail(ProposalSummary):
    """A proposal with its text, its amendments (RFC 6902, with guards), their changes, and the newest votes.

    `difference` is null if there are no amendments. `conflict` says why the amendments no longer apply to the current
    law.
    """

    sentence: str = Field(description="what it does, in a sentence for each of its first changes")
    text: str
    operations: list[dict[str, Any]]
    effects: list[dict[str, Any]] = Field(description="its one-time effect when enacted")
    does: list[str] = Field(description="the one-time effect in sentences")
    effects_failed: TextOrNone = Field(description="why the one-time effect failed, though the proposal was enacted")
    base_revision: int
    difference: Differences | None
    conflict: TextOrNone
    rounds: list[str] = Field(description="the rounds in which the votes among options were counted")
    seconded_by: list[str] = Field(description="the players who second it before its vote opens, or did")
    seconds_needed: int | None = Field(description="how many it needs, while it waits for them; otherwise null")
    sealed_voters: list[str] = Field(description="the people who have cast a vote that is still sealed")
    standing_votes: list[StandingVote]
    my_vote: StandingVote | None = Field(
        description="the vote of the person who asks, which only they see while it is sealed; null if there is none"
    )
    vote_changes: list[ChangedVote]


class ProposalsQuery(Paged):
    status: StatusName | None = Field(default=None, description="only those with this status")
    before: Number | None = Field(default=None, description="the number before which the page begins")


Summary = TypeVar("Summary", bound=ProposalSummary)


def summaries(cycle: Cycle, proposals: Sequence[Proposal], shape: type[Summary], **fields: object) -> list[Summary]:
    """Convert proposals to this shape. `fields` are values that are not attributes of the proposals.

    Sends one query for all tallies, and one for the numbers of operations.
    """
    classes = classes_of(cycle.law)
    known = Proposal.objects.filter(pk__in=[proposal.pk for proposal in proposals])
    lengths = dict(known.values_list("pk", JsonLength("amendments")))
    final = {proposal.pk: final_tally(proposal) for proposal in proposals}
    now = public_tallies(cycle, [proposal for proposal in proposals if final[proposal.pk] is None])
    return [
        shape.from_object(
            proposal,
            class_title=classes[name].title if (name := proposal.class_name) in classes else name,
            votes=Votes.from_object(final[proposal.pk] or now[proposal.pk], final=proposal.pk not in now),
            options=_options_of(classes.get(proposal.class_name)),
            amendments=lengths[proposal.pk],
            **fields,
        )
        for proposal in proposals
    ]


def _options_of(class_: ProposalClass | None) -> list[str]:
    return [] if class_ is None or class_.ballot is None else class_.ballot.options


class ProposalsView(ApiView):
    @reads(ProposalPage, name="proposals_list", summary="List the proposals", tag="proposals", query=ProposalsQuery)
    def get(self, request: Request, cycle: Cycle, query: ProposalsQuery) -> ProposalPage:
        """Proposals with their tallies, newest first."""
        found = Proposal.objects.filter(cycle=cycle)
        if query.status is not None:
            found = found.filter(status=query.status)
        if query.before is not None:
            found = found.filter(number__lt=query.before)
        shown, more = query.page(found.order_by("-number").defer("text", "amendments", "effects"))
        return ProposalPage(
            items=summaries(cycle, shown, ProposalSummary),
            next=next_page(request, before=shown[-1].number) if more else None,
        )


def proposal_or_404(cycle: Cycle, reference: str) -> Proposal:
    """Return a proposal by its number or its code. Raises Http404 if there is none."""
    found = Proposal.objects.filter(cycle=cycle)
    proposal = found.filter(code=reference).first()
    if proposal is None and reference.isdecimal() and len(reference) < 9:
        proposal = found.filter(number=int(reference)).first()
    if proposal is None:
        raise Http404(f"There is no proposal '{reference}' in this cycle.")
    return proposal


class ProposalView(ApiView):
    throttle_classes = COSTLY

    @reads(
        ProposalDetail,
        name="proposal",
        summary="Read a proposal",
        tag="proposals",
        parts={"reference": {"type": "string", "pattern": REFERENCE, "description": "its number, or its code"}},
        personal=True,
    )
    def get(self, request: Request, cycle: Cycle, query: object, reference: str) -> ProposalDetail:
        """Return a proposal by its number or its code: text, amendments, their changes, and the current votes."""
        proposal = proposal_or_404(cycle, reference)
        difference, conflict = effect_of(cycle, proposal)
        votes = Vote.objects.filter(proposal=proposal).order_by("name")[:MAX_VOTES]
        named = options_by_voter(proposal, ballot_of(cycle.law, proposal))
        changes = VoteChange.objects.filter(proposal=proposal).order_by("-at", "-id")[:MAX_VOTES]
        support = support_of(ReadContext(cycle, Actor.nobody(), cycle.now()), proposal)
        does = one_time_effects.one_time_effects_in_words(cycle.law, proposal.effects)
        name = actor_of(request).name
        mine = vote_of(proposal, name) if name else None
        (found,) = summaries(
            cycle,
            [proposal],
            ProposalDetail,
            sentence=summarise_change(difference, does),
            operations=proposal.amendments,
            does=does,
            difference=difference,
            conflict=conflict,
            seconded_by=list(proposal.seconds.values_list("name", flat=True)[:MAX_VOTES]),
            seconds_needed=None if support is None else support.needed,
            sealed_voters=voters_under_seal(proposal)[:MAX_VOTES],
            standing_votes=[StandingVote.from_object(each, options=named.get(each.name, [])) for each in votes],
            my_vote=mine and StandingVote(name=name, vote=mine, options=options_of(proposal, name)),
            vote_changes=list(changes),
        )
        return found
