"""New comments for open pages: which of the watched cycles have comments since the last look."""

from collections.abc import Collection

from nomic.comments.models import Comment
from nomic.cycles.live.feed import Watch

WINDOW = 30  # of the newest comments: one with a lower number may be committed later than its successor


def watch_comments() -> Watch:
    """Return a function that reports which cycles have new comments.

    It takes slugs of cycles, and returns those with comments since the previous call. The first call returns none.
    """
    known: set[int] | None = None

    def watch(slugs: Collection[str]) -> set[str]:
        nonlocal known
        rows = dict(Comment.objects.order_by("-pk").values_list("pk", "cycle__slug")[:WINDOW])
        new = set() if known is None else rows.keys() - known
        oldest_known = min(known, default=0) if known else 0
        known = set(rows)
        return {rows[pk] for pk in new if pk > oldest_known and rows[pk] in slugs}

    return watch
