"""Talk in a cycle's hall and at its tables: reading and writing."""

from typing import cast

from django.http import Http404, HttpResponse
from drf_spectacular.utils import extend_schema
from pydantic import Field
from rest_framework.request import Request

from nomic import limits
from nomic.accounts.models import Person
from nomic.api.bodies import Body, body_of
from nomic.api.read_view import ApiView, reads, refusals
from nomic.api.views.law.comments import (
    CommentDetail,
    CommentPage,
    CommentsQuery,
    comment_page,
    detail_of,
    done,
    in_path,
)
from nomic.api.views.play.actions import IDEMPOTENCY_KEY, idempotency_key
from nomic.comments.post import say
from nomic.comments.topics import Subject, has_talk
from nomic.cycles.commands.perform import new_idempotency_key
from nomic.cycles.models import Cycle
from nomic.cycles.schedule.settle import current
from nomic.matches.models import Match

REFUSALS = refusals(400, 401, 403, 404, 409, 413, 415, 422, 429, 503)
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

    @extend_schema(
        operation_id="say_in_hall",
        summary="Write in the hall",
        description=WHO,
        tags=["cycles"],
        parameters=[*in_path({}), IDEMPOTENCY_KEY],
        request=SayMessage,
        responses={201: CommentDetail, **REFUSALS},
    )
    def post(self, request: Request, slug: str) -> HttpResponse:
        cycle = current(slug)
        return _say(request, cycle, subject_or_404(cycle))


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

    @extend_schema(
        operation_id="say_at_table",
        summary="Write at a table",
        description=WHO,
        tags=["cycles"],
        parameters=[*in_path(CODE), IDEMPOTENCY_KEY],
        request=SayMessage,
        responses={201: CommentDetail, **REFUSALS},
    )
    def post(self, request: Request, slug: str, code: str) -> HttpResponse:
        cycle = current(slug)
        return _say(request, cycle, subject_or_404(cycle, code))


def subject_or_404(cycle: Cycle, code: str | None = None) -> Subject:
    """Return the cycle, or with a code its match, as the subject of a discussion.

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


def _say(request: Request, cycle: Cycle, subject: Subject) -> HttpResponse:
    text = body_of(SayMessage, request).text
    key = idempotency_key(request) or new_idempotency_key()
    return done(detail_of(say(cast(Person, request.user), cycle, subject, key, text=text)), 201)
