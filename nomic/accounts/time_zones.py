"""Time zones for display and for forms. All times are stored, compared and mailed in UTC (R1)."""

from datetime import UTC, datetime
from functools import lru_cache
from typing import Any
from zoneinfo import ZoneInfo, available_timezones

from django import forms
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
# One zone or two for each hour of the day, from west to east, where most people live.
COMMON = (
    "UTC",
    "America/Los_Angeles",
    "America/Denver",
    "America/Chicago",
    "America/New_York",
    "America/Sao_Paulo",
    "Europe/London",
    "Europe/Berlin",
    "Europe/Athens",
    "Europe/Moscow",
    "Asia/Dubai",
    "Asia/Kolkata",
    "Asia/Shanghai",
    "Asia/Tokyo",
    "Australia/Sydney",
    "Pacific/Auckland",
)


@lru_cache(maxsize=1)
def zones() -> tuple[str, ...]:
    """Return the selectable zones: UTC, then the zones named after places, sorted by name."""
    return ("UTC", *sorted(name for name in available_timezones() if name.startswith(PLACES)))


@lru_cache(maxsize=1)
def zone_choices() -> tuple[tuple[str, tuple[tuple[str, str], ...]], ...]:
    """Return the choices of a form: the common zones, then all zones by continent. Each choice is (name, words).

    The words are the place without its continent, so that a browser finds it by its first letters.
    """
    groups: list[tuple[str, tuple[str, ...]]] = [("Often used", COMMON)]
    groups += [(place.rstrip("/"), tuple(name for name in zones() if name.startswith(place))) for place in PLACES]
    return tuple((label, tuple((name, _place_in(name)) for name in names)) for label, names in groups)


def _place_in(zone: str) -> str:
    """Return "Buenos Aires, Argentina" for "America/Argentina/Buenos_Aires", and "Berlin" for "Europe/Berlin"."""
    _, *places = zone.split("/")
    return ", ".join(reversed(places)).replace("_", " ") or zone


def check_zone(name: str) -> None:
    """Raise ValidationError unless `name` is one of the selectable zones."""
    if name not in zones():
        raise ValidationError("There is no such time zone. Give a name such as Europe/Berlin.", code="zone")


def local_time(at: datetime, zone: str) -> str:
    """Return an instant as local time in a zone, as "Monday 31 January, 19:00". The caller names the zone beside it."""
    return date_format(at.astimezone(ZoneInfo(zone)), "l d F, H:i")


def as_typed(at: datetime, zone: str) -> str:
    """Return an instant in the format of form fields, "2030-01-31T18:00", in this zone, or in UTC if it is unknown."""
    local = at.astimezone(ZoneInfo(zone if zone in zones() else "UTC")).replace(microsecond=0, tzinfo=None)
    return local.isoformat(timespec="seconds" if local.second else "minutes")


class LocalInstant(forms.DateTimeField):
    """Form field for a local date and time without a zone, as browsers send it."""

    widget = forms.TextInput(attrs={"type": "datetime-local"})

    def to_python(self, value: Any) -> datetime | None:
        if value in self.empty_values:
            return None
        try:
            found = datetime.fromisoformat(str(value)[:40])
        except ValueError:
            found = None
        if found is None or found.tzinfo is not None:
            raise forms.ValidationError("Give a date and a time, such as 2026-11-27T18:30.")
        return found


def utc_of(local: datetime, zone: str, *, is_later: bool = False) -> datetime:
    """Return a local time in UTC. An ambiguous time is the earlier one, or the later one if `is_later`.

    Raises ValidationError if the local time does not exist in the zone, because the clocks skip it.
    """
    try:
        found = local.replace(tzinfo=ZoneInfo(zone), fold=int(is_later)).astimezone(UTC)
        back = found.astimezone(ZoneInfo(zone)).replace(tzinfo=None, fold=0)
    except OverflowError:
        raise ValidationError("There is no such time.") from None
    if back != local.replace(fold=0):
        raise ValidationError("There is no such time in this zone: the clocks went forward.")
    return found
