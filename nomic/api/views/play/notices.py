"""Notices of the caller."""

from datetime import datetime
from typing import Annotated, Self

from django.http import HttpResponse
from django.utils.cache import patch_vary_headers
from drf_spectacular.utils import extend_schema
from pydantic import Field, model_validator
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request

from nomic.api.query_parameters import FURTHEST, MAX_ITEMS, Number, Paged
from nomic.api.read_view import ApiView, cacheable_response, documented, next_page, not_modified, refusals
from nomic.api.request_bodies import Body, body_of
from nomic.api.response_model import Shape, TextOrNone
from nomic.api.write_view import caller, success_response
from nomic.cycles.schedule.settle import settle_some
from nomic.cycles.visibility import readable
from nomic.notices.models import Notice
from nomic.notices.notify import mark_read, unread_count


class NoticeDetail(Shape):
    """A notice for you. `link` is a path on this site."""

    id: int
    kind: str
    text: str
    link: TextOrNone
    cycle: str | None = Field(description="the slug of the cycle it is about")
    created_at: datetime
    read_at: datetime | None


class NoticePage(Shape):
    """Your notices, the newest first. `unread` counts those you have not read, up to a hundred."""

    unread: int
    items: list[NoticeDetail]
    next: str | None


class NoticesQuery(Paged):
    unread: bool = Field(default=False, description="only unread notices")
    before: Number | None = Field(default=None, description="the id before which the page begins")


class ReadNotices(Body):
    """The notices that you have read: the listed ones, or all."""

    ids: Annotated[list[Annotated[int, Field(ge=0, le=FURTHEST)]], Field(max_length=MAX_ITEMS)] | None = None
    all: bool = False

    @model_validator(mode="after")
    def _one_of_both(self) -> Self:
        if (self.ids is None) is not self.all:
            raise ValueError("say either which ids, or all")
        return self


class NoticesRead(Shape):
    """The numbers of notices marked as read by this request, and of unread ones (counted up to a hundred)."""

    marked: int
    unread: int


class NoticesView(ApiView):
    permission_classes = [IsAuthenticated]

    @documented(
        NoticePage,
        NoticesQuery,
        name="notices",
        summary="List your notifications",
        description="Your notices in all cycles, the newest first.",
        tag="notices",
        parts={},
    )
    def get(self, request: Request) -> HttpResponse:
        asked = NoticesQuery.read(request)
        settle_some()  # Due events may create notices for the caller.
        found = (
            Notice.objects.filter(readable("cycle__"), person=caller(request)).select_related("cycle").order_by("-pk")
        )
        if asked.unread:
            found = found.filter(read_at=None)
        if asked.before is not None:
            found = found.filter(pk__lt=asked.before)
        shown, more = asked.page(found)
        page = NoticePage(
            unread=unread_count(caller(request)),
            items=[notice_detail(row) for row in shown],
            next=next_page(request, before=shown[-1].pk) if more else None,
        )
        response = cacheable_response(page)
        response = not_modified(request, response["ETag"].strip('"')) or response
        response["Cache-Control"] = "private, no-cache"
        patch_vary_headers(response, ["Authorization", "Cookie"])
        return response


def notice_detail(notice: Notice) -> NoticeDetail:
    """Return a notice in the shape that its owner sees."""
    return NoticeDetail.from_object(notice, cycle=None if notice.cycle is None else notice.cycle.slug)


class ReadNoticesView(ApiView):
    @extend_schema(
        operation_id="read_notices",
        summary="Mark notifications as read",
        description=(
            "Marks the notifications with these ids, or all. Unknown ids and other people's notifications are ignored."
        ),
        tags=["notices"],
        request=ReadNotices,
        responses={200: NoticesRead, **refusals(400, 401, 403, 413, 415, 422, 429, 503)},
    )
    def post(self, request: Request) -> HttpResponse:
        marked = mark_read(caller(request), body_of(ReadNotices, request).ids)
        return success_response(NoticesRead(marked=marked, unread=unread_count(caller(request))))
