"""Live updates for open pages: one line per new entry, as server-sent events."""

import json
from collections.abc import AsyncIterator
from typing import Any, NamedTuple

from asgiref.sync import sync_to_async
from django.db import connection
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase

from nomic.cycles.domain.exceptions import NoSuchCycle, NotCurrent
from nomic.cycles.live.feed import EntryData, NewsOutsideJournal, Rewritten, follow, position_of
from nomic.cycles.live.position import Position
from nomic.cycles.schedule.settle import settled_cycle
from nomic.effects.prose.second_person import addressable, all_addressed
from nomic.players.guests import actor_in
from nomic.web.hooks.redirects import is_revealed

MAX_SENTENCES = 12  # of an entry: they are read aloud


async def events(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Return a stream of `entry` events, each with the number and words of the newest entry, after which pages refresh.

    A `talk` event says that somebody has written a comment. A `told-anew` event says that history was rewritten, and
    from which entry. The words address the listener as "you". They are left out if the listener has opened something,
    because the next page reveals it. `Last-Event-ID` or `?after=` continues from an entry.
    """
    after = Position.read(request.headers.get("Last-Event-ID") or request.GET.get("after", ""))
    try:
        listener = await sync_to_async(_settle)(request, slug)
    except NoSuchCycle:
        return HttpResponse("There is no such cycle.", status=404, content_type="text/plain")
    except NotCurrent as error:
        headers = {"Retry-After": str(error.retry_after)}
        return HttpResponse(error.detail, status=503, content_type="text/plain", headers=headers)
    response = StreamingHttpResponse(_stream(slug, after, listener, request.user), content_type="text/event-stream")
    response["Cache-Control"] = "no-cache"
    response["X-Accel-Buffering"] = "no"
    return response


class FeedListener(NamedTuple):
    """The name of the listening player, and the name to address as "you", which is "" if nobody is to be addressed."""

    name: str = ""
    you: str = ""


def _settle(request: HttpRequest, slug: str) -> FeedListener:
    """Settle the cycle, as every reader does, and return the listener. Raises NoSuchCycle or NotCurrent.

    It runs in the thread in which the middleware read the session, and closes the thread's database connection, so that
    a stream does not occupy one while it lasts.
    """
    try:
        cycle = settled_cycle(slug)
        name = actor_in(cycle, request.user).name
        return FeedListener(name, addressable(cycle.law, name))
    finally:
        if not connection.in_atomic_block:  # a transaction around the request still needs it
            connection.close()


async def _stream(slug: str, after: Position | None, listener: FeedListener, reader: Any) -> AsyncIterator[str]:
    yield "retry: 2000\n\n"
    async for news in follow(slug, after, reader=reader):
        if isinstance(news, Rewritten):
            yield _history_replaced(news)
        elif isinstance(news, NewsOutsideJournal):
            yield "event: talk\ndata: {}\n\n"
        else:
            yield _event(news, listener) if news else ": still here\n\n"


def _history_replaced(news: Rewritten) -> str:
    words = [f"The past was corrected, from entry {news.first} on."]
    return f"id: {news.position}\nevent: told-anew\ndata: {json.dumps({'first': news.first, 'words': words})}\n\n"


def _event(entries: list[EntryData], listener: FeedListener) -> str:
    newest = entries[-1]
    is_surprise = newest["actor"] == listener.name != "" and is_revealed(newest["events"])
    words = [] if is_surprise else all_addressed(newest["words"][:MAX_SENTENCES], listener.you)
    data = json.dumps({"seq": newest["seq"], "words": words})
    return f"id: {position_of(newest)}\nevent: entry\ndata: {data}\n\n"
