"""News as they happen: server-sent events, one per entry of the journal."""

import json
from collections.abc import AsyncGenerator
from contextlib import aclosing

from django.http import HttpResponseBase, StreamingHttpResponse
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from pydantic import Field
from rest_framework.request import Request

from nomic.api.queries import Number, Query
from nomic.api.reading import SLUG, ApiView, refusals
from nomic.cycles import live
from nomic.cycles.settle import current

RETRY_MILLISECONDS = 2000


class EventsQuery(Query):
    after: Number | None = Field(
        default=None, description="the entry after which the news begin; from now on unless told"
    )


async def stream(slug: str, after: int | None) -> AsyncGenerator[bytes, None]:
    """The text of the stream: an event per entry, a comment whenever nothing happened for a while."""
    yield b"retry: %d\n\n" % RETRY_MILLISECONDS
    async with aclosing(live.follow(slug, after)) as news:
        async for entries in news:
            if entries:
                yield b"".join(event(entry) for entry in entries)
            else:
                yield b": still here\n\n"


def event(entry: live.EntryData) -> bytes:
    """An entry as one event; its id is where a listener who was cut off goes on."""
    data = json.dumps(entry, separators=(",", ":"))
    return f"id: {entry['seq']}\nevent: entry\ndata: {data}\n\n".encode()


def after_of(request: Request) -> int | None:
    """After which entry the news begin: the last one heard counts for more than what the query says."""
    after = EventsQuery.read(request).after
    last = request.META.get("HTTP_LAST_EVENT_ID", "")
    return int(last) if last.isascii() and last.isdecimal() and len(last) <= 15 else after


def streaming(news: AsyncGenerator[bytes, None]) -> StreamingHttpResponse:
    """A stream, read in the event loop for as long as the caller likes; this thread is free again at once."""
    response = StreamingHttpResponse(news, content_type="text/event-stream")
    response["Cache-Control"] = "no-cache"
    response["X-Accel-Buffering"] = "no"
    return response


class EventsView(ApiView):
    @extend_schema(
        operation_id="events",
        summary="Hear what happens",
        description="Server-sent events, one named `entry` for each entry of the journal, with the entry as JSON and "
        "its number as id. `Last-Event-ID` goes on after the last one heard, and counts for more than `after`.",
        tags=["journal"],
        parameters=[
            OpenApiParameter("slug", SLUG["slug"], OpenApiParameter.PATH),
            *EventsQuery.parameters(),
            OpenApiParameter("Last-Event-ID", str, OpenApiParameter.HEADER),
        ],
        responses={
            (200, "text/event-stream"): OpenApiResponse(str, "A stream that does not end by itself."),
            **refusals(401, 404, 422, 429, 503),
        },
    )
    def get(self, request: Request, slug: str) -> HttpResponseBase:
        after = after_of(request)
        return streaming(stream(current(slug).slug, after))
