"""Cache invalidation: pages are marked as stale in the transaction that changes their content."""

from collections.abc import Callable, Iterable

from django.conf import settings
from django.db.models import Q
from django.utils import timezone

from nomic.db import Prepared
from nomic.outbox.wake_worker import wake_worker
from nomic.wiki.models import WikiPage

_fresh = Prepared(
    lambda cycle: (
        WikiPage.objects.filter(cycle_id=cycle, stale_since=None).order_by().values_list("kind", flat=True).distinct()
    ),
    int,
    cacheable=True,  # until a page is claimed, which the cycle's row counts
)


# The subjects of the pages of a kind that are to be marked, or None for every page of that kind.
Subjects = Callable[[str], Iterable[str] | None]


def mark_stale(cycle_id: int, kinds: Iterable[str], subjects: Subjects = lambda kind: ()) -> int:
    """Mark the pages of these kinds as stale, and of other kinds the pages with the given subjects.

    `subjects` returns the subjects for a kind, or None for all of its pages. Returns the number of newly marked pages.
    Call this inside the transaction of the change, with the cycle's row locked. The publisher claims pages under the
    same lock, so it cannot claim a stale page before this change can be rendered.
    """
    fresh = set(_fresh.all(cycle_id))
    whole = fresh & set(kinds)
    some = Q()
    for kind in sorted(fresh - whole):
        found = subjects(kind)
        if found is None:
            whole.add(kind)
        elif found := sorted(found):
            some |= Q(kind=kind, subject__in=found)
    if whole:
        some |= Q(kind__in=whole)
    if not some:
        return 0
    marked = WikiPage.objects.filter(some, cycle_id=cycle_id, stale_since=None).update(stale_since=timezone.now())
    _fresh.patch(sorted(fresh - whole), cycle_id)
    if marked:
        wake_publisher()
    return marked


def wake_publisher(seconds: float | None = None) -> None:
    """Schedule a run of the publisher in this number of seconds, by default after the quiet time."""
    wake_worker("nomic.wiki.tasks.publish_stale", settings.WIKI_QUIET_SECONDS + 0.2 if seconds is None else seconds)
