"""Claims on rows: the random name of an attempt, the process that makes it, since when, and until when it holds.

Rows have a column for each of the four. Whoever records what came of an attempt does so only where its name still
stands in the row: a claim that was lost, to time or to another process, can record nothing any more.
"""

from datetime import datetime, timedelta
from typing import Any

from django.db.models import Model, QuerySet
from django.utils import timezone

from nomic.chance.fresh import fresh_hex
from nomic.outbox.claimants import has_ended, this_process

UNCLAIMED: dict[str, Any] = {"claim": "", "claimed_by": "", "claimed_at": None, "claimed_until": None}


def new_claim(lease: timedelta) -> dict[str, Any]:
    """The columns of a row that this process claims for so long."""
    now = timezone.now()
    return {"claim": fresh_hex(16), "claimed_by": this_process(), "claimed_at": now, "claimed_until": now + lease}


def abandoned(held: QuerySet[Model], now: datetime | None = None) -> list[str]:
    """The claims among these rows of processes that have ended, and those that were held for too long."""
    now = now or timezone.now()
    claims = held.order_by("claim").values_list("claim", "claimed_by", "claimed_until").distinct()
    return [claim for claim, by, until in claims if until is None or until < now or has_ended(by)]
