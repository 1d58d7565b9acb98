"""The calendar (R1): half-open phases that repeat, counted from Monday 00:00 UTC."""

from datetime import UTC, datetime, timedelta
from itertools import islice, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nomic.cycles.calendar import ANCHOR, Calendar, CalendarPhase, boundaries, span_at
from nomic.proposals.models import Proposal
from tests.support.hall import BATTLE, DAY, HOUR, START, WEEK, Hall, cycle_16

MOMENT = timedelta(microseconds=1)
C16 = Calendar.model_validate(cycle_16()["calendar"])


def calendar(length_hours: int, *starts: int) -> Calendar:
    """Phases of alternating kinds that start at these hours."""
    kinds = ("rest", "battle")
    phases = [
        CalendarPhase(kind=kinds[n % 2], title=f"Phase {n}", starts_at_hour=hour) for n, hour in enumerate(starts)
    ]
    return Calendar(length_hours=length_hours, phases=phases)


@st.composite
def calendars(draw: st.DrawFn) -> Calendar:
    length = draw(st.integers(1, 24 * 28))
    starts = sorted(draw(st.sets(st.integers(1, length - 1), max_size=6))) if length > 1 else []
    return calendar(length, 0, *starts)


instants = st.datetimes(datetime(1999, 1, 1), datetime(2099, 1, 1), timezones=st.just(UTC))  # noqa: DTZ001 - bounds


@pytest.mark.parametrize(
    ("at", "kind"),
    [
        (START, "rest"),
        (START + 2 * DAY, "rest"),
        (BATTLE - MOMENT, "rest"),
        (BATTLE, "battle"),
        (BATTLE + 3 * DAY, "battle"),
        (WEEK - MOMENT, "battle"),
        (WEEK, "rest"),
    ],
)
def test_R1_rest_is_monday_to_thursday_and_battle_thursday_to_monday(at: datetime, kind: str) -> None:
    """Each begins with its first instant and ends before the other's."""
    assert span_at(C16, at).kind == kind


def test_R1_a_span_says_where_it_begins_and_ends() -> None:
    """Half open: [start, end)."""
    span = span_at(C16, BATTLE + HOUR)
    assert (span.title, span.start, span.end) == ("Battle Phase", BATTLE, WEEK)


def test_R1_weeks_begin_on_mondays_in_every_year() -> None:
    """Across years, leap days and the epoch."""
    for day in (
        datetime(1969, 12, 31, tzinfo=UTC),
        datetime(2024, 2, 29, tzinfo=UTC),
        datetime(2027, 1, 1, tzinfo=UTC),
    ):
        span = span_at(C16, day)
        assert span.start.weekday() in (0, 3)
        assert span.start <= day < span.end


@given(calendars(), instants)
def test_R1_every_instant_is_in_exactly_one_phase(calendar: Calendar, at: datetime) -> None:
    """And its neighbours follow without a gap."""
    span = span_at(calendar, at)
    assert span.start <= at < span.end
    assert span_at(calendar, span.start) == span
    assert span_at(calendar, span.end - MOMENT) == span
    assert span_at(calendar, span.end).start == span.end
    assert span_at(calendar, span.start - MOMENT).end == span.start


@given(calendars(), instants)
def test_R1_a_round_has_its_length_and_all_its_phases(calendar: Calendar, at: datetime) -> None:
    """After as many boundaries as there are phases, the round has passed."""
    first = span_at(calendar, at).start
    found = list(islice(boundaries(calendar, first), len(calendar.phases) + 1))
    assert found[-1] - found[0] == timedelta(hours=calendar.length_hours)
    assert all(early < late for early, late in pairwise(found))


@given(calendars())
def test_R1_rounds_are_counted_from_a_monday(calendar: Calendar) -> None:
    """Midnight UTC, so that a calendar of a week begins with the week."""
    assert ANCHOR.weekday() == 0
    assert span_at(calendar, ANCHOR).start == ANCHOR


def test_R1_a_calendar_of_days_has_a_phase_a_day(open_cycle) -> None:
    """A day and a half of downtime is one or two phases."""
    law = cycle_16()
    law["calendar"] = calendar(24, 0).model_dump()
    hall = open_cycle(law, starts_at=START + 5 * HOUR)
    hall.to(START + 37 * HOUR)
    assert hall.cycle.phase == 1
    hall.to(START + 48 * HOUR)
    assert hall.cycle.phase == 2
    assert hall.cycle.phase_ends_at == START + 72 * HOUR


def test_R1_phase_zero_is_the_phase_that_contains_the_start(open_cycle) -> None:
    """A cycle that starts on a Tuesday has the rest of the rest phase as its phase 0."""
    hall = open_cycle(starts_at=START + 30 * HOUR)
    cycle = hall.cycle
    assert (cycle.phase, cycle.phase_kind, cycle.phase_ends_at) == (0, "rest", BATTLE)
    hall.to(BATTLE)
    assert (hall.cycle.phase, hall.cycle.phase_kind) == (1, "battle")


def test_R1_a_cycle_that_starts_at_a_boundary_is_in_the_new_phase(open_cycle) -> None:
    """The end belongs to the next phase."""
    hall = open_cycle(starts_at=BATTLE)
    assert (hall.cycle.phase_kind, hall.cycle.phase_ends_at) == ("battle", WEEK)


def test_R1_the_number_grows_by_one_at_each_boundary(hall: Hall) -> None:
    """For as long as the cycle runs."""
    hall.to(START + 70 * DAY)
    begun = hall.entries("begin-phase")
    assert [entry.args["phase"] for entry in begun] == list(range(1, 21))
    assert [entry.at for entry in begun][:3] == [BATTLE, WEEK, BATTLE + 7 * DAY]


# The calendar is law


def urgent(hall: Hall, **calendar_: object) -> None:
    """Have the calendar changed by an urgent proposal, submitted now."""
    operations = [{"op": "replace", "path": f"/calendar/{key}", "value": value} for key, value in calendar_.items()]
    hall.propose("ada", *operations, **{"class": "urgent"})
    hall.clock.wait(hours=48)
    hall.settle()


def test_a_change_of_the_calendar_moves_the_end_of_the_running_phase(cast: Hall) -> None:
    """Enacted on Wednesday: the rest phase now lasts until Friday."""
    phases = [("rest", "R", 0), ("battle", "B", 96)]
    urgent(cast, phases=[{"kind": kind, "title": title, "starts_at_hour": hour} for kind, title, hour in phases])
    assert cast.cycle.phase_ends_at == START + 4 * DAY
    cast.to(START + 4 * DAY - MOMENT)
    assert cast.cycle.phase == 0
    cast.to(START + 4 * DAY)
    assert (cast.cycle.phase, cast.cycle.phase_title) == (1, "B")
    cast.is_sound()


def test_a_change_of_the_calendar_moves_the_voting_periods_with_it(cast: Hall) -> None:
    """A proposal whose period is the next phase is counted at that phase's new end."""
    code = cast.propose("bob")
    assert Proposal.objects.get(code=code).ends_at == WEEK
    urgent(cast, length_hours=192)
    assert Proposal.objects.get(code=code).ends_at == cast.cycle.phase_ends_at + timedelta(hours=120)
    ends_at = Proposal.objects.get(code=code).ends_at
    cast.to(ends_at)
    assert cast.entries("close-voting")[-1].at == ends_at
    cast.is_sound()


def test_a_change_of_the_calendar_at_a_boundary_holds_from_the_phase_that_begins(cast: Hall) -> None:
    """The phase that is just ending ends; the next is measured by the new calendar."""
    code = cast.propose("ada", {"op": "replace", "path": "/calendar/phases/1/starts_at_hour", "value": 48})
    cast.vote(code, ada="for")
    cast.to(WEEK)
    assert (cast.cycle.phase, cast.cycle.phase_ends_at) == (2, WEEK + 2 * DAY)
    assert cast.actions()[-2:] == ["close-voting", "begin-phase"]
    cast.to(WEEK + 2 * DAY)
    assert (cast.cycle.phase, cast.cycle.phase_kind) == (3, "battle")
    cast.is_sound()
