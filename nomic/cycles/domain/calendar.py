"""The calendar (R1): a repeating schedule of half-open phases, counted from Monday 00:00 UTC."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import islice, takewhile
from typing import Annotated

from pydantic import Field, StringConstraints

from nomic.law.document.sections import Flaw, Law, Section, SectionModel, pointer
from nomic.law.labels.value_labels import in_unit
from nomic.law.schema.section_label import Label, Path
from nomic.law.schema.text_types import LawHeading

ANCHOR = datetime(1970, 1, 5, tzinfo=UTC)  # a Monday
HOUR = timedelta(hours=1)
HOURS_OF_A_WEEK = 24 * 7
DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
FIRST = datetime.min.replace(tzinfo=UTC)
LAST = datetime.max.replace(tzinfo=UTC)  # the last instant, at which nothing is ever due

PhaseKind = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z-]{0,30}$"), Field(examples=["rest"])]


class CalendarPhase(SectionModel):
    """A phase of the schedule: its kind, its title, and the hour within the round at which it starts."""

    kind: PhaseKind
    title: LawHeading
    starts_at_hour: int = Field(ge=0)


class Calendar(SectionModel):
    """A round of `length_hours` hours, divided into phases. The first phase starts with the round."""

    length_hours: int = Field(ge=1, le=24 * 7 * 8)
    phases: list[CalendarPhase] = Field(min_length=1, max_length=56)


@dataclass(frozen=True, slots=True)
class Span:
    """A phase with absolute times: [start, end)."""

    kind: str
    title: str
    start: datetime
    end: datetime


def calendar_of(law: Law) -> Calendar:
    """Return the calendar in force."""
    return law.section("calendar", Calendar)


@dataclass(frozen=True, slots=True)
class PhaseStep:
    """A phase of the calendar for display: its title, its length, and whether it is the running phase."""

    title: str
    lasts: str
    is_now: bool


def phase_steps(law: Law, kind: str) -> list[PhaseStep]:
    """Return the phases of a calendar round in order. `kind` is the kind of the running phase."""
    calendar = calendar_of(law)
    begins = [phase.starts_at_hour for phase in calendar.phases]
    ends = [*begins[1:], calendar.length_hours]
    return [
        PhaseStep(phase.title, in_unit(end - phase.starts_at_hour, "hours"), phase.kind == kind)
        for phase, end in zip(calendar.phases, ends, strict=True)
    ]


def round_in_words(law: Law, starts_at: datetime, at: datetime) -> str:
    """Return the calendar round of the instant `at`, counted from `starts_at`: "week 1", or "round 1".

    It is called a week if it lasts a week.
    """
    hours = calendar_of(law).length_hours
    length = timedelta(hours=hours)
    number = (at - ANCHOR) // length - (starts_at - ANCHOR) // length + 1
    return f"{'week' if hours == HOURS_OF_A_WEEK else 'round'} {number}"


def instant_after(at: datetime, by: timedelta) -> datetime:
    """Return an instant plus a duration, which may be negative. The result is clamped to FIRST and LAST."""
    try:
        return at + by
    except OverflowError:
        return LAST if by > timedelta() else FIRST


def span_at(calendar: Calendar, at: datetime) -> Span:
    """Return the phase that contains the instant `at`. It ends at LAST at the latest."""
    length = timedelta(hours=calendar.length_hours)
    passed = (at - ANCHOR) % length
    hours = [phase.starts_at_hour * HOUR for phase in calendar.phases]
    for phase, start, end in zip(calendar.phases, hours, [*hours[1:], length], strict=True):
        if start <= passed < end:
            return Span(phase.kind, phase.title, instant_after(at, start - passed), instant_after(at, end - passed))
    raise AssertionError("the phases of a calendar cover the round")


def boundaries(calendar: Calendar, first: datetime) -> Iterator[datetime]:
    """Yield `first`, which is the end of a phase, then the ends of all later phases."""
    while True:
        yield first
        first = span_at(calendar, first).end


def phases_between(calendar: Calendar, first: datetime, until: datetime) -> int:
    """Return the number of phase boundaries from the boundary `first` up to `until`, both inclusive."""
    if until < first:
        return 0
    length = timedelta(hours=calendar.length_hours)
    rounds, rest = divmod(until - first, length)
    ends = islice(boundaries(calendar, first), len(calendar.phases))
    return rounds * len(calendar.phases) + sum(1 for _ in takewhile(lambda end: end <= first + rest, ends))


def _agrees(law: Law) -> Iterator[Flaw]:
    calendar = calendar_of(law)
    hours = [phase.starts_at_hour for phase in calendar.phases]
    if hours[0] != 0:
        yield Flaw(pointer("calendar", "phases", 0, "starts_at_hour"), "the first phase starts at hour 0")
    if hours != sorted(set(hours)):
        yield Flaw(pointer("calendar", "phases"), "each phase starts after the one before it")
    if hours[-1] >= calendar.length_hours:
        yield Flaw(pointer("calendar", "phases"), "every phase starts before the round ends")
    first: dict[str, CalendarPhase] = {}  # by title without regard to capitals
    for place, phase in enumerate(calendar.phases):
        other = first.setdefault(phase.title.casefold(), phase)
        if (other.title, other.kind) != (phase.title, phase.kind):
            detail = f"there is already a phase called {other.title!r}, and readers could not tell them apart"
            yield Flaw(pointer("calendar", "phases", place, "title"), detail)


def _kind(law: Law, path: Path, kind: str) -> str:
    """Return a sentence about a phase's kind, such as "“Battle” counts as a battle phase."."""
    article = "an" if kind.startswith(tuple("aeiou")) else "a"
    return f"“{_phase(law, path).title}” counts as {article} {kind} phase."


def _start(law: Law, path: Path, hour: int) -> str:
    """Return a sentence about when a phase begins: a weekday if the round is a week, otherwise hours or days.

    Hours and days are counted from the beginning of the round.
    """
    title = f"“{_phase(law, path).title}”"
    if calendar_of(law).length_hours == HOURS_OF_A_WEEK:
        return f"{title} begins every {DAYS[hour // 24 % 7]} at {hour % 24:02}:00 UTC."
    if hour == 0:
        return f"{title} is the first phase of the calendar."
    return f"{title} begins {in_unit(hour, 'hours')} after the first phase of the calendar."


def _phase(law: Law, path: Path) -> CalendarPhase:
    return calendar_of(law).phases[int(path[2])]


LABELS = (
    Label(
        "length_hours",
        "how long the calendar takes before it repeats",
        "hours",
        "round week length repeat phases days time",
        sentence="The calendar repeats every {value}.",
    ),
    Label("phases", "the phases of the calendar"),
    Label("phases/*", "the phase {0} of the calendar"),
    Label("phases/*/kind", "the kind of the {0}", also="phase type calendar", sentence=_kind),
    Label("phases/*/title", "the name of the {0}", also="phase name title calendar"),
    Label(
        "phases/*/starts_at_hour",
        "when the {0} starts, counted from the beginning of the calendar",
        "hours",
        "phase start begin end day days week long lasts length time",
        sentence=_start,
    ),
)
SECTION = Section("calendar", "Calendar", Calendar, agrees=_agrees, required=True, labels=LABELS)
