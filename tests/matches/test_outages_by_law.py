"""The law says which times an outage leaves alone (R105, R128); of the calendar no outage is asked."""

from datetime import datetime, timedelta
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from nomic.cycles.models import Cycle
from nomic.cycles.schedule.outage_settings import kinds, unmoved_at
from nomic.cycles.schedule.outages import known_of, outages_of
from nomic.law.document.sections import flaws_of
from nomic.matches.hosting.registry import HostedGame
from nomic.matches.models import TurnClock
from nomic.proposals.models import Proposal
from tests.matches.test_outages import outage
from tests.support.hall import ADMIN, DAY, HOUR, START, Hall, OpenCycle, cycle_16
from tests.support.lanterns_game import sit_down

pytestmark = pytest.mark.django_db
VOTES_GO_ON: dict[str, Any] = {"unmoved": ["votes"]}
UNMOVED = {"op": "add", "path": "/outages", "value": VOTES_GO_ON}


def opened(open_cycle: OpenCycle, unmoved: list[str], slug: str = "hall", **membership: int) -> Hall:
    law = cycle_16()
    law |= {"outages": {"unmoved": unmoved}, "membership": law["membership"] | membership}
    hall = open_cycle(document=law, slug=slug)
    hall.clock.to(START)
    hall.join("ada", "bob", "eve")
    return hall


def ends(code: str) -> datetime:
    at: datetime = Proposal.objects.get(cycle__fork_of=None, code=code).ends_at
    return at


def test_the_kinds_that_a_law_can_except_are_known() -> None:
    assert {"matches", "votes", "reputation", "rules", "questions"} <= set(kinds())
    (flaw,) = flaws_of(cycle_16() | {"outages": {"unmoved": ["calendar"]}})
    assert flaw.path == "/outages/unmoved/0"
    assert "matches" in flaw.detail


def test_R105_what_the_law_excepts_goes_on(open_cycle: OpenCycle, lanterns: HostedGame) -> None:
    """Votes that run, those that begin meanwhile, and those for a phase; the clocks of matches move."""
    hall = opened(open_cycle, ["votes"])
    table = sit_down(hall, "ada", "bob")  # two hours
    urgent, standard = hall.propose("ada", **{"class": "urgent"}), hall.propose("ada")
    hall.to(START + HOUR)
    outage(hall, START + HOUR / 2, START + 3 * HOUR)
    hall.to(START + 2 * HOUR)
    meanwhile = hall.propose("bob", **{"class": "urgent"})
    assert [ends(code) for code in (urgent, standard, meanwhile)] == [
        START + 2 * DAY, START + 7 * DAY, START + 2 * DAY + 2 * HOUR,
    ]  # fmt: skip
    assert TurnClock.objects.get(match=table.match).due_at == START + HOUR * 9 / 2
    hall.is_sound()


def test_R105_where_only_what_the_law_excepts_fell_due_nothing_is_told_anew(open_cycle: OpenCycle) -> None:
    """Votes were counted in the flood, and stay counted; the same time again is known already."""
    hall = opened(open_cycle, ["votes"])
    code = hall.propose("ada", **{"class": "urgent"})
    hall.to(START + 3 * DAY)
    outage(hall, START + DAY, START + 3 * DAY)
    assert not Proposal.objects.get(code=code).is_open
    assert Cycle.objects.count() == 1
    hall.refused(ADMIN, "record-outage", "known-already", "R128", began="2024-01-02T00:00:00", hours=5, reason="again")
    hall.is_sound()


def test_R105_the_law_as_it_stood_when_an_outage_began_decides(cast: Hall) -> None:
    """Recorded under a later law, of before it and of after it; both kinds stand side by side, and a replay agrees."""
    code = cast.propose("ada", UNMOVED, **{"class": "urgent"})
    cast.to(START + 2 * DAY)
    assert Proposal.objects.get(cycle=cast.pk, code=code).status == "enacted"
    assert unmoved_at(cast.cycle, START + DAY) == ()
    assert unmoved_at(cast.cycle, START + 2 * DAY) == ("votes",)
    later = cast.propose("ada", **{"class": "urgent"})
    cast.to(START + 2 * DAY + 3 * HOUR)
    outage(cast, START + 2 * DAY + HOUR, START + 2 * DAY + 2 * HOUR)
    assert ends(later) == START + 4 * DAY
    outage(cast, START + HOUR, START + 2 * HOUR)  # the votes on the law itself are counted an hour later, then
    assert ends(code) == START + 2 * DAY + HOUR
    cycle = cast.cycle
    assert cycle.outages[0] == [(START + HOUR).isoformat(), (START + 2 * HOUR).isoformat()]
    assert len(known_of(cycle).as_json()) == 2
    cast.is_sound()


def test_an_outage_that_excepts_and_one_that_does_not_count_once_together(open_cycle: OpenCycle) -> None:
    """What overlaps moves a kind once, whichever was first."""
    hall = opened(open_cycle, [])
    cycle = hall.cycle
    known = known_of(cycle).plus(START, START + 2 * HOUR, ()).plus(START + HOUR, START + 3 * HOUR, ("votes",))
    cycle.outages = known.as_json()
    assert outages_of(cycle, "votes").spans == ((START, START + 2 * HOUR),)
    assert outages_of(cycle, "matches").spans == ((START, START + 3 * HOUR),)
    assert outages_of(cycle).spans == ((START, START + 3 * HOUR),)
    assert known_of(cycle) == known


# What was known when, in any order

spans = st.lists(
    st.tuples(st.integers(0, 20), st.integers(1, 10), st.integers(0, 12)), min_size=1, max_size=3
)  # began, how long, how long until it is recorded


@settings(max_examples=3, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(spans, st.sampled_from([[], ["matches"], ["votes", "reputation"]]))
def test_R128_outages_come_to_the_same_whenever_they_are_recorded(
    open_cycle: OpenCycle, lanterns: HostedGame, found: list[tuple[int, int, int]], unmoved: list[str]
) -> None:
    """During, after, twice, overlapping, in the middle of what was settled: votes, clocks and reputations agree."""
    told = []
    for late in (True, False):
        hall = opened(open_cycle, unmoved, slug=f"hall-{Cycle.objects.count()}", reputable_after_hours=60)
        hall.to(START + 3 * DAY + HOUR)
        hall.join("zoe")
        begun = hall.clock.now
        sit_down(hall, "ada", "bob")  # two hours to wish
        code = hall.propose("ada", **{"class": "urgent"})
        when = [
            (begun + (began + length + (after if late else 0)) * HOUR, began, length) for began, length, after in found
        ]
        for at, began, length in sorted(when, reverse=not late) if late else sorted(when):
            if late:
                hall.to(begun + 40 * HOUR)
            else:
                hall.to(max(at, hall.clock.now))
            _once(hall, begun + began * HOUR, begun + (began + length) * HOUR)
        hall.to(begun + 5 * DAY)
        zoe = hall.player("zoe").reputable_since
        expired = [entry.at - begun for entry in hall.entries("clock-expired")]
        told.append((Proposal.objects.get(cycle=hall.pk, code=code).decided_at - begun, zoe - begun, expired))
        hall.is_sound()
    assert told[0] == told[1]
    assert told[0][0] >= timedelta(hours=48)


def _once(hall: Hall, began: datetime, ended: datetime) -> None:
    """Record it unless all of that time is recorded; the same outage sent again is refused."""
    if any(start <= began and ended <= end for start, end in outages_of(hall.cycle).spans):
        hall.refused(ADMIN, "record-outage", "known-already", "R128", began=began.isoformat(),
                     ended=ended.isoformat(), reason="again")  # fmt: skip
        return
    outage(hall, began, ended)
