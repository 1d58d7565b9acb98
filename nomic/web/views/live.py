"""News for open pages: one line per new entry, as server-sent events."""

from collections.abc import AsyncIterator

from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.utils.html import escape

from nomic.cycles.live import EntryData, follow
from nomic.cycles.refusals import NoSuchCycle


async def events(request: HttpRequest, slug: str) -> HttpResponseBase:
    """A stream of `entry` events, each the newest entry's number and words; pages fetch what they show anew.

    `Last-Event-ID` or `?after=` continues from an entry.
    """
    asked = request.headers.get("Last-Event-ID") or request.GET.get("after", "")
    after = int(asked) if asked.isascii() and asked.isdecimal() and len(asked) < 12 else None
    news = follow(slug, after)
    try:
        first = await anext(news) if after is not None else None
    except NoSuchCycle:
        return HttpResponse(status=404)

    async def stream() -> AsyncIterator[str]:
        yield "retry: 2000\n\n"
        if first:
            yield line(first)
        async for entries in news:
            yield line(entries) if entries else ": still here\n\n"

    def line(entries: list[EntryData]) -> str:
        newest = entries[-1]
        words = " ".join(escape(word) for word in newest["words"])
        return f"id: {newest['seq']}\nevent: entry\ndata: {words}\n\n"

    response = StreamingHttpResponse(stream(), content_type="text/event-stream")
    response["Cache-Control"] = "no-cache"
    response["X-Accel-Buffering"] = "no"
    return response
