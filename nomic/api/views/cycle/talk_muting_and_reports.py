"""Muting and reporting in the talk of a hall and of a table."""

from collections.abc import Mapping
from typing import Any

from pydantic import Field
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request

from nomic.api.read_view import ApiView, reads
from nomic.api.request_bodies import Body
from nomic.api.response_model import Shape
from nomic.api.views.cycle.talk import CODE, subject_or_404
from nomic.api.views.law.comment_moderation import (
    MUTING,
    REPORTING,
    MuteAuthor,
    Muted,
    ReportComment,
    Reported,
    mute_author,
    report_as_caller,
)
from nomic.api.views.law.comments import comment_or_404
from nomic.api.write_view import caller, writes
from nomic.comments.models import Comment
from nomic.comments.post import clear_following, follow_discussion, wish_of
from nomic.comments.topics import Subject
from nomic.cycles.models import Cycle

NUMBER: Mapping[str, Any] = {"number": {"type": "integer", "minimum": 0, "description": "the `id` of the message"}}
HEARING = "true: you are notified of each message; false: the talk is muted; null: you are notified if you are named"


class TalkFollowing(Shape):
    """Your notification setting for a talk."""

    follows: bool | None = Field(description=HEARING)


class FollowTalk(Body):
    """Change of your notification setting for a talk."""

    follows: bool | None = Field(description=HEARING)


class HallReportView(ApiView):
    @writes(
        Reported,
        ReportComment,
        name="report_in_hall",
        summary="Report a message in the hall",
        description=REPORTING,
        tag="cycles",
        parts=NUMBER,
    )
    def post(self, request: Request, cycle: Cycle, body: ReportComment, number: int) -> Reported:
        return report_as_caller(request, _message(cycle, None, number), body)


class MatchReportView(ApiView):
    @writes(
        Reported,
        ReportComment,
        name="report_at_table",
        summary="Report a message at a table",
        description=REPORTING,
        tag="cycles",
        parts={**CODE, **NUMBER},
    )
    def post(self, request: Request, cycle: Cycle, body: ReportComment, code: str, number: int) -> Reported:
        return report_as_caller(request, _message(cycle, code, number), body)


class HallMuteView(ApiView):
    @writes(
        Muted,
        MuteAuthor,
        name="mute_in_hall",
        summary="Mute or unmute the author of a message in the hall",
        description=MUTING,
        tag="cycles",
        parts=NUMBER,
    )
    def post(self, request: Request, cycle: Cycle, body: MuteAuthor, number: int) -> Muted:
        return mute_author(request, _message(cycle, None, number), body)


class MatchMuteView(ApiView):
    @writes(
        Muted,
        MuteAuthor,
        name="mute_at_table",
        summary="Mute or unmute the author of a message at a table",
        description=MUTING,
        tag="cycles",
        parts={**CODE, **NUMBER},
    )
    def post(self, request: Request, cycle: Cycle, body: MuteAuthor, code: str, number: int) -> Muted:
        return mute_author(request, _message(cycle, code, number), body)


class HallFollowingView(ApiView):
    permission_classes = [IsAuthenticated]

    @reads(
        TalkFollowing,
        name="talk_following",
        summary="See whether you follow or mute the talk in the hall",
        tag="cycles",
        changes=None,
        personal=True,
    )
    def get(self, request: Request, cycle: Cycle, query: object) -> TalkFollowing:
        """Whether you follow the talk in the hall, have muted it, or neither."""
        return _wish(request, cycle, subject_or_404(cycle))

    @writes(
        TalkFollowing,
        FollowTalk,
        name="follow_talk",
        summary="Follow or mute the talk in the hall",
        description="Replaces your earlier choice.",
        tag="cycles",
    )
    def post(self, request: Request, cycle: Cycle, body: FollowTalk) -> TalkFollowing:
        return _follow(request, cycle, subject_or_404(cycle), body)


class MatchFollowingView(ApiView):
    permission_classes = [IsAuthenticated]

    @reads(
        TalkFollowing,
        name="match_talk_following",
        summary="See whether you follow or mute the talk at a table",
        tag="cycles",
        changes=None,
        personal=True,
        parts=CODE,
    )
    def get(self, request: Request, cycle: Cycle, query: object, code: str) -> TalkFollowing:
        """Whether you follow the talk at a table, have muted it, or neither."""
        return _wish(request, cycle, subject_or_404(cycle, code))

    @writes(
        TalkFollowing,
        FollowTalk,
        name="follow_match_talk",
        summary="Follow or mute the talk at a table",
        description="Replaces your earlier choice.",
        tag="cycles",
        parts=CODE,
    )
    def post(self, request: Request, cycle: Cycle, body: FollowTalk, code: str) -> TalkFollowing:
        return _follow(request, cycle, subject_or_404(cycle, code), body)


def _message(cycle: Cycle, code: str | None, number: int) -> Comment:
    """Return a message at the table with this code, or in the hall if `code` is None.

    Raises Http404 if there is no such table or message.
    """
    return comment_or_404(cycle, subject_or_404(cycle, code), number)


def _wish(request: Request, cycle: Cycle, subject: Subject) -> TalkFollowing:
    return TalkFollowing(follows=wish_of(caller(request), cycle, subject))


def _follow(request: Request, cycle: Cycle, subject: Subject, body: FollowTalk) -> TalkFollowing:
    if body.follows is None:
        clear_following(caller(request), cycle, subject)
    else:
        follow_discussion(caller(request), cycle, subject, wants=body.follows)
    return TalkFollowing(follows=body.follows)
