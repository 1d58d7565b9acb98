"""Leases on rows: the random id of an attempt, the worker, the start, and the expiry.

Each is a column of the row. The result of an attempt is recorded only if its id is still in the row. So an attempt that
lost its lease, by timeout or to another process, cannot record anything.
"""

import contextlib
from collections import deque
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Model, QuerySet
from django.utils import timezone

from nomic.chance.random_tokens import fresh_hex
from nomic.outbox.worker_identity import has_ended, this_process

MAX_DROPPED = 1_000  # Limit of remembered dropped claims. Any beyond it are freed when their leases expire.

UNCLAIMED: dict[str, Any] = {"claim": "", "claimed_by": "", "claimed_at": None, "claimed_until": None}


def new_claim(lease: timedelta) -> dict[str, Any]:
    """Return the column values with which this process claims a row for the duration of `lease`."""
    now = timezone.now()
    return {"claim": fresh_hex(16), "claimed_by": this_process(), "claimed_at": now, "claimed_until": now + lease}


_dropped: deque[str] = deque(maxlen=MAX_DROPPED)


@contextlib.contextmanager
def in_hand(claim: str) -> Iterator[None]:
    """Drop a claim if the block raises an error, so that this process can claim its rows again at once.

    After an error nothing was recorded, for example because the database went away. Otherwise this process, which lives
    on, would hold the lease until it expires.
    """
    try:
        yield
    except BaseException:
        _dropped.append(claim)
        raise


def abandoned(held: QuerySet[Model], now: datetime | None = None) -> list[str]:
    """Return the claims on these rows that other workers may take over.

    A claim is free if its process has ended, if this process dropped it, or if its lease has expired.
    """
    now = now or timezone.now()
    claims = held.order_by("claim").values_list("claim", "claimed_by", "claimed_until").distinct()
    return [claim for claim, by, until in claims if until is None or until < now or claim in _dropped or has_ended(by)]
