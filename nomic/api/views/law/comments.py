"""Comments on a proposal: reading, posting and editing them."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.http import Http404
from pydantic import Field
from rest_framework.request import Request

from nomic import limits
from nomic.api.query_parameters import Number, Paged
from nomic.api.read_view import ApiView, next_page, reads
from nomic.api.request_bodies import Body
from nomic.api.response_model import Shape, TextOrNone
from nomic.api.views.law.proposals import REFERENCE, proposal_or_404
from nomic.api.write_view import IDEMPOTENCY_KEY, caller, idempotency_key, writes
from nomic.comments.models import MAX_QUOTE_LENGTH, Comment
from nomic.comments.post import comment_of, comments_on, post_comment, say_otherwise
from nomic.comments.topics import Subject
from nomic.cycles.commands.perform import new_idempotency_key
from nomic.cycles.models import Cycle

PARTS: Mapping[str, Any] = {
    "reference": {"type": "string", "pattern": REFERENCE, "description": "the proposal's number, or its code"}
}
ONE: Mapping[str, Any] = {
    **PARTS,
    "number": {"type": "integer", "minimum": 0, "description": "the `id` of the comment"},
}


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
    shown, more = query.page(found)
    following = next_page(request, after=shown[-1].pk) if more else None
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

    @writes(
        CommentDetail,
        SayComment,
        name="say_comment",
        summary="Comment on a proposal",
        description=(
            "Everybody with an account may comment, players or not. A request repeated with the same "
            "`Idempotency-Key` posts it once."
        ),
        tag="proposals",
        parts=PARTS,
        headers=(IDEMPOTENCY_KEY,),
        status=201,
    )
    def post(self, request: Request, cycle: Cycle, body: SayComment, reference: str) -> CommentDetail:
        proposal = proposal_or_404(cycle, reference)
        key = idempotency_key(request) or new_idempotency_key()
        return detail_of(post_comment(caller(request), cycle, proposal, key, text=body.text, quote=body.quote))


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
        """Return one comment on a proposal."""
        return detail_of(on_proposal(cycle, reference, number))

    @writes(
        CommentDetail,
        PutOtherwise,
        name="put_comment_otherwise",
        summary="Edit your comment",
        description="Earlier versions stay readable.",
        tag="proposals",
        parts=ONE,
    )
    def post(self, request: Request, cycle: Cycle, body: PutOtherwise, reference: str, number: int) -> CommentDetail:
        return detail_of(say_otherwise(caller(request), on_proposal(cycle, reference, number), body.text))


def on_proposal(cycle: Cycle, reference: str, number: int) -> Comment:
    """Return the comment with this number on a proposal. Raises Http404 if there is no such proposal or comment."""
    return comment_or_404(cycle, proposal_or_404(cycle, reference), number)


def comment_or_404(cycle: Cycle, subject: Subject, number: int) -> Comment:
    """Return the comment with this number on a subject. Raises Http404 if there is none."""
    comment = comment_of(cycle, subject, number)
    if comment is None:
        raise Http404("There is no such comment.")
    return comment
