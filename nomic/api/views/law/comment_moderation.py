"""Moderation of comments on proposals: hiding, reporting and muting."""

from datetime import datetime

from pydantic import Field
from rest_framework.request import Request

from nomic.api.read_view import ApiView
from nomic.api.request_bodies import Body
from nomic.api.response_model import Shape
from nomic.api.views.law.comments import ONE, CommentDetail, detail_of, on_proposal
from nomic.api.write_view import Nothing, caller, writes
from nomic.comments.models import Comment
from nomic.comments.moderation import hide, report_comment, show_again
from nomic.comments.mutes import author_of, mute_person, unmute_person
from nomic.comments.post import MAX_REASON_LENGTH
from nomic.cycles.models import Cycle


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


class HideCommentView(ApiView):
    @writes(
        CommentDetail,
        HideComment,
        name="hide_comment",
        summary="Hide a comment",
        description=(
            "For moderators and game keepers. A placeholder stays, with their name and the reason. They can still read "
            "the comment on its page."
        ),
        tag="proposals",
        parts=ONE,
    )
    def post(self, request: Request, cycle: Cycle, body: HideComment, reference: str, number: int) -> CommentDetail:
        return detail_of(hide(caller(request), on_proposal(cycle, reference, number), body.because))


class ShowCommentView(ApiView):
    @writes(
        CommentDetail,
        Nothing,
        name="show_comment",
        summary="Show a comment again",
        description="For moderators and game keepers.",
        tag="proposals",
        parts=ONE,
    )
    def post(self, request: Request, cycle: Cycle, body: Nothing, reference: str, number: int) -> CommentDetail:
        return detail_of(show_again(caller(request), on_proposal(cycle, reference, number)))


REPORTING = (
    "The moderators are notified. A second report of the same comment changes nothing. Not for your own comments, nor "
    "for guests."
)
MUTING = "You get no notifications of what the author writes, anywhere, and pages fold it for you. They are not told."


class ReportCommentView(ApiView):
    @writes(
        Reported,
        ReportComment,
        name="report_comment",
        summary="Report a comment",
        description=REPORTING,
        tag="proposals",
        parts=ONE,
    )
    def post(self, request: Request, cycle: Cycle, body: ReportComment, reference: str, number: int) -> Reported:
        return report_as_caller(request, on_proposal(cycle, reference, number), body)


class MuteAuthorView(ApiView):
    @writes(
        Muted,
        MuteAuthor,
        name="mute_author",
        summary="Mute or unmute a comment's author",
        description=MUTING,
        tag="proposals",
        parts=ONE,
    )
    def post(self, request: Request, cycle: Cycle, body: MuteAuthor, reference: str, number: int) -> Muted:
        return mute_author(request, on_proposal(cycle, reference, number), body)


def report_as_caller(request: Request, comment: Comment, body: ReportComment) -> Reported:
    """Report a comment as the caller.

    Raises BadArguments if the reason is invalid, and Refused if the caller may not report it.
    """
    made = report_comment(caller(request), comment, body.because)
    return Reported(comment=comment.pk, because=made.because, reported_at=made.reported_at)


def mute_author(request: Request, comment: Comment, body: MuteAuthor) -> Muted:
    """Mute or unmute the author of a comment for the caller. Raises Refused if the caller cannot mute them."""
    (mute_person if body.muted else unmute_person)(caller(request), author_of(comment))
    return Muted(author=comment.author, muted=body.muted)
