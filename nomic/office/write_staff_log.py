"""Writing to the staff log."""

from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.dateformat import format as date_format

from nomic.office.models import MAX_NAME, MAX_REPLY, MAX_TEXT, StaffAct

NEAR = timedelta(days=150)  # an instant within it needs no year


def log_staff_act(by: Any, did: str, *, about: str = "", reason: str = "", link: str = "") -> StaffAct:
    """Add a line to the staff log. `by` is a person. Texts that are too long are cut."""
    name = by.get_username()[:MAX_NAME]
    path = link if len(link) <= MAX_TEXT else ""  # A cut link leads nowhere.
    return StaffAct.objects.create(
        by=name, did=did[:MAX_TEXT], about=about[:MAX_NAME], reason=reason[:MAX_REPLY], link=path
    )


def instant_in_words(at: datetime, zone: str = "UTC") -> str:
    """Return an instant as "Monday 31 January, 18:00 UTC". The year follows if the instant is months away.

    In a zone other than UTC, "(Monday 19:00 in Europe/Berlin)" follows, as it was typed.
    """
    year = "" if abs(at - timezone.now()) < NEAR else f", {at.year}"
    local = "" if zone == "UTC" else f" ({date_format(at.astimezone(ZoneInfo(zone)), 'l H:i')} in {zone})"
    return f"{at.astimezone(UTC):%A %d %B, %H:%M} UTC{year}{local}"
