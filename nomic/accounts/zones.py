"""Time zones for display. All times are stored, compared and mailed in UTC (R1)."""

from datetime import datetime
from functools import lru_cache
from zoneinfo import ZoneInfo, available_timezones

from django.core.exceptions import ValidationError
from django.utils.formats import date_format

MAX_ZONE_LENGTH = 64  # characters
# All other names in the tz database are abbreviations and offsets instead of places.
PLACES = (
    "Africa/",
    "America/",
    "Antarctica/",
    "Arctic/",
    "Asia/",
    "Atlantic/",
    "Australia/",
    "Europe/",
    "Indian/",
    "Pacific/",
)


@lru_cache(maxsize=1)
def zones() -> tuple[str, ...]:
    """Return the selectable zones: UTC, then the zones named after places, sorted by name."""
    return ("UTC", *sorted(name for name in available_timezones() if name.startswith(PLACES)))


def check_zone(name: str) -> None:
    """Raise ValidationError unless `name` is one of the selectable zones."""
    if name not in zones():
        raise ValidationError("There is no such time zone. Give a name such as Europe/Berlin.", code="zone")


def local_time(at: datetime, zone: str) -> str:
    """Return an instant by the clocks of a zone, as "Monday 31 January, 19:00". The caller names the zone beside it."""
    return date_format(at.astimezone(ZoneInfo(zone)), "l d F, H:i")
