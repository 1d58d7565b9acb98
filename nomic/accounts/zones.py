"""The zone in which somebody is shown times. Everything is stored, judged and mailed in UTC (R1)."""

from functools import lru_cache
from zoneinfo import available_timezones

from django.core.exceptions import ValidationError

MAX_ZONE_LENGTH = 64  # characters
# Of the names that the world's data has, those of no place: abbreviations, and what the offsets are called.
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
    """The zones to choose from: UTC, and those named after places, by name."""
    return ("UTC", *sorted(name for name in available_timezones() if name.startswith(PLACES)))


def check_zone(name: str) -> None:
    """Raise ValidationError for what is no zone to choose."""
    if name not in zones():
        raise ValidationError("There is no such zone. It has a name such as Europe/Berlin.", code="zone")
