"""Claims on rows: the random name of an attempt, the process that makes it, since when, and until when it holds.

Rows have a column for each of the four. Whoever records what came of an attempt does so only where its name still
stands in the row: a claim that was lost, to time or to another process, can record nothing any more.
"""

import contextlib
from collections import deque
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Model, QuerySet
from django.utils import timezone

from nomic.chance.fresh import fresh_hex
from nomic.outbox.workers import has_ended, this_process

MAX_DROPPED = 1_000  # that are remembered; of others the time has to run out

UNCLAIMED: dict[str, Any] = {"claim": "", "claimed_by": "", "claimed_at": None, "claimed_until": None}


def new_claim(lease: timedelta) -> dict[str, Any]:
    """The columns of a row that this process claims for so long."""
    now = timezone.now()
    return {"claim": fresh_hex(16), "claimed_by": this_process(), "claimed_at": now, "claimed_until": now + lease}


_dropped: deque[str] = deque(maxlen=MAX_DROPPED)


@contextlib.contextmanager
def in_hand(claim: str) -> Iterator[None]:
    """The claiming, or the attempt, under a claim.

    Where it ends in an error nothing was recorded, as where the database went away meanwhile: what was claimed is free
    again as soon as this process looks, which lives on and would otherwise hold it until its time is up.
    """
    try:
        yield
    except BaseException:
        _dropped.append(claim)
        raise


def abandoned(held: QuerySet[Model], now: datetime | None = None) -> list[str]:
    """The claims among these rows that ended processes have, that this one dropped, or that were held for too long."""
    now = now or timezone.now()
    claims = held.order_by("claim").values_list("claim", "claimed_by", "claimed_until").distinct()
    return [claim for claim, by, until in claims if until is None or until < now or claim in _dropped or has_ended(by)]
