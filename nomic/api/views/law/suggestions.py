"""Suggestions for a proposal: reading and sending them, and accepting, declining or withdrawing one."""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, Literal, cast

from django.http import Http404, HttpResponse
from drf_spectacular.utils import extend_schema
from pydantic import Field
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request

from nomic.accounts.models import Person
from nomic.api.bodies import body_of
from nomic.api.queries import Number, Paged
from nomic.api.read_view import ApiView, next_page, reads, refusals
from nomic.api.shapes import Shape, TextOrNone
from nomic.api.throttling import COSTLY
from nomic.api.views.cycle.journal import drawn_entry
from nomic.api.views.law.comments import PARTS, done, in_path, settled_proposal
from nomic.api.views.law.moderation import Nothing
from nomic.api.views.law.proposals import proposal_or_404
from nomic.api.views.play.actions import IDEMPOTENCY_KEY, Performed, accepted, actor_of, idempotency_key
from nomic.comments.suggestions import accept_and_notify, send_and_notify
from nomic.cycles.actions.context import ReadContext
from nomic.cycles.models import Cycle
from nomic.proposals.models import Proposal, Suggestion
from nomic.proposals.suggestions.send import SuggestArgs, decline, suggestion_of, suggestions_for, take_back

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
    """A suggestion with all that the proposal would be: its text, its amendments with their guards, its effects."""

    text: str
    amendments: list[dict[str, Any]]
    effects: list[dict[str, Any]]


class SuggestionPage(Shape):
    """Suggestions, the oldest first."""

    items: list[SuggestionSummary]
    next: str | None


class SuggestionsQuery(Paged):
    status: Literal["open", "taken", "declined", "withdrawn"] | None = Field(
        default=None, description="only those of this status"
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
        """Suggestions, the oldest first. When one is taken, the others that are open move to the new proposal."""
        found = suggestions_for(cycle, proposal_or_404(cycle, reference)).defer("text", "amendments", "effects")
        if query.status is not None:
            found = found.filter(status=query.status)
        if query.after is not None:
            found = found.filter(pk__gt=query.after)
        rows = list(found[: query.limit + 1])
        shown = rows[: query.limit]
        following = next_page(request, after=shown[-1].pk) if len(rows) > query.limit else None
        return SuggestionPage(items=[SuggestionSummary.from_object(row) for row in shown], next=following)

    @extend_schema(
        operation_id="send_suggestion",
        summary="Suggest a change to a proposal",
        description=(
            "Send the whole proposal as you would have it. Its author can take it with one call, and you are then "
            "named as a co-author. Everybody with an account may suggest, players or not, until the proposal is "
            "decided. The same version, sent again while it waits, is the same suggestion."
        ),
        tags=["proposals"],
        parameters=in_path(PARTS),
        request=SuggestArgs,
        responses={201: SuggestionDetail, **refusals(400, 401, 403, 404, 409, 413, 415, 422, 429, 503)},
    )
    def post(self, request: Request, slug: str, reference: str) -> HttpResponse:
        ctx, proposal = _at_present(request, slug, reference)
        args = body_of(SuggestArgs, request)
        row = send_and_notify(cast(Person, request.user), ctx, proposal, args)
        return done(SuggestionDetail.from_object(row), 201)


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
    permission_classes = [IsAuthenticated]
    throttle_classes = COSTLY

    @extend_schema(
        operation_id="take_suggestion",
        summary="Take a suggestion",
        description=(
            "Your proposal is withdrawn, and the suggested one submitted in its place, at its usual price. Votes and "
            "seconds begin again. The answer is the entry of the new proposal."
        ),
        tags=["proposals"],
        parameters=[*in_path(ONE), IDEMPOTENCY_KEY],
        request=Nothing,
        responses={201: Performed, **refusals(400, 401, 403, 404, 409, 413, 415, 422, 429, 503)},
    )
    def post(self, request: Request, slug: str, reference: str, number: int) -> HttpResponse:
        body_of(Nothing, request)
        key = idempotency_key(request)
        ctx, proposal = _at_present(request, slug, reference)
        performed = accept_and_notify(ctx, proposal, _row_or_404(ctx.cycle, proposal, number), key)
        return accepted(request, slug, performed, Performed(entry=drawn_entry(performed.entry)))


class DecidingView(ApiView):
    """Base class of the endpoints that close a suggestion without performing an act."""

    permission_classes = [IsAuthenticated]

    def decided(
        self, request: Request, slug: str, reference: str, number: int, decide: Callable[[Person, Suggestion], None]
    ) -> HttpResponse:
        body_of(Nothing, request)
        cycle, proposal = settled_proposal(slug, reference)
        row = _row_or_404(cycle, proposal, number)
        decide(cast(Person, request.user), row)
        row.refresh_from_db()
        return done(SuggestionDetail.from_object(row))


class DeclineSuggestionView(DecidingView):
    @extend_schema(
        operation_id="decline_suggestion",
        summary="Decline a suggestion",
        description="Only the author of the proposal can.",
        tags=["proposals"],
        parameters=in_path(ONE),
        request=Nothing,
        responses={200: SuggestionDetail, **refusals(400, 401, 403, 404, 409, 413, 415, 422, 429, 503)},
    )
    def post(self, request: Request, slug: str, reference: str, number: int) -> HttpResponse:
        return self.decided(request, slug, reference, number, decline)


class TakeSuggestionBackView(DecidingView):
    @extend_schema(
        operation_id="take_suggestion_back",
        summary="Take your suggestion back",
        description="Only its sender can.",
        tags=["proposals"],
        parameters=in_path(ONE),
        request=Nothing,
        responses={200: SuggestionDetail, **refusals(400, 401, 403, 404, 409, 413, 415, 422, 429, 503)},
    )
    def post(self, request: Request, slug: str, reference: str, number: int) -> HttpResponse:
        return self.decided(request, slug, reference, number, take_back)


def _at_present(request: Request, slug: str, reference: str) -> tuple[ReadContext, Proposal]:
    """Return the read context of the settled cycle for the caller, and the proposal. Raises NoSuchCycle and Http404."""
    cycle, proposal = settled_proposal(slug, reference)
    return ReadContext(cycle, actor_of(request), cycle.now()), proposal


def _row_or_404(cycle: Cycle, proposal: Proposal, number: int) -> Suggestion:
    row = suggestion_of(cycle, proposal, number)
    if row is None:
        raise Http404("There is no such suggestion.")
    return row
