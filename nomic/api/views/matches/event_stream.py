"""Server-sent events of one match, filtered from the events of its cycle."""

from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Any

from django.http import HttpResponseBase
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request

from nomic.api.read_view import ApiView
from nomic.api.views.cycle.event_stream import (
    RETRY_MILLISECONDS,
    after_of,
    history_replaced,
    message,
    streaming,
    streams,
)
from nomic.api.views.matches.matches import MATCH_PART, cycle_of_match
from nomic.cycles.live import feed
from nomic.cycles.live.position import Position


async def stream(slug: str, code: str, after: Position | None, reader: Any = None) -> AsyncGenerator[bytes, None]:
    """Yield the text of the stream: an event for each entry about the match, and a comment if there was none."""
    yield b"retry: %d\n\n" % RETRY_MILLISECONDS
    async with aclosing(feed.follow(slug, after, reader=reader)) as news:
        async for heard in news:
            if isinstance(heard, feed.Rewritten):
                yield history_replaced(heard)
                continue
            events = b"".join(encode_event(entry, code) for entry in heard if is_about(entry, code))
            yield events or b": still here\n\n"


def is_about(entry: feed.EntryData, code: str) -> bool:
    """Return whether an entry has an event of the match."""
    return any(each.get("match") == code for each in entry["events"])


def encode_event(entry: feed.EntryData, code: str) -> bytes:
    """Encode the part of an entry that concerns the match as an event."""
    data: dict[str, Any] = {
        "entry": entry["seq"],
        "at": entry["at"],
        "actor": entry["actor"],
        "action": entry["action"],
        "words": entry["words"],
        "events": [each for each in entry["events"] if each.get("match") == code],
    }
    return message(feed.position_of(entry), "match", data)


class MatchEventsView(ApiView):
    @streams(
        "match_events",
        summary="Stream the events of a match",
        description="Server-sent events, one named `match` for each entry of the journal about the match: its "
        "sentences, and the events about the match, steps among them with their version. Ask for the match again to "
        "see the table as it is then at your seat. `told-anew` says that the past was corrected, as in the cycle's own "
        "stream.",
        tag="matches",
        part=OpenApiParameter("code", MATCH_PART["code"], OpenApiParameter.PATH),
    )
    def get(self, request: Request, code: str) -> HttpResponseBase:
        after = after_of(request)
        return streaming(stream(cycle_of_match(code).slug, code, after, request.user))
