"""Moderation and following of discussions: hiding, reporting and muting, and notifications."""

from datetime import datetime
from typing import cast

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from pydantic import Field
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request

from nomic.accounts.models import Person
from nomic.api.bodies import Body, body_of
from nomic.api.read_view import ApiView, reads, refusals
from nomic.api.shapes import Shape
from nomic.api.views.law.comments import (
    ONE,
    PARTS,
    CommentDetail,
    comment_or_404,
    detail_of,
    done,
    in_path,
    settled_proposal,
)
from nomic.api.views.law.proposals import proposal_or_404
from nomic.comments.models import Comment
from nomic.comments.moderation import hide, report, show_again
from nomic.comments.mutes import author_of, mute, unmute
from nomic.comments.post import MAX_REASON_LENGTH, follow, follows
from nomic.cycles.models import Cycle

REFUSALS = refusals(400, 401, 403, 404, 409, 413, 415, 422, 429, 503)


class HideComment(Body):
    """The reason for hiding a comment."""

    because: str = Field(max_length=MAX_REASON_LENGTH, description="shown to everybody in place of the comment")


class ReportComment(Body):
    """The reason for reporting a comment."""

    because: str = Field(max_length=MAX_REASON_LENGTH, description="for the moderators")


class Reported(Shape):
    """Your report of a comment."""

    comment: int = Field(description="the `id` of the comment")
    because: str
    reported_at: datetime


class MuteAuthor(Body):
    """Whether to mute the author of a comment."""

    muted: bool


class Muted(Shape):
    """A person, and whether you have muted them."""

    author: str
    muted: bool


class Nothing(Body):
    """An empty request body."""


class Following(Shape):
    """Whether you are notified of comments on a proposal."""

    follows: bool


class Follow(Body):
    """Whether you want to be notified of comments on a proposal."""

    follows: bool


class HideCommentView(ApiView):
    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="hide_comment",
        summary="Hide a comment",
        description=(
            "For moderators and game keepers. A placeholder stays, with their name and the reason. They can still read "
            "the comment on its page."
        ),
        tags=["proposals"],
        parameters=in_path(ONE),
        request=HideComment,
        responses={200: CommentDetail, **REFUSALS},
    )
    def post(self, request: Request, slug: str, reference: str, number: int) -> HttpResponse:
        comment = comment_or_404(*settled_proposal(slug, reference), number)
        body = body_of(HideComment, request)
        return done(detail_of(hide(cast(Person, request.user), comment, body.because)))


class ShowCommentView(ApiView):
    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="show_comment",
        summary="Show a comment again",
        description="For moderators and game keepers.",
        tags=["proposals"],
        parameters=in_path(ONE),
        request=Nothing,
        responses={200: CommentDetail, **REFUSALS},
    )
    def post(self, request: Request, slug: str, reference: str, number: int) -> HttpResponse:
        comment = comment_or_404(*settled_proposal(slug, reference), number)
        body_of(Nothing, request)
        return done(detail_of(show_again(cast(Person, request.user), comment)))


REPORTING = (
    "The moderators are notified. A second report of the same comment changes nothing. Not for your own comments, nor "
    "for guests."
)
MUTING = "You get no notifications of what the author writes, anywhere, and pages fold it for you. They are not told."


class ReportCommentView(ApiView):
    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="report_comment",
        summary="Report a comment",
        description=REPORTING,
        tags=["proposals"],
        parameters=in_path(ONE),
        request=ReportComment,
        responses={200: Reported, **REFUSALS},
    )
    def post(self, request: Request, slug: str, reference: str, number: int) -> HttpResponse:
        return report_comment(request, comment_or_404(*settled_proposal(slug, reference), number))


class MuteAuthorView(ApiView):
    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="mute_author",
        summary="Mute or unmute a comment's author",
        description=MUTING,
        tags=["proposals"],
        parameters=in_path(ONE),
        request=MuteAuthor,
        responses={200: Muted, **REFUSALS},
    )
    def post(self, request: Request, slug: str, reference: str, number: int) -> HttpResponse:
        return mute_author(request, comment_or_404(*settled_proposal(slug, reference), number))


def report_comment(request: Request, comment: Comment) -> HttpResponse:
    """Report a comment as the caller. Raises BadArguments and Refused."""
    made = report(cast(Person, request.user), comment, body_of(ReportComment, request).because)
    return done(Reported(comment=comment.pk, because=made.because, reported_at=made.reported_at))


def mute_author(request: Request, comment: Comment) -> HttpResponse:
    """Mute or unmute the author of a comment for the caller. Raises BadArguments and Refused."""
    wants = body_of(MuteAuthor, request).muted
    (mute if wants else unmute)(cast(Person, request.user), author_of(comment))
    return done(Muted(author=comment.author, muted=wants))


class FollowingView(ApiView):
    permission_classes = [IsAuthenticated]

    @reads(
        Following,
        name="following",
        summary="See whether you follow a proposal",
        tag="proposals",
        changes=None,
        personal=True,
        parts=PARTS,
    )
    def get(self, request: Request, cycle: Cycle, query: object, reference: str) -> Following:
        """Whether you follow a proposal. Its author and everybody who comments on it follow it until they opt out."""
        proposal = proposal_or_404(cycle, reference)
        return Following(follows=follows(cast(Person, request.user), cycle, proposal))

    @extend_schema(
        operation_id="follow_proposal",
        summary="Follow or unfollow a proposal",
        description="You get a notification when somebody comments on a proposal that you follow.",
        tags=["proposals"],
        parameters=in_path(PARTS),
        request=Follow,
        responses={200: Following, **REFUSALS},
    )
    def post(self, request: Request, slug: str, reference: str) -> HttpResponse:
        cycle, proposal = settled_proposal(slug, reference)
        wants = body_of(Follow, request).follows
        follow(cast(Person, request.user), cycle, proposal, wants=wants)
        return done(Following(follows=wants))
