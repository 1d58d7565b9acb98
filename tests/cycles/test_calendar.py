"""The calendar (R1): half-open phases that repeat, counted from Monday 00:00 UTC."""

from datetime import UTC, datetime, timedelta
from itertools import islice, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nomic.cycles.domain.calendar import ANCHOR, Calendar, CalendarPhase, boundaries, round_in_words, span_at
from nomic.cycles.models import Cycle, PhaseSeed
from nomic.cycles.schedule.phases import follow_span
from nomic.law.document.sections import Law
from nomic.proposals.models import Proposal
from tests.support.hall import BATTLE, DAY, HOUR, START, WEEK, Hall, cycle_16, wordless

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


@pytest.mark.parametrize(
    ("length_hours", "after", "words"),
    [
        (168, timedelta(), "week 1"),
        (168, timedelta(days=3), "week 1"),
        (168, timedelta(days=4), "week 2"),
        (168, timedelta(days=11), "week 3"),
        (24, timedelta(days=2), "round 3"),
    ],
)
def test_the_round_is_counted_from_the_one_in_which_the_cycle_began(
    length_hours: int, after: timedelta, words: str
) -> None:
    """The cycle begins on a Thursday: the next Monday its second week begins."""
    phases = [{"kind": "rest", "title": "Rest", "starts_at_hour": 0}]
    law = Law({"calendar": {"length_hours": length_hours, "phases": phases}}, number=1)
    thursday = datetime(2026, 1, 1, 12, tzinfo=UTC)
    assert round_in_words(law, thursday, thursday + after) == words


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
    hall.wait(hours=48)


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
    cast.propose_and_vote(
        "ada", {"op": "replace", "path": "/calendar/phases/1/starts_at_hour", "value": 48}, by=("ada",), at=WEEK
    )
    assert (cast.cycle.phase, cast.cycle.phase_ends_at) == (2, WEEK + 2 * DAY)
    assert cast.actions()[-2:] == ["close-voting", "begin-phase"]
    cast.to(WEEK + 2 * DAY)
    assert (cast.cycle.phase, cast.cycle.phase_kind) == (3, "battle")
    cast.is_sound()


# R136: the present lies in another phase


def phases(*found: tuple[str, str, int]) -> list[dict[str, object]]:
    return [{"kind": kind, "title": title, "starts_at_hour": hour} for kind, title, hour in found]


def test_R136_a_calendar_in_which_the_present_is_another_phase_begins_that_phase(cast: Hall) -> None:
    """The rest phase is shortened to a day, two days after it began: battle begins at that instant, as number 1."""
    urgent(cast, phases=phases(("rest", "Rest", 0), ("battle", "Fight", 24)))
    cycle = cast.cycle
    assert (cycle.phase, cycle.phase_kind, cycle.phase_title) == (1, "battle", "Fight")
    assert (cycle.phase_started_at, cycle.phase_ends_at) == (START + 2 * DAY, WEEK)
    assert cast.actions()[-2:] == ["close-voting", "begin-phase"]
    assert [entry.at for entry in cast.entries()[-2:]] == [START + 2 * DAY] * 2
    cast.to(WEEK + DAY)
    assert [entry.args["phase"] for entry in cast.entries("begin-phase")] == [1, 2, 3]
    assert [entry.at for entry in cast.entries("begin-phase")] == [START + 2 * DAY, WEEK, WEEK + DAY]
    cast.is_sound()


def test_R136_the_seed_of_the_ended_phase_is_published_and_the_next_committed(cast: Hall) -> None:
    """As at any boundary, so that the draws can be checked."""
    urgent(cast, phases=phases(("rest", "Rest", 0), ("battle", "Fight", 24)))
    (began,) = cast.entries("begin-phase")[-1].events
    assert (began["phase"], began["phase_kind"]) == (1, "battle")
    assert began["revealed"] == PhaseSeed.objects.get(cycle=cast.pk, phase=0).seed
    assert began["commitment"] == PhaseSeed.objects.get(cycle=cast.pk, phase=2).commitment


def test_R136_several_phases_skipped_at_once_are_one_boundary(cast: Hall) -> None:
    """The present lies two phases further: that one begins, with the next number."""
    urgent(cast, phases=phases(("rest", "Rest", 0), ("battle", "Fight", 10), ("feast", "Feast", 20)))
    assert (cast.cycle.phase, cast.cycle.phase_kind) == (1, "feast")
    assert cast.cycle.phase_ends_at == WEEK
    cast.is_sound()


def test_R136_votes_that_end_with_the_phase_are_counted_before_the_other_begins(cast: Hall) -> None:
    """Phase 1 becomes rest again in its middle: what was to be counted at its end is counted at once (R3)."""
    code = cast.propose_and_vote("bob", by=("ada",), at=BATTLE)
    last = cast.propose("bob")
    urgent(cast, phases=phases(("rest", "Rest", 0), ("battle", "Fight", 140)))
    at = BATTLE + 2 * DAY
    assert (cast.cycle.phase, cast.cycle.phase_kind, cast.cycle.phase_ends_at) == (2, "rest", START + 140 * HOUR)
    assert cast.actions()[-3:] == ["close-voting", "close-voting", "begin-phase"]
    assert Proposal.objects.get(code=code).decided_at == at
    assert Proposal.objects.get(code=last).ends_at == START + 140 * HOUR
    cast.is_sound()


def test_R136_a_calendar_lengthened_back_again_begins_a_third_phase(cast: Hall) -> None:
    """Rest, cut short to battle, and back to rest: each with a number of its own."""
    as_before = cast.cycle.law.document["calendar"]["phases"]
    urgent(cast, phases=phases(("rest", "Rest", 0), ("battle", "Fight", 40)))
    assert (cast.cycle.phase, cast.cycle.phase_kind) == (1, "battle")
    cast.clock.wait(hours=1)
    urgent(cast, phases=phases(("rest", "Rest", 0), ("battle", "Fight", 120)))
    assert (cast.cycle.phase, cast.cycle.phase_kind, cast.cycle.phase_ends_at) == (2, "rest", START + 5 * DAY)
    cast.to(START + 5 * DAY)
    assert (cast.cycle.phase, cast.cycle.phase_kind, cast.cycle.phase_ends_at) == (3, "battle", WEEK)
    urgent(cast, phases=as_before)
    assert (cast.cycle.phase, cast.cycle.phase_title, cast.cycle.phase_ends_at) == (4, "Rest Phase", BATTLE + 7 * DAY)
    cast.is_sound()


def test_R136_a_phase_of_the_same_kind_that_would_be_over_ends(open_cycle) -> None:
    """A calendar of weeks becomes one of twelve hours: after 51 hours the phase would have been over long ago."""
    law = wordless()
    law["calendar"] = calendar(24 * 7, 0).model_dump()
    hall = open_cycle(law, joined=("ada", "bob"))
    hall.clock.wait(hours=3)
    urgent(hall, length_hours=12)
    assert (hall.cycle.phase, hall.cycle.phase_started_at) == (1, START + 51 * HOUR)
    assert hall.cycle.phase_ends_at == START + 60 * HOUR
    hall.is_sound()


def test_R136_two_changes_at_one_instant_begin_one_phase(cast: Hall) -> None:
    """The second undoes the first: the phase that was on has ended all the same, and the one that is on now begins."""
    for path, value in (("/calendar/phases/1/starts_at_hour", 30), ("/calendar/length_hours", 192)):
        cast.propose("ada", {"op": "replace", "path": path, "value": value}, **{"class": "urgent"})
    cast.to(START + 2 * DAY)
    assert cast.actions()[-3:] == ["close-voting", "close-voting", "begin-phase"]
    assert (cast.cycle.phase, cast.cycle.phase_kind, cast.cycle.phase_ends_at) == (1, "rest", START + 54 * HOUR)
    cast.is_sound()


@given(st.lists(st.tuples(st.integers(1, 60), calendars()), min_size=1, max_size=5))
def test_R136_a_phase_never_changes_its_kind_under_its_number(found: list[tuple[int, Calendar]]) -> None:
    """Whatever calendars follow each other, and whenever: every number has one kind, and every phase takes time."""
    cycle = Cycle(phase=0, phase_kind="rest", phase_title="R", phase_started_at=START, phase_ends_at=BATTLE)
    at, kinds = START, {0: "rest"}
    for hours, new in found:
        at += hours * HOUR
        span = span_at(new, at)
        if cycle.phase_ends_at <= at:
            cycle.phase, cycle.phase_kind, cycle.phase_title = cycle.phase + 1, span.kind, span.title
            cycle.phase_started_at, cycle.phase_ends_at = at, span.end
        else:
            follow_span(cycle, span, at)
        assert kinds.setdefault(cycle.phase, cycle.phase_kind) == cycle.phase_kind
        assert cycle.phase_started_at < cycle.phase_ends_at
        assert (cycle.phase_ends_at == at) or cycle.phase_ends_at == span.end
        if cycle.phase_ends_at > at:
            assert cycle.phase_kind == span.kind
