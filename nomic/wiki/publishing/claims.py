"""The queue of pages and their claims.

A claim is a lease that names an attempt, its process and its expiry. An attempt that lost its claim, by expiry or to
another process, can record nothing. The claims of an ended process are freed at once if both processes run on one
machine, otherwise at expiry.
"""

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import Case, DateTimeField, Exists, F, OuterRef, Q, QuerySet, Value, When
from django.db.models.functions import Coalesce
from django.utils import timezone

from nomic.cycles.models import Cycle
from nomic.outbox.leases import UNCLAIMED, abandoned, in_hand, new_claim
from nomic.wiki.models import PUBLISHED, TRIED_AGAIN, WikiPage

LEASE = timedelta(minutes=3)  # renewed before each request to the wiki; one request takes less
MAX_TRIES_TO_CLAIM = 20


class ClaimLost(Exception):
    """Raised if the page is claimed by another attempt or by none. This attempt must not record anything about it."""


@dataclass
class Queue:
    """The pages that one run publishes, each once.

    If `by_hand` is set, these are all stale pages in the order of their creation, regardless of delays. Otherwise the
    stale pages that are due come first, in the order in which they became due: a failed page when it can be retried, a
    long page some time after its last edit. Pages that changed on the wiki follow, then at most `most_compared` pages
    that are due for a comparison with the wiki.
    """

    by_hand: bool = False
    cycle_slug: str | None = None
    most_compared: int = 0
    _taken: list[int] = field(default_factory=list)

    def claim_next(self) -> WikiPage | None:
        """Claim the next due page and return it, or None if there is none.

        The page's attribute `some_moved` is true if people have moved pages of its cycle.
        """
        page = self._claim_first(self._stale())
        if page is None and not self.by_hand:
            # Pages that changed on the wiki come first, and all of them are taken.
            found = self._to_compare()
            page = self._claim_first(found if self.most_compared > 0 else found.filter(compare_at=None))
            self.most_compared -= 1
        if page is not None:
            self._taken.append(page.pk)
        return page

    def has_more(self, *, due: bool = True) -> bool:
        """Return whether there is a stale page that is due and that this run has not taken.

        With `due=False`, stale pages that are not due count as well.
        """
        if due:
            return self._stale().exists()
        return self._free().filter(stale_since__isnull=False, parked_at=None).exists()

    def _stale(self) -> QuerySet[WikiPage]:
        stale = self._free().filter(stale_since__isnull=False, parked_at=None)
        if self.by_hand:
            return stale.filter(pk__gt=self._taken[-1] if self._taken else 0).order_by("pk")
        now = timezone.now()
        due = stale.filter(
            Q(next_try_at=None) | Q(next_try_at__lte=now),
            Q(rests_until=None) | Q(rests_until__lte=now),
            stale_since__lte=now - timedelta(seconds=settings.WIKI_QUIET_SECONDS),
        )
        return due.exclude(pk__in=self._taken).order_by(Coalesce("next_try_at", "stale_since"), "pk")

    def _to_compare(self) -> QuerySet[WikiPage]:
        now = timezone.now()
        due = self._free().filter(
            Q(parked_at=None, stale_since=None) | Q(parked_at__isnull=False, parked_cause__in=TRIED_AGAIN),
            Q(compare_at=None) | Q(compare_at__lte=now),
            Q(next_try_at=None) | Q(next_try_at__lte=now),
        )
        return due.exclude(pk__in=self._taken).order_by(F("compare_at").asc(nulls_first=True), "pk")

    def _free(self) -> QuerySet[WikiPage]:
        free = WikiPage.objects.filter(PUBLISHED, claimed_at=None)
        return free if self.cycle_slug is None else free.filter(cycle__slug=self.cycle_slug)

    def _claim_first(self, pages: QuerySet[WikiPage]) -> WikiPage | None:
        """Claim and return the first of these pages whose cycle is not locked by somebody else, or None."""
        busy: set[int] = set()
        for _ in range(MAX_TRIES_TO_CLAIM):
            found = pages.exclude(cycle__in=busy).values_list("pk", "cycle_id", "parked_at").first()
            if found is None:
                return None
            pk, cycle_id, parked_at = found
            claimed = _claim(pk, cycle_id, parked_at)
            if claimed is None:
                busy.add(cycle_id)
            elif claimed:
                moved = WikiPage.objects.filter(cycle=OuterRef("cycle")).exclude(home="")
                return WikiPage.objects.select_related("cycle").annotate(some_moved=Exists(moved)).get(pk=pk)
        return None


def _claim(pk: int, cycle_id: int, parked_at: datetime | None) -> bool | None:
    """Claim a page. Return whether that succeeded, or None if another transaction holds the cycle's lock."""
    claim = new_claim(LEASE)
    with in_hand(claim["claim"]), transaction.atomic():
        # An act that marks pages holds this lock until it commits, so the change that marked this page can be rendered.
        if not Cycle.objects.select_for_update(skip_locked=True).filter(pk=cycle_id).values_list("pk").first():
            return None
        claimed = WikiPage.objects.filter(pk=pk, claimed_at=None, parked_at=parked_at).update(
            claimed_stale=F("stale_since"), stale_since=None, compare_at=claim["claimed_at"], **claim
        )
        if claimed:  # so that an act which has cached its marks marks the page again
            Cycle.objects.filter(pk=cycle_id).update(pages_claimed=F("pages_claimed") + 1)
        return bool(claimed)


def hold_page(page: WikiPage, **columns: Any) -> None:
    """Extend the lease of a claimed page, and set columns.

    Raises ClaimLost if another worker has the page, or if the cycle has been hidden.
    """
    columns["claimed_until"] = timezone.now() + LEASE
    if (
        not WikiPage.objects.filter(PUBLISHED, pk=page.pk, claim=page.claim)
        .exclude(claim="")
        .update(**_unless_noticed(columns))
    ):
        raise ClaimLost
    for name, value in columns.items():
        setattr(page, name, value)


def release_page(page: WikiPage, **columns: Any) -> None:
    """Release a claimed page and set columns. Does nothing if the claim is no longer valid."""
    WikiPage.objects.filter(pk=page.pk, claim=page.claim).exclude(claim="").update(
        claimed_stale=None, **UNCLAIMED, **_unless_noticed(columns)
    )


def _unless_noticed(columns: dict[str, Any]) -> dict[str, Any]:
    """Return the columns, changed so that a page stays due for comparison if a change was reported during the claim."""
    if "compare_at" not in columns:
        return columns
    noticed = When(compare_at=None, then=Value(None, output_field=DateTimeField()))
    return columns | {"compare_at": Case(noticed, default=Value(columns["compare_at"], output_field=DateTimeField()))}


def still_stale() -> Coalesce:
    """Return an expression for `stale_since` of a claimed page that is released without having been published."""
    return Coalesce("stale_since", "claimed_stale")


def free_abandoned(now: datetime | None = None) -> int:
    """Release pages claimed by processes that have ended, and pages with expired leases. Return their number."""
    held = WikiPage.objects.filter(claimed_at__isnull=False)
    free = abandoned(held, now)
    if not free:
        return 0
    return held.filter(claim__in=free).update(
        stale_since=Coalesce("stale_since", "claimed_stale", "claimed_at"), claimed_stale=None, **UNCLAIMED
    )
