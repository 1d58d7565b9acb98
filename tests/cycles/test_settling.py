"""Time is an argument: everything due happens in order, whoever looks and whenever (R2, R3)."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from nomic.cycles.commands.perform import perform
from nomic.cycles.domain.exceptions import NoSuchCycle, Refused
from nomic.cycles.journal.append import lock_cycle, save_cycle
from nomic.cycles.models import Deadline
from nomic.cycles.schedule import settle as settling
from nomic.cycles.schedule.deadlines import Rank, cancel, cancel_all, next_deadline, schedule, store_deadlines
from nomic.cycles.schedule.settle import is_due, settle, settle_all, settled_cycle
from nomic.cycles.tasks import settle_due
from nomic.proposals.models import Proposal
from tests.law.winning import most_of
from tests.support.hall import ADMIN, BATTLE, DAY, HOUR, START, WEEK, Hall, cycle_16

MOMENT = timedelta(microseconds=1)
LATE = START + 12 * DAY  # a Saturday, in phase 3
PRICE = "/shop/offers/Chip/costs/Vertebra"


# R1


def test_R1_the_first_phase_begins_with_its_cycle_wherever_in_the_calendar_that_is(open_cycle: Any) -> None:
    """A cycle that starts in the middle of a round's phase says of no phase that it began earlier."""
    starts_at = START + DAY + HOUR
    hall = open_cycle(starts_at=starts_at)
    assert (hall.cycle.phase, hall.cycle.phase_started_at, hall.cycle.phase_ends_at) == (0, starts_at, BATTLE)
    hall.to(BATTLE)
    assert (hall.cycle.phase, hall.cycle.phase_started_at) == (1, BATTLE)
    hall.is_sound()


# R2


def test_R2_an_act_finds_everything_due_before_it_done(cast: Hall) -> None:
    """Nobody settled anything for twelve days; the act does, each thing at its own instant."""
    cast.pass_on(LATE)
    entry = cast.do("ada", "buy", offer="Handy Pack")
    begun = cast.entries("begin-phase")
    assert [each.at for each in begun] == [BATTLE, WEEK, WEEK + 3 * DAY]
    assert entry.phase == 3
    assert entry.seq == begun[-1].seq + 1


def test_R2_an_act_exactly_at_a_deadline_is_late(cast: Hall) -> None:
    """The votes are counted before the vote of that instant is judged."""
    code = cast.propose("ada")
    cast.clock.to(WEEK - MOMENT)
    cast.do("bob", "vote", proposal=code, vote="for")
    cast.pass_on(WEEK)
    cast.refused("eve", "vote", "no-open-proposal", "R10", proposal=code, vote="for")
    assert Proposal.objects.get(code=code).votes_for == 1


def test_R2_a_refused_act_keeps_what_was_settled_and_changes_nothing_else(cast: Hall) -> None:
    """Time has passed, whatever somebody tried."""
    cast.pass_on(WEEK)
    with pytest.raises(Refused):
        perform(cast.slug, cast.actor("ada"), "burn-card", {"card": "0"})
    assert cast.cycle.phase == 2
    assert cast.actions()[-1] == "begin-phase"
    assert cast.cycle.due_at == WEEK + 3 * DAY
    digest = cast.digest
    assert cast.settle() == 0
    assert cast.digest == digest


def test_R2_it_does_not_matter_how_often_or_when_somebody_settles(open_cycle, clock) -> None:
    """One cycle is settled every three hours, another once at the end: the same journal."""

    def play(slug: str, step: timedelta) -> list[tuple[object, ...]]:
        clock.to(START)
        hall = open_cycle(slug=slug, joined=("ada", "bob"))
        clock.to(BATTLE)
        hall.join("zoe")
        hall.propose("zoe", {"op": "replace", "path": PRICE, "value": 3})
        at = BATTLE
        while at < START + 24 * DAY:
            at = min(at + step, START + 24 * DAY)
            hall.to(at)
        return [(entry.at, entry.action, entry.phase, entry.revision, entry.words) for entry in hall.entries()]

    assert play("often", timedelta(hours=3)) == play("once", timedelta(days=90))


def test_R2_a_doubled_settlement_does_nothing(cast: Hall) -> None:
    """As from a task that runs twice."""
    cast.pass_on(WEEK)
    assert settle(cast.slug) == 2
    assert settle(cast.slug) == 0


def test_R2_after_weeks_without_anybody_nothing_is_lost(cast: Hall) -> None:
    """Phases, reputations, votes and grants, each as if it had been settled in time."""
    cast.clock.to(BATTLE)
    cast.join("zoe")
    code = cast.propose_and_vote("ada", {"op": "replace", "path": PRICE, "value": 3}, by=("bob",), at=START + 365 * DAY)
    assert cast.cycle.phase == 104
    assert cast.has("zoe", "Vertebra") == 20 + 5  # at the end of phase 2
    assert cast.cycle.law.document["shop"]["offers"]["Chip"]["costs"]["Vertebra"] == 3
    assert Proposal.objects.get(code=code).decided_at == WEEK + 3 * DAY
    entries = cast.entries()
    assert [entry.at for entry in entries] == sorted(entry.at for entry in entries)
    cast.is_sound()


def test_R2_a_long_downtime_is_settled_in_transactions_of_bounded_size(hall: Hall, monkeypatch) -> None:
    """With five at once, forty phases take nine transactions and end at the same place."""
    monkeypatch.setattr(settling, "MAX_AT_ONCE", 5)
    hall.pass_on(START + 140 * DAY)
    assert hall.settle() == 40
    assert hall.cycle.phase == 40


# R3


def test_R3_at_one_instant_reputation_comes_before_votes_and_votes_before_the_phase(open_cycle) -> None:
    """All due on Monday at midnight, and made in another order."""
    law = cycle_16()
    law["membership"]["founders_within_hours"] = 0
    hall = open_cycle(law, joined=("ada",))
    first = hall.propose("ada", title="First")
    hall.join("bob")
    second = hall.propose("bob", title="Second")
    before = hall.cycle.seq
    hall.to(WEEK)
    due = [entry for entry in hall.entries() if entry.at == WEEK]
    assert [(entry.action, entry.args.get("player", entry.args.get("proposal"))) for entry in due] == [
        ("become-reputable", "ada"),
        ("act-by-rule", None),  # the first grant
        ("become-reputable", "bob"),
        ("act-by-rule", None),
        ("close-voting", first),
        ("close-voting", second),
        ("begin-phase", None),
    ]
    assert [entry.phase for entry in due] == [1] * 7
    assert due[-1].seq == before + 8  # with the phase that began on Thursday
    hall.is_sound()


def test_R3_several_reputations_at_one_instant_come_in_the_order_of_joining(hall: Hall) -> None:
    """Not in that of the alphabet."""
    hall.clock.to(BATTLE)
    hall.join("zoe", "ada", "mia")
    hall.to(BATTLE + 7 * DAY)
    assert [entry.args["player"] for entry in hall.entries("become-reputable")] == ["zoe", "ada", "mia"]
    hall.is_sound()


def test_R3_the_next_clock_starts_at_the_due_instant(hall: Hall) -> None:
    """Settled a day late, the phase still began at its boundary."""
    hall.to(BATTLE + DAY)
    assert hall.cycle.phase_started_at == BATTLE
    assert hall.cycle.phase_ends_at == WEEK


def test_R3_what_follows_at_once_comes_before_what_else_is_due(cast: Hall) -> None:
    """A winner at the very boundary ends the cycle before the next phase begins."""
    law = [{"op": "replace", "path": "/rules/victory/clauses/most", "value": most_of("Vertebra", 15)}]
    code = cast.propose("ada", *law)
    cast.vote(code, ada="for")
    cast.do("bob", "buy", offer="Handy Pack")
    cast.do("eve", "buy", offer="Handy Pack")
    cast.to(WEEK)
    assert cast.actions()[-2:] == ["close-voting", "end-cycle"]
    assert (cast.cycle.winner, cast.cycle.ended_at, cast.cycle.phase) == ("ada", WEEK, 1)
    cast.is_sound()


def test_R3_deadlines_are_taken_by_instant_rank_and_order(hall: Hall) -> None:
    """The order in which deadlines are performed is not the order in which they were written down."""
    cycle = hall.cycle
    wanted = [
        ("a", WEEK - DAY, Rank.PHASE, 0),
        ("b", WEEK, Rank.AT_ONCE, 9),
        ("c", WEEK, Rank.STANDING, 2),
        ("d", WEEK, Rank.STANDING, 10),
        ("e", WEEK, Rank.VOTING, 1),
        ("f", WEEK, Rank.VOTING, 1),
        ("g", WEEK + MOMENT, Rank.AT_ONCE, 0),
    ]
    cancel(cycle, "begin-phase")
    for label, at, rank, order in reversed(wanted):
        schedule(cycle, label, at=at, rank=rank, order=order, action="begin-phase")
    found = []
    while (deadline := next_deadline(cycle)) is not None:
        found.append(deadline.label)
        assert cycle.due_at <= deadline.at
        cancel(cycle, deadline.label)
    assert "".join(found) == "abcdefg"


def test_a_deadline_of_the_same_label_takes_the_place_of_the_earlier_one(hall: Hall) -> None:
    """Later or sooner; nothing is due before `due_at`."""
    cycle = hall.cycle
    for at in (START + DAY, START + 2 * DAY, START + HOUR):
        schedule(cycle, "x", at=at, rank=Rank.GAMES, action="begin-phase", args={"phase": 9})
        assert Deadline.objects.get(cycle=cycle, label="x").at == at
        assert cycle.due_at <= min(at, BATTLE)


def test_nothing_is_due_where_a_deadline_was_put_off_or_called_off(hall: Hall) -> None:
    """Whoever looks at its instant finds that out, and when the next is; nobody looks again before that."""
    with transaction.atomic():
        cycle = lock_cycle(hall.slug)
        for label, hours in (("called off", 1), ("put off", 2)):
            schedule(cycle, label, at=START + hours * HOUR, rank=Rank.GAMES, action="begin-phase", args={"phase": 9})
        cancel(cycle, "called off")
        schedule(cycle, "put off", at=START + 5 * DAY, rank=Rank.GAMES, action="begin-phase", args={"phase": 9})
        save_cycle(cycle)
    before = hall.cycle.seq
    hall.clock.wait(hours=3)
    assert is_due(hall.cycle)
    assert (settled_cycle(hall.slug).seq, settle_all()) == (before, 0)
    assert (hall.cycle.due_at, is_due(hall.cycle)) == (BATTLE, False)
    hall.to(BATTLE)
    assert hall.cycle.phase == 1


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])  # nothing of an example stays
@given(st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from(["put", "cancel", "replace"]), st.integers(1, 60))))
def test_nothing_is_ever_due_before_the_row_says_so(hall: Hall, changes: list[tuple[str, str, int]]) -> None:
    """Whatever is put, put off, called off or takes another's place, in any order."""
    with transaction.atomic():
        cycle = lock_cycle(hall.slug)
        cancel_all(cycle)
        for label, change, hours in changes:
            at = START + hours * HOUR
            row = Deadline(cycle=cycle, label=label, at=at, rank=Rank.GAMES, order=0, action="begin-phase")
            if change == "put":
                store_deadlines(cycle, [row])
            elif change == "cancel":
                cancel(cycle, label)
            else:
                store_deadlines(cycle, [row], cancelled=["abc"[("abc".index(label) + 1) % 3]])
            first = next_deadline(cycle)
            assert first is None or cycle.due_at <= first.at
        transaction.set_rollback(True)


# Reading, beat and ends


def test_reading_settles_what_is_due_first(hall: Hall, django_assert_num_queries) -> None:
    """A page is never behind; while nothing is due it costs one query."""
    with django_assert_num_queries(1):
        assert settled_cycle(hall.slug).phase == 0
    hall.pass_on(WEEK)
    assert settled_cycle(hall.slug).phase == 2


@pytest.mark.parametrize("slug", ["", "nowhere", "hall~0", "h" * 500])
def test_a_cycle_that_is_not_there_is_said(hall: Hall, slug: str) -> None:
    """For readers and for those who settle."""
    with pytest.raises(NoSuchCycle):
        settled_cycle(slug)
    with pytest.raises(NoSuchCycle):
        settle(slug)


def test_beat_settles_every_cycle_in_which_something_is_due(open_cycle) -> None:
    """And says how many entries that made."""
    one, two = open_cycle(slug="one"), open_cycle(slug="two")
    one.clock.to(WEEK)
    assert settle_due() == 4
    assert (one.cycle.phase, two.cycle.phase) == (2, 2)
    assert settle_due() == 0


def test_one_cycles_trouble_does_not_stop_the_clock_of_another(open_cycle) -> None:
    """What fails is logged, and the rest is settled."""
    broken, sound = open_cycle(slug="broken"), open_cycle(slug="sound")
    Deadline.objects.filter(cycle=broken.pk).update(action="no-such-action")
    broken.clock.to(BATTLE)
    assert settle_all() == 1
    assert (broken.cycle.phase, sound.cycle.phase) == (0, 1)


def test_a_practice_cycles_own_clock_decides_what_is_due_in_it(open_cycle) -> None:
    """Three days ahead of the world."""
    ahead, real = open_cycle(slug="ahead", clock_offset=3 * DAY, practice=True), open_cycle(slug="real")
    assert settle_all() == 1
    assert (ahead.cycle.phase, real.cycle.phase) == (1, 0)


def test_a_cycle_that_has_not_begun_takes_no_acts(open_cycle) -> None:
    """Until its first instant every act in a cycle is refused."""
    hall = open_cycle(starts_at=WEEK + HOUR)
    hall.refused("ada", "join", "not-begun", "R1")
    assert all(not each.available for each in hall.can("ada").values())
    hall.clock.to(WEEK + HOUR)
    hall.join("ada")
    assert hall.cycle.phase == 0
    hall.is_sound()


def test_a_cycle_that_started_long_ago_is_brought_to_its_present(open_cycle) -> None:
    """Created on Saturday for a start on Monday."""
    hall = open_cycle()
    hall.clock.to(START + 5 * DAY)
    hall.join("ada")
    assert hall.player("ada").joined_phase == 1


@pytest.fixture
def ended(cast: Hall) -> Hall:
    """Ada has won."""
    cast.propose("bob")
    cast.clock.wait(hours=5)
    cast.grant("ada", "Chip", 10)
    return cast


def test_R56_an_ended_cycle_refuses_every_act_of_everybody(ended: Hall) -> None:
    """Players, newcomers and admins alike, with the one reason; but its past can be corrected, victory and all."""
    for name in ("ada", "bob", "newcomer", ADMIN):
        for each in ended.can(name).values():
            if not each.action.after_end:
                assert each.reason is not None
                assert each.reason.code == "cycle-ended"
            elif name != ADMIN:
                assert each.reason is not None
                assert each.reason.code == "may-not-correct"
            elif each.action.name in ("open-correction", "change-title", "record-outage"):
                assert each.reason is None
            else:
                assert each.reason is not None
                assert each.reason.code == "none-open"
    ended.refused("bob", "buy", "cycle-ended", "R56", offer="Handy Pack")
    args = {"player": "bob", "item": "Chip", "count": 1, "reason": "x"}
    ended.refused(ADMIN, "correct-grant", "cycle-ended", "R56", **args)


def test_R56_in_an_ended_cycle_nothing_is_due_any_more(ended: Hall) -> None:
    """No phase begins and no votes are counted."""
    assert ended.cycle.due_at is None
    assert not Deadline.objects.filter(cycle=ended.pk).exists()
    seq = ended.cycle.seq
    ended.to(START + 100 * DAY)
    assert ended.cycle.seq == seq
    ended.is_sound()
