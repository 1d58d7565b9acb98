"""Muting and reporting in the talk of a hall and of a table."""

from collections.abc import Mapping
from typing import Any, cast

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from pydantic import Field
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request

from nomic.accounts.models import Person
from nomic.api.bodies import Body, body_of
from nomic.api.read_view import ApiView, reads
from nomic.api.shapes import Shape
from nomic.api.views.cycle.talk import CODE, REFUSALS, subject_or_404
from nomic.api.views.law.comments import comment_or_404, done, in_path
from nomic.api.views.law.moderation import (
    MUTING,
    REPORTING,
    MuteAuthor,
    Muted,
    ReportComment,
    Reported,
    mute_author,
    report_comment,
)
from nomic.comments.models import Comment
from nomic.comments.post import clear_following, follow, wish_of
from nomic.comments.topics import Subject
from nomic.cycles.models import Cycle
from nomic.cycles.schedule.settle import current

NUMBER: Mapping[str, Any] = {"number": {"type": "integer", "minimum": 0, "description": "the `id` of the message"}}
HEARING = "true: you are notified of each message; false: the talk is muted; null: you are notified if you are named"


class TalkFollowing(Shape):
    """Your notification setting for a talk."""

    follows: bool | None = Field(description=HEARING)


class FollowTalk(Body):
    """Change of your notification setting for a talk."""

    follows: bool | None = Field(description=HEARING)


class HallReportView(ApiView):
    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="report_in_hall",
        summary="Report a message in the hall",
        description=REPORTING,
        tags=["cycles"],
        parameters=in_path(NUMBER),
        request=ReportComment,
        responses={200: Reported, **REFUSALS},
    )
    def post(self, request: Request, slug: str, number: int) -> HttpResponse:
        return report_comment(request, _message(slug, None, number))


class MatchReportView(ApiView):
    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="report_at_table",
        summary="Report a message at a table",
        description=REPORTING,
        tags=["cycles"],
        parameters=in_path({**CODE, **NUMBER}),
        request=ReportComment,
        responses={200: Reported, **REFUSALS},
    )
    def post(self, request: Request, slug: str, code: str, number: int) -> HttpResponse:
        return report_comment(request, _message(slug, code, number))


class HallMuteView(ApiView):
    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="mute_in_hall",
        summary="Mute or unmute the author of a message in the hall",
        description=MUTING,
        tags=["cycles"],
        parameters=in_path(NUMBER),
        request=MuteAuthor,
        responses={200: Muted, **REFUSALS},
    )
    def post(self, request: Request, slug: str, number: int) -> HttpResponse:
        return mute_author(request, _message(slug, None, number))


class MatchMuteView(ApiView):
    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="mute_at_table",
        summary="Mute or unmute the author of a message at a table",
        description=MUTING,
        tags=["cycles"],
        parameters=in_path({**CODE, **NUMBER}),
        request=MuteAuthor,
        responses={200: Muted, **REFUSALS},
    )
    def post(self, request: Request, slug: str, code: str, number: int) -> HttpResponse:
        return mute_author(request, _message(slug, code, number))


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

    @extend_schema(
        operation_id="follow_talk",
        summary="Follow or mute the talk in the hall",
        description="Replaces your earlier wish.",
        tags=["cycles"],
        parameters=in_path({}),
        request=FollowTalk,
        responses={200: TalkFollowing, **REFUSALS},
    )
    def post(self, request: Request, slug: str) -> HttpResponse:
        cycle = current(slug)
        return _follow(request, cycle, subject_or_404(cycle))


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

    @extend_schema(
        operation_id="follow_match_talk",
        summary="Follow or mute the talk at a table",
        description="Replaces your earlier wish.",
        tags=["cycles"],
        parameters=in_path(CODE),
        request=FollowTalk,
        responses={200: TalkFollowing, **REFUSALS},
    )
    def post(self, request: Request, slug: str, code: str) -> HttpResponse:
        cycle = current(slug)
        return _follow(request, cycle, subject_or_404(cycle, code))


def _message(slug: str, code: str | None, number: int) -> Comment:
    """Return a message at the table with this code, or in the hall if `code` is None.

    Raises NoSuchCycle and Http404.
    """
    cycle = current(slug)
    return comment_or_404(cycle, subject_or_404(cycle, code), number)


def _wish(request: Request, cycle: Cycle, subject: Subject) -> TalkFollowing:
    return TalkFollowing(follows=wish_of(cast(Person, request.user), cycle, subject))


def _follow(request: Request, cycle: Cycle, subject: Subject) -> HttpResponse:
    person, wants = cast(Person, request.user), body_of(FollowTalk, request).follows
    if wants is None:
        clear_following(person, cycle, subject)
    else:
        follow(person, cycle, subject, wants=wants)
    return done(TalkFollowing(follows=wants))
