"""Comments on a proposal: reading, posting and editing them."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, cast

from django.http import Http404, HttpResponse
from drf_spectacular.utils import OpenApiParameter, extend_schema
from pydantic import Field
from rest_framework.request import Request

from nomic import limits
from nomic.accounts.models import Person
from nomic.api.bodies import Body, body_of
from nomic.api.queries import Number, Paged
from nomic.api.read_view import SLUG, ApiView, next_page, reads, refusals
from nomic.api.shapes import Shape, TextOrNone
from nomic.api.views.law.proposals import REFERENCE, proposal_or_404
from nomic.api.views.play.actions import IDEMPOTENCY_KEY, idempotency_key
from nomic.comments.models import MAX_QUOTE_LENGTH, Comment
from nomic.comments.post import comment_of, comments_on, say, say_otherwise
from nomic.comments.topics import Subject
from nomic.cycles.commands.perform import new_idempotency_key
from nomic.cycles.models import Cycle
from nomic.cycles.schedule.settle import current
from nomic.proposals.models import Proposal

PARTS: Mapping[str, Any] = {
    "reference": {"type": "string", "pattern": REFERENCE, "description": "the proposal's number, or its code"}
}
ONE: Mapping[str, Any] = {
    **PARTS,
    "number": {"type": "integer", "minimum": 0, "description": "the `id` of the comment"},
}


def in_path(parts: Mapping[str, Any]) -> list[OpenApiParameter]:
    """Return the OpenAPI path parameters for the cycle's slug and the given parts."""
    return [OpenApiParameter(part, kind, OpenApiParameter.PATH) for part, kind in {**SLUG, **parts}.items()]


class EarlierWords(Shape):
    """An earlier text of a comment."""

    text: str
    until: datetime


class CommentDetail(Shape):
    """A comment in wikitext. For a hidden comment, only the person who hid it and the reason are given."""

    id: int
    author: str
    quote: str = Field(description="the line of the change that it is about")
    text: str | None
    posted_at: datetime
    edited_at: datetime | None
    earlier: list[EarlierWords]
    hidden_by: TextOrNone
    hidden_because: TextOrNone


class CommentPage(Shape):
    """Comments, the oldest first."""

    items: list[CommentDetail]
    next: str | None


class CommentsQuery(Paged):
    after: Number | None = Field(default=None, description="the id after which the page begins")


class SayComment(Body):
    """The text of a comment, and the line of the change that it is about."""

    text: str = Field(max_length=limits.COMMENT, description="in wikitext")
    quote: str = Field(default="", max_length=MAX_QUOTE_LENGTH, description="a line of what the proposal changes")


class PutOtherwise(Body):
    """The new text of a comment. Its earlier text stays readable."""

    text: str = Field(max_length=limits.COMMENT, description="in wikitext")


def comment_page(request: Request, cycle: Cycle, subject: Subject, query: CommentsQuery) -> CommentPage:
    """Return a page of the comments on a subject."""
    found = comments_on(cycle, subject).prefetch_related("earlier")
    if query.after is not None:
        found = found.filter(pk__gt=query.after)
    rows = list(found[: query.limit + 1])
    shown = rows[: query.limit]
    following = next_page(request, after=shown[-1].pk) if len(rows) > query.limit else None
    return CommentPage(items=[detail_of(row) for row in shown], next=following)


def detail_of(comment: Comment) -> CommentDetail:
    """Convert a comment to its public shape. A hidden comment has no text."""
    if comment.is_hidden:
        return CommentDetail.from_object(comment, quote="", text=None, earlier=[])
    return CommentDetail.from_object(comment, earlier=list(comment.earlier.all()))


class CommentsView(ApiView):
    @reads(
        CommentPage,
        name="comments",
        summary="List the comments on a proposal",
        tag="proposals",
        query=CommentsQuery,
        changes=None,
        parts=PARTS,
    )
    def get(self, request: Request, cycle: Cycle, query: CommentsQuery, reference: str) -> CommentPage:
        """Comments on a proposal, the oldest first."""
        return comment_page(request, cycle, proposal_or_404(cycle, reference), query)

    @extend_schema(
        operation_id="say_comment",
        summary="Comment on a proposal",
        description=(
            "Everybody with an account may comment, players or not. A request repeated with the same "
            "`Idempotency-Key` posts it once."
        ),
        tags=["proposals"],
        parameters=[*in_path(PARTS), IDEMPOTENCY_KEY],
        request=SayComment,
        responses={201: CommentDetail, **refusals(400, 401, 403, 404, 409, 413, 415, 422, 429, 503)},
    )
    def post(self, request: Request, slug: str, reference: str) -> HttpResponse:
        cycle, proposal = settled_proposal(slug, reference)
        body = body_of(SayComment, request)
        key = idempotency_key(request) or new_idempotency_key()
        comment = say(cast(Person, request.user), cycle, proposal, key, text=body.text, quote=body.quote)
        return done(detail_of(comment), 201)


class CommentView(ApiView):
    @reads(
        CommentDetail,
        name="comment",
        summary="Read a comment",
        tag="proposals",
        changes=None,
        parts=ONE,
    )
    def get(self, request: Request, cycle: Cycle, query: object, reference: str, number: int) -> CommentDetail:
        """One comment on a proposal."""
        return detail_of(comment_or_404(cycle, proposal_or_404(cycle, reference), number))

    @extend_schema(
        operation_id="put_comment_otherwise",
        summary="Edit your comment",
        description="Earlier versions stay readable.",
        tags=["proposals"],
        parameters=in_path(ONE),
        request=PutOtherwise,
        responses={200: CommentDetail, **refusals(400, 401, 403, 404, 409, 413, 415, 422, 429, 503)},
    )
    def post(self, request: Request, slug: str, reference: str, number: int) -> HttpResponse:
        cycle, proposal = settled_proposal(slug, reference)
        body = body_of(PutOtherwise, request)
        comment = comment_or_404(cycle, proposal, number)
        return done(detail_of(say_otherwise(cast(Person, request.user), comment, body.text)))


def settled_proposal(slug: str, reference: str) -> tuple[Cycle, Proposal]:
    """Return the settled cycle and the proposal. Raises NoSuchCycle and Http404."""
    cycle = current(slug)
    return cycle, proposal_or_404(cycle, reference)


def comment_or_404(cycle: Cycle, subject: Subject, number: int) -> Comment:
    """Return the comment with that number on a subject. Raises Http404."""
    comment = comment_of(cycle, subject, number)
    if comment is None:
        raise Http404("There is no such comment.")
    return comment


def done(shape: Shape, status: int = 200) -> HttpResponse:
    """Return the response to a request that changed something. It must not be cached."""
    response = HttpResponse(shape.as_bytes(), status=status, content_type="application/json")
    response["Cache-Control"] = "no-store"
    return response
