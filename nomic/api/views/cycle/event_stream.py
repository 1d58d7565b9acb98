"""Server-sent events of a cycle, one for each entry of the journal."""

import json
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from typing import Annotated, Any, TypeVar

from django.http import HttpResponseBase, StreamingHttpResponse
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from pydantic import Field, StringConstraints
from rest_framework.request import Request

from nomic.api.query_parameters import Query
from nomic.api.read_view import SLUG, ApiView, refusals
from nomic.cycles.domain.exceptions import BadArguments
from nomic.cycles.live import feed
from nomic.cycles.live.position import Position
from nomic.cycles.schedule.settle import settled_cycle

RETRY_MILLISECONDS = 2000

F = TypeVar("F", bound=Callable[..., Any])
Place = Annotated[str, StringConstraints(pattern=r"^[0-9]{1,15}(:[0-9a-f]{64})?$"), Field(examples=["12"])]


class EventsQuery(Query):
    after: Place | None = Field(
        default=None,
        description="the entry after which the stream begins: its number, or `SEQ:DIGEST`; by default the newest",
    )


async def stream(slug: str, after: Position | None, reader: Any = None) -> AsyncGenerator[bytes, None]:
    """Yield the text of the stream: an event for each entry, and a comment if there has been no entry for a while."""
    yield b"retry: %d\n\n" % RETRY_MILLISECONDS
    async with aclosing(feed.follow(slug, after, reader=reader)) as news:
        async for heard in news:
            if isinstance(heard, feed.Rewritten):
                yield history_replaced(heard)
            elif heard:
                yield b"".join(encode_event(entry) for entry in heard)
            else:
                yield b": still here\n\n"


def encode_event(entry: feed.EntryData) -> bytes:
    """Encode a journal entry as a server-sent event."""
    return message(feed.position_of(entry), "entry", entry)


def history_replaced(news: feed.Rewritten) -> bytes:
    """Encode the event that announces that history was replaced from an entry on. The new entries follow it."""
    return message(news.position, "told-anew", {"first": news.first, "known": news.known})


def message(position: Position, name: str, data: dict[str, Any]) -> bytes:
    """Encode an event of a stream. Its id is the position from which a disconnected client can resume."""
    return f"id: {position}\nevent: {name}\ndata: {json.dumps(data, separators=(',', ':'))}\n\n".encode()


def after_of(request: Request) -> Position | None:
    """Return the position after which the stream begins, or None. `Last-Event-ID` takes precedence over the query.

    Raises BadArguments if either is malformed.
    """
    after = EventsQuery.read(request).after
    last = request.META.get("HTTP_LAST_EVENT_ID", "")
    if last and Position.read(last) is None:  # Beginning with the newest entry would leave a gap that nobody notices.
        raise BadArguments.on("Last-Event-ID", "the id of the last event that you received: SEQ or SEQ:DIGEST")
    return Position.read(last or after or "")


def streaming(news: AsyncGenerator[bytes, None]) -> StreamingHttpResponse:
    """Return a streaming response without a time limit. The event loop serves it, so that the thread is free."""
    response = StreamingHttpResponse(news, content_type="text/event-stream")
    response["Cache-Control"] = "no-cache"
    response["X-Accel-Buffering"] = "no"
    return response


def streams(name: str, *, summary: str, description: str, tag: str, part: OpenApiParameter) -> Callable[[F], F]:
    """Return a decorator that describes a stream in the OpenAPI document. `part` is the parameter in its path."""
    return extend_schema(
        operation_id=name,
        summary=summary,
        description=description,
        tags=[tag],
        parameters=[
            part,
            *EventsQuery.parameters(),
            OpenApiParameter("Last-Event-ID", str, OpenApiParameter.HEADER),
        ],
        responses={
            (200, "text/event-stream"): OpenApiResponse(str, "A stream that stays open."),
            **refusals(401, 404, 422, 429, 503),
        },
    )


class EventsView(ApiView):
    @streams(
        "events",
        summary="Stream the events of a cycle",
        description="Server-sent events, one named `entry` for each entry of the journal, with the entry as JSON. Its "
        "id is `SEQ:DIGEST`; `Last-Event-ID` resumes after that entry and takes precedence over `after`.\n\n"
        "If the past is corrected, entries that you know are replaced. Then an event named `told-anew` comes, with "
        "`first`, the number of the first entry that is another one now, and `known`, the number of the last entry you "
        "had heard. Drop what you know from `first` on: the new entries follow, starting with that one. This holds "
        "for streams that go on with `Last-Event-ID`, too.",
        tag="journal",
        part=OpenApiParameter("slug", SLUG["slug"], OpenApiParameter.PATH),
    )
    def get(self, request: Request, slug: str) -> HttpResponseBase:
        after = after_of(request)
        return streaming(stream(settled_cycle(slug).slug, after, request.user))
