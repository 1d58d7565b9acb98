"""Time at the tables: R2, R3, R105, and clocks that wait for a kind of phase."""

import pytest

from nomic.cycles.models import Deadline
from nomic.cycles.schedule.deadlines import Rank
from nomic.matches.hosting.registry import HostedGame
from nomic.matches.models import MatchStep, TurnClock
from tests.support.hall import ADMIN, BATTLE, DAY, HOUR, START, Hall
from tests.support.lanterns_game import LanternsTable, sit_down

pytestmark = pytest.mark.django_db


def clocks(table: LanternsTable) -> list[TurnClock]:
    return list(TurnClock.objects.filter(match=table.match))


def test_a_clock_is_a_deadline_of_the_cycle(playing: LanternsTable) -> None:
    """Its label names match and clock, and it comes before all other deadlines of its instant."""
    (clock,) = clocks(playing)
    assert (clock.name, clock.players, clock.began_at, clock.due_at) == ("turn 1", ["ada"], START, START + HOUR)
    deadline = Deadline.objects.get(cycle=playing.hall.pk, action="clock-expired")
    assert deadline.label == f"match {playing.code}: turn 1"
    assert (deadline.at, deadline.rank) == (clock.due_at, Rank.GAMES)


def test_a_clock_that_keeps_its_name_keeps_its_instant(table: LanternsTable) -> None:
    """Only those whose time it is are others."""
    (before,) = clocks(table)
    table.hall.clock.wait(minutes=30)
    table.wishes(ada=1)
    (after,) = clocks(table)
    assert (after.pk, after.began_at, after.due_at) == (before.pk, before.began_at, before.due_at)
    assert (before.players, after.players) == (["ada", "bob", "eve"], ["bob", "eve"])


def test_R3_the_next_clock_starts_at_the_instant_that_was_due(playing: LanternsTable) -> None:
    """However late somebody looks: after five hours of silence five turns have passed, each in its time."""
    playing.hall.pass_on(START + 5 * HOUR + HOUR / 2)
    playing.hall.settle()
    assert playing.state.number == 6
    (clock,) = clocks(playing)
    assert (clock.began_at, clock.due_at) == (START + 5 * HOUR, START + 6 * HOUR)
    expired = MatchStep.objects.filter(match=playing.match, kind="expired").order_by("version")
    assert [step.entry.at for step in expired] == [START + hour * HOUR for hour in range(1, 6)]
    assert expired[0].move == {"clock": "turn 1"}


def test_R2_an_act_at_the_deadline_is_late(playing: LanternsTable) -> None:
    playing.hall.pass_on(START + HOUR)
    playing.hall.refused("ada", "move", "not-your-turn", "L3", match=playing.code, move={"kind": "rest"})


def test_R18_a_begun_move_is_no_silence(playing: LanternsTable) -> None:
    """When its time is up it is finished, not lost."""
    playing.move("ada", "throw", [6])
    thrown = playing.state.pending
    assert thrown is not None
    playing.hall.to(START + HOUR)
    assert playing.state.players["ada"].points == thrown.thrown
    assert playing.state.turn == "bob"


def test_R3_matches_by_their_start_then_seats_in_order(cast: Hall, lanterns: HostedGame) -> None:
    """Deadlines of one instant: the match that began first, and in it the seat that comes first."""
    first, second = sit_down(cast, "eve", "bob"), sit_down(cast, "ada", "bob")
    late = cast.do("ada", "open-lanterns")
    late_code = next(event["match"] for event in late.events if event["kind"] == "match-opened")
    cast.to(START + 2 * HOUR)
    expired = [entry.args["match"] for entry in cast.entries("clock-expired")]
    assert expired == [first.code, second.code]
    assert late_code not in expired


def test_a_match_that_gathered_is_ordered_by_its_beginning(cast: Hall, lanterns: HostedGame) -> None:
    """Opened first, begun last: it comes last."""
    opened = cast.do("ada", "open-lanterns")
    gathering = LanternsTable(cast, opened.events[0]["match"])
    assert gathering.match.status == "gathering"
    assert gathering.match.started_at is None
    for name in ("ada", "bob"):
        gathering.tell("joined", player=name)
    other = sit_down(cast, "bob", "eve")
    begun = gathering.tell("begin")
    assert (gathering.match.status, gathering.match.started_seq) == ("running", begun.seq)
    cast.to(START + 2 * HOUR)
    assert [entry.args["match"] for entry in cast.entries("clock-expired")] == [other.code, gathering.code]
    cast.is_sound()


def test_a_clock_can_wait_for_a_kind_of_phase(cast: Hall, lanterns: HostedGame) -> None:
    """Two hours from now is the rest phase: it is due when the battle phase begins, before anything else there."""
    table = sit_down(cast, "ada", "bob", wishing={"only_in": "battle"})
    (clock,) = clocks(table)
    assert clock.due_at == BATTLE
    cast.to(BATTLE)
    actions = [entry.action for entry in cast.entries() if entry.at == BATTLE]
    assert actions[:2] == ["clock-expired", "begin-phase"]
    assert table.match.is_over


def test_an_instant_within_such_a_phase_stays(cast: Hall, lanterns: HostedGame) -> None:
    cast.to(BATTLE + HOUR)
    table = sit_down(cast, "ada", "bob", wishing={"only_in": "battle"})
    assert clocks(table)[0].due_at == BATTLE + 3 * HOUR


def test_where_the_calendar_has_no_such_phase_nothing_waits_for_ever(cast: Hall, lanterns: HostedGame) -> None:
    table = sit_down(cast, "ada", "bob", wishing={"only_in": "carnival"})
    assert clocks(table)[0].due_at == START + 2 * HOUR


def test_a_clock_that_comes_due_in_the_wrong_phase_is_put_off(cast: Hall, lanterns: HostedGame) -> None:
    """As after an outage: it is due when the next such phase begins."""
    cast.to(BATTLE + HOUR)
    table = sit_down(cast, "ada", "bob", wishing={"only_in": "battle"})
    cast.do(ADMIN, "record-outage", hours=96, reason="The cellar was flooded.")
    due = BATTLE + 3 * HOUR + 4 * DAY
    assert clocks(table)[0].due_at == due
    cast.to(due)
    next_battle = BATTLE + 7 * DAY
    assert not table.match.is_over
    assert clocks(table)[0].due_at == next_battle
    cast.to(next_battle)
    assert table.match.is_over
    cast.is_sound()


def test_a_clock_can_run_until_the_phase_ends(cast: Hall, lanterns: HostedGame) -> None:
    """It expires before the phase number grows."""
    table = sit_down(cast, "ada", "bob", wishing={"until": "phase"})
    assert clocks(table)[0].due_at == BATTLE
    cast.to(BATTLE)
    actions = [entry.action for entry in cast.entries() if entry.at == BATTLE]
    assert actions[:2] == ["clock-expired", "begin-phase"]


def test_a_clock_that_runs_until_the_phase_ends_follows_the_calendar(cast: Hall, lanterns: HostedGame) -> None:
    """A vote that has the phase end later puts it off; one that changes the calendar elsewhere does not."""
    table = sit_down(cast, "ada", "bob", wishing={"until": "phase"})
    for hour, due in ((96, START + 4 * DAY), (48, START + 2 * DAY)):
        cast.do("ada", "amend-calendar", hour=hour)
        assert [clock.due_at for clock in clocks(table)] == [due]
        assert Deadline.objects.get(cycle=cast.pk, action="clock-expired").at == due
    cast.to(START + 2 * DAY)
    assert table.match.is_over
    cast.is_sound()


def test_R105_an_outage_moves_no_clock_that_runs_until_the_phase_ends(cast: Hall, lanterns: HostedGame) -> None:
    """Phases end by the calendar, outage or not, and so does a clock that ends with one."""
    table = sit_down(cast, "ada", "bob", wishing={"until": "phase"})
    cast.do(ADMIN, "record-outage", hours=96, reason="The cellar was flooded.")
    assert clocks(table)[0].due_at == BATTLE


def test_an_aligned_clock_is_due_at_a_whole_multiple_of_its_minutes(cast: Hall, lanterns: HostedGame) -> None:
    """Of two hours: at even hours, whenever it was started, and always later than that."""
    for started, due in ((START + HOUR / 2, START + 2 * HOUR), (START + 2 * HOUR, START + 4 * HOUR)):
        cast.to(started)
        table = sit_down(cast, "ada", "bob", wishing={"aligned": True})
        assert clocks(table)[0].due_at == due


def test_R105_an_outage_moves_every_open_deadline_of_matches(playing: LanternsTable) -> None:
    """By its length; the phase ends when it does."""
    others = list(Deadline.objects.filter(cycle=playing.hall.pk).exclude(action="clock-expired").values())
    entry = playing.hall.do(ADMIN, "record-outage", hours=2, minutes=30, reason="The lights were out.")
    (clock,) = clocks(playing)
    assert (clock.began_at, clock.due_at) == (START, START + 3 * HOUR + HOUR / 2)
    assert Deadline.objects.get(cycle=playing.hall.pk, action="clock-expired").at == clock.due_at
    assert list(Deadline.objects.filter(cycle=playing.hall.pk).exclude(action="clock-expired").values()) == others
    words = (
        "Nobody could play for 2 hours 30 minutes. Everything due then is now due that much later. The lights were out."
    )
    assert entry.words == [words]
    playing.hall.to(START + 3 * HOUR)
    assert playing.state.number == 1
    playing.hall.is_sound()


def test_an_outage_takes_some_time(cast: Hall) -> None:
    cast.bad(ADMIN, "record-outage", "", reason="r")
    cast.bad(ADMIN, "record-outage", "reason", hours=1, reason="")
    cast.bad(ADMIN, "record-outage", "hours", hours=10_000, reason="r")


def test_a_match_that_is_over_has_no_clocks(playing: LanternsTable) -> None:
    playing.move("eve", "forfeit")
    playing.move("bob", "forfeit")
    assert clocks(playing) == []
    assert not Deadline.objects.filter(cycle=playing.hall.pk, action="clock-expired").exists()
