"""Suggestions for a proposal: reading and sending them, and accepting, declining or withdrawing one."""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, Literal

from django.http import Http404, HttpResponse
from pydantic import Field
from rest_framework.request import Request

from nomic.accounts.models import Person
from nomic.api.query_parameters import Number, Paged
from nomic.api.read_view import ApiView, next_page, reads
from nomic.api.response_model import Shape, TextOrNone
from nomic.api.throttling import COSTLY
from nomic.api.views.cycle.journal import drawn_entry
from nomic.api.views.law.comments import PARTS
from nomic.api.views.law.proposals import proposal_or_404
from nomic.api.views.play.actions import Performed, accepted, actor_of
from nomic.api.write_view import IDEMPOTENCY_KEY, Nothing, caller, idempotency_key, writes
from nomic.comments.announce_suggestions import accept_and_notify, send_and_notify
from nomic.cycles.actions.context import ReadContext
from nomic.cycles.models import Cycle
from nomic.proposals.models import Proposal, Suggestion
from nomic.proposals.suggestions.send_and_withdraw import (
    SuggestArgs,
    decline_suggestion,
    suggestion_of,
    suggestions_for,
    take_back,
)

ONE: Mapping[str, Any] = {**PARTS, "number": {"type": "integer", "minimum": 0, "description": "the suggestion's `id`"}}


class SuggestionSummary(Shape):
    """A suggestion: a reader's version of a proposal."""

    id: int
    name: str = Field(description="who sent it")
    title: str
    status: Literal["open", "taken", "declined", "withdrawn"]
    sent_at: datetime
    decided_at: datetime | None
    became: TextOrNone = Field(description="the code of the proposal that it became when it was taken")


class SuggestionDetail(SuggestionSummary):
    """A suggestion with the complete proposal: its text, its amendments with their guards, its effects."""

    text: str
    amendments: list[dict[str, Any]]
    effects: list[dict[str, Any]]


class SuggestionPage(Shape):
    """Suggestions, the oldest first."""

    items: list[SuggestionSummary]
    next: str | None


class SuggestionsQuery(Paged):
    status: Literal["open", "taken", "declined", "withdrawn"] | None = Field(
        default=None, description="only those with this status"
    )
    after: Number | None = Field(default=None, description="the id after which the page begins")


class SuggestionsView(ApiView):
    throttle_classes = COSTLY

    @reads(
        SuggestionPage,
        name="suggestions",
        summary="List the suggestions for a proposal",
        tag="proposals",
        query=SuggestionsQuery,
        changes=None,
        parts=PARTS,
    )
    def get(self, request: Request, cycle: Cycle, query: SuggestionsQuery, reference: str) -> SuggestionPage:
        """Suggestions, the oldest first. When one is accepted, the other open ones move to the new proposal."""
        found = suggestions_for(cycle, proposal_or_404(cycle, reference)).defer("text", "amendments", "effects")
        if query.status is not None:
            found = found.filter(status=query.status)
        if query.after is not None:
            found = found.filter(pk__gt=query.after)
        shown, more = query.page(found)
        following = next_page(request, after=shown[-1].pk) if more else None
        return SuggestionPage(items=[SuggestionSummary.from_object(row) for row in shown], next=following)

    @writes(
        SuggestionDetail,
        SuggestArgs,
        name="send_suggestion",
        summary="Suggest a change to a proposal",
        description=(
            "Send the whole proposal as you would have it. Its author can take it with one call, and you are then "
            "named as a co-author. Everybody with an account may suggest, players or not, until the proposal is "
            "decided. The same version, sent again while it waits, is the same suggestion."
        ),
        tag="proposals",
        parts=PARTS,
        status=201,
    )
    def post(self, request: Request, cycle: Cycle, body: SuggestArgs, reference: str) -> SuggestionDetail:
        ctx = ReadContext(cycle, actor_of(request), cycle.now())
        row = send_and_notify(caller(request), ctx, proposal_or_404(cycle, reference), body)
        return SuggestionDetail.from_object(row)


class SuggestionView(ApiView):
    @reads(
        SuggestionDetail,
        name="suggestion",
        summary="Read a suggestion",
        tag="proposals",
        changes=None,
        parts=ONE,
    )
    def get(self, request: Request, cycle: Cycle, query: object, reference: str, number: int) -> SuggestionDetail:
        """One suggestion for a proposal."""
        return SuggestionDetail.from_object(_row_or_404(cycle, proposal_or_404(cycle, reference), number))


class TakeSuggestionView(ApiView):
    throttle_classes = COSTLY

    @writes(
        Performed,
        Nothing,
        name="take_suggestion",
        summary="Take a suggestion",
        description=(
            "Your proposal is withdrawn, and the suggested one submitted in its place, at its usual price. Votes and "
            "seconds begin again. The answer is the entry of the new proposal."
        ),
        tag="proposals",
        parts=ONE,
        headers=(IDEMPOTENCY_KEY,),
        status=201,
    )
    def post(self, request: Request, cycle: Cycle, body: Nothing, reference: str, number: int) -> HttpResponse:
        key = idempotency_key(request)
        ctx = ReadContext(cycle, actor_of(request), cycle.now())
        proposal = proposal_or_404(cycle, reference)
        performed = accept_and_notify(ctx, proposal, _row_or_404(cycle, proposal, number), key)
        return accepted(request, cycle.slug, performed, Performed(entry=drawn_entry(performed.entry)))


class DeclineSuggestionView(ApiView):
    @writes(
        SuggestionDetail,
        Nothing,
        name="decline_suggestion",
        summary="Decline a suggestion",
        description="Only the author of the proposal can.",
        tag="proposals",
        parts=ONE,
    )
    def post(self, request: Request, cycle: Cycle, body: Nothing, reference: str, number: int) -> SuggestionDetail:
        return _decided(request, _row_or_404(cycle, proposal_or_404(cycle, reference), number), decline_suggestion)


class TakeSuggestionBackView(ApiView):
    @writes(
        SuggestionDetail,
        Nothing,
        name="take_suggestion_back",
        summary="Take your suggestion back",
        description="Only its sender can.",
        tag="proposals",
        parts=ONE,
    )
    def post(self, request: Request, cycle: Cycle, body: Nothing, reference: str, number: int) -> SuggestionDetail:
        return _decided(request, _row_or_404(cycle, proposal_or_404(cycle, reference), number), take_back)


def _decided(request: Request, row: Suggestion, decide: Callable[[Person, Suggestion], None]) -> SuggestionDetail:
    """Decline or withdraw a suggestion as the caller. Raises Refused if they may not, or if it no longer waits."""
    decide(caller(request), row)
    row.refresh_from_db()
    return SuggestionDetail.from_object(row)


def _row_or_404(cycle: Cycle, proposal: Proposal, number: int) -> Suggestion:
    row = suggestion_of(cycle, proposal, number)
    if row is None:
        raise Http404("There is no such suggestion.")
    return row
