"""Rendering of instants, alone and inside the host's own sentences.

Each instant is a `time` element, in UTC and labelled so. `static/js/zones.js` reads `data-form` and rewrites the words
in the zone that the visitor chose, or in the browser's zone. UTC stays in the title. Nothing else writes a time on a
page (tests/web/test_instants.py checks that).
"""

import re
from collections.abc import Iterator
from datetime import UTC, date, datetime

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

UNITS = ((86400, "d"), (3600, "h"), (60, "min"), (1, "s"))

# The English names of `datetime.strftime`, which journals, notices and error messages use (R1).
WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
MONTHS = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip
SAID = re.compile(
    rf"\b(?P<said>(?:(?P<weekday>{'|'.join(WEEKDAYS)}) )?(?P<day>[0-9]{{2}}) (?P<month>{'|'.join(MONTHS)}), "
    r"(?P<hour>[0-9]{2}):(?P<minute>[0-9]{2}) UTC)\b(?:, (?P<year>[0-9]{4})\b)?"
)

# Letters of right-to-left scripts, with the characters between them.
_RIGHT = "\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff"
FROM_RIGHT = re.compile(f"[{_RIGHT}]+(?:[ '._-]+[{_RIGHT}]+)*")

# An hourglass as SVG, because few fonts have one. Word joiners keep it on the line of what is before and after it.
PRACTICE_SIGN = SafeString(
    '<span>&#8288;</span><svg class="practice-sign" viewBox="0 0 10 14" aria-hidden="true" focusable="false">'
    "<title>practice time: its owner moves this clock</title>"
    '<path d="M1 1h8M1 13h8M2 1c0 4 3 4 3 6s-3 2-3 6M8 1c0 4-3 4-3 6s3 2 3 6"/></svg>&#8288;'
    '<span class="visually-hidden"> practice time</span>'
)


def in_full(at: datetime) -> str:
    return f"{at:%a %d %b %Y, %H:%M} UTC"


def in_short(at: datetime) -> str:
    """Return an instant without the weekday and the year: "05 Jan, 14:00 UTC"."""
    return f"{at:%d %b, %H:%M} UTC"


def time_of_day(at: datetime) -> str:
    return f"{at:%H:%M} UTC"


def day_in_words(day: date, today: date) -> str:
    """Return a day: "Today", "Yesterday", or "Monday 5 January", with the year unless it is this one."""
    if 0 <= (today - day).days <= 1:
        return ("Today", "Yesterday")[(today - day).days]
    year = "" if day.year == today.year else f" {day.year}"
    return f"{WEEKDAYS[day.weekday()]} {day.day} {MONTHS[day.month - 1]}{year}"


def length_in_words(seconds: float) -> str:
    """Return a duration in its two largest units, such as "2 d 4 h". countdown.js formats the same way."""
    whole = int(seconds)
    parts: list[str] = []
    for size, unit in UNITS:
        count, whole = divmod(whole, size)
        if count or parts:
            parts.append(f"{count} {unit}")
        if len(parts) == 2:
            break
    return " ".join(parts) or "0 s"


def length_briefly(seconds: float) -> str:
    """Format a duration briefly: "2 d 4 h", "47 min".

    The second unit is dropped if the first reaches ten.
    """
    words = length_in_words(seconds)
    count, unit, *_ = words.split(" ")
    return f"{count} {unit}" if int(count) >= 10 else words


def time_left(seconds: float) -> str:
    """Return the time left, such as "in 2 d 4 h", or "now"."""
    return "now" if seconds < 1 else f"in {length_in_words(seconds)}"


def time_ago(seconds: float) -> str:
    """Return how long ago something happened, in its largest unit: "2 d ago", "just now"."""
    return "just now" if seconds < 60 else f"{' '.join(length_in_words(seconds).split(' ')[:2])} ago"


def element(at: datetime, words: str | SafeString, form: str, practice: bool, *, signed: bool = True) -> SafeString:
    """Return an instant as a `time` element.

    `form` is the format that the script writes (full, short, said or clock), or `left` to keep the words. `practice` is
    true for an instant on a practice cycle's clock, which the title mentions. A symbol and an accessible text mark it
    as well, unless `signed` is False because the page says so already.
    """
    return format_html(
        '<time datetime="{}" title="{}" data-form="{}"{}>{}{}</time>',
        at.isoformat(),
        f"{at:%a %d %b %Y, %H:%M:%S} UTC{', practice time' if practice else ''}",
        form,
        SafeString(' class="practice-time"') if practice else "",
        words,
        PRACTICE_SIGN if practice and signed else "",
    )


def with_instants(text: str, near: datetime, practice: bool, *, signed: bool = True) -> SafeString:
    """Return a text in which each instant in the host's own format is a `time` element.

    Right-to-left names are isolated. An instant without a year is taken to be in the year nearest to `near`.
    """
    return format_html_join("", "{}", ((part,) for part in _parts(text, near, practice, signed)))


def _parts(text: str, near: datetime, practice: bool, signed: bool) -> Iterator[str | SafeString]:
    end = 0
    for found in SAID.finditer(text):
        at = _meant(found, near)
        if at is not None:
            yield from _isolated(text[end : found.start()])
            yield element(at, found["said"], "said", practice, signed=signed)
            end = found.end("said")
    yield from _isolated(text[end:])


def _isolated(text: str) -> Iterator[str | SafeString]:
    """Yield the parts of a text, with right-to-left parts such as names in `bdi`, so that numbers are not reordered."""
    end = 0
    for found in FROM_RIGHT.finditer(text):
        yield text[end : found.start()]
        yield format_html("<bdi>{}</bdi>", found[0])
        end = found.end()
    yield text[end:]


def _meant(found: re.Match[str], near: datetime) -> datetime | None:
    """Return the instant in a matched text, in the given year or otherwise the nearest one.

    Returns None if there is no such day, or if the weekday is wrong.
    """
    month = MONTHS.index(found["month"]) + 1
    meant = []
    said = found["year"]
    for year in (int(said),) if said else (near.year - 1, near.year, near.year + 1):
        try:
            at = datetime(year, month, int(found["day"]), int(found["hour"]), int(found["minute"]), tzinfo=UTC)
        except ValueError:
            continue
        if found["weekday"] in (None, WEEKDAYS[at.weekday()]):
            meant.append(at)
    return min(meant, key=lambda at: abs(at - near), default=None)
