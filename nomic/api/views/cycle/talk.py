"""Talk in a cycle's hall and at its tables: reading and writing."""

from django.http import Http404
from pydantic import Field
from rest_framework.request import Request

from nomic import limits
from nomic.api.read_view import ApiView, reads
from nomic.api.request_bodies import Body
from nomic.api.views.law.comments import (
    CommentDetail,
    CommentPage,
    CommentsQuery,
    comment_page,
    detail_of,
)
from nomic.api.write_view import IDEMPOTENCY_KEY, caller, idempotency_key, writes
from nomic.comments.post import post_comment
from nomic.comments.topics import Subject, has_talk
from nomic.cycles.commands.perform import new_idempotency_key
from nomic.cycles.models import Cycle
from nomic.matches.models import Match

WHO = "Everybody with an account may write. A request repeated with the same `Idempotency-Key` posts once."
CODE = {"code": {"type": "string", "pattern": "^[0-9a-z]{1,12}$", "description": "the code of the match"}}


class SayMessage(Body):
    """A message in plain text. A name after “@” notifies that player."""

    text: str = Field(max_length=limits.MESSAGE, description="plain text")


class HallTalkView(ApiView):
    @reads(
        CommentPage, name="talk", summary="Read the talk in the hall", tag="cycles", query=CommentsQuery, changes=None
    )
    def get(self, request: Request, cycle: Cycle, query: CommentsQuery) -> CommentPage:
        """Messages in the hall, the oldest first."""
        return comment_page(request, cycle, subject_or_404(cycle), query)

    @writes(
        CommentDetail,
        SayMessage,
        name="say_in_hall",
        summary="Write in the hall",
        description=WHO,
        tag="cycles",
        headers=(IDEMPOTENCY_KEY,),
        status=201,
    )
    def post(self, request: Request, cycle: Cycle, body: SayMessage) -> CommentDetail:
        return _say(request, cycle, subject_or_404(cycle), body)


class MatchTalkView(ApiView):
    @reads(
        CommentPage,
        name="match_talk",
        summary="Read the talk at a table",
        tag="cycles",
        query=CommentsQuery,
        changes=None,
        parts=CODE,
    )
    def get(self, request: Request, cycle: Cycle, query: CommentsQuery, code: str) -> CommentPage:
        """Messages at a table, the oldest first."""
        return comment_page(request, cycle, subject_or_404(cycle, code), query)

    @writes(
        CommentDetail,
        SayMessage,
        name="say_at_table",
        summary="Write at a table",
        description=WHO,
        tag="cycles",
        parts=CODE,
        headers=(IDEMPOTENCY_KEY,),
        status=201,
    )
    def post(self, request: Request, cycle: Cycle, body: SayMessage, code: str) -> CommentDetail:
        return _say(request, cycle, subject_or_404(cycle, code), body)


def subject_or_404(cycle: Cycle, code: str | None = None) -> Subject:
    """Return the cycle, or if a code is given its match, as the subject of a discussion.

    Raises Http404 if there is no such match, or if the cycle has no discussions.
    """
    if not has_talk(cycle):
        raise Http404("There is no talk at a guest's table.")
    if code is None:
        return cycle
    match = Match.objects.filter(cycle=cycle, code=code).first()
    if match is None:
        raise Http404("There is no such match.")
    return match


def _say(request: Request, cycle: Cycle, subject: Subject, body: SayMessage) -> CommentDetail:
    key = idempotency_key(request) or new_idempotency_key()
    return detail_of(post_comment(caller(request), cycle, subject, key, text=body.text))
