"""Outages (R105, R128): no time of a period runs in them, whenever they are recorded."""

import json
from collections.abc import Callable
from datetime import datetime
from typing import Any

import pytest
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from nomic.cycles.commands.perform import perform
from nomic.cycles.domain.calendar import LAST
from nomic.cycles.domain.exceptions import BadArguments, NoSuchAction
from nomic.cycles.history import promote_fork
from nomic.cycles.history.export import proof
from nomic.cycles.history.promote_fork import history
from nomic.cycles.history.replay import discard_fork, replay_journal
from nomic.cycles.models import Cycle, Deadline, Entry
from nomic.cycles.schedule.outages import NONE, OutageChange, Outages
from nomic.cycles.schedule.settle import settle_all
from nomic.matches.hosting.registry import HostedGame
from nomic.matches.models import TurnClock
from nomic.notices.models import Notice
from nomic.proposals.models import Proposal
from tests.support.hall import ADMIN, BATTLE, DAY, HOUR, START, WEEK, Hall, OpenCycle
from tests.support.knucklebones_cycles import OpenBones
from tests.support.lanterns_game import LanternsTable, sit_down
from tests.support.proofs import verify_draws

pytestmark = pytest.mark.django_db


def outage(hall: Hall, began: datetime, ended: datetime | None = None, reason: str = "a flood") -> Entry:
    """An admin records an outage now."""
    told: dict[str, Any] = {} if ended is None else {"ended": ended.isoformat()}
    return hall.do(ADMIN, "record-outage", began=began.isoformat(), reason=reason, **told)


# The arithmetic

spans = st.lists(
    st.tuples(st.integers(0, 60), st.integers(1, 20)).map(
        lambda told: (START + told[0] * HOUR, START + (told[0] + told[1]) * HOUR)
    ),
    max_size=6,
)


def known(*found: tuple[datetime, datetime]) -> Outages:
    outages = NONE
    for began, ended in found:
        outages = outages.plus(began, ended)
    return outages


@given(spans, st.randoms(use_true_random=False))
def test_R128_the_order_in_which_outages_are_recorded_does_not_matter(
    found: list[tuple[datetime, datetime]], random: Any
) -> None:
    """Nor do overlaps, nor one that is recorded twice."""
    shuffled = [*found, *found[:2]]
    random.shuffle(shuffled)
    outages = known(*shuffled)
    assert outages == known(*found)
    assert all(one[1] < other[0] for one, other in zip(outages.spans, outages.spans[1:], strict=False))


@given(spans, st.integers(0, 80), st.integers(1, 60))
def test_R128_no_time_of_a_period_runs_during_an_outage(
    found: list[tuple[datetime, datetime]], began: int, hours: int
) -> None:
    """Counted hour by hour: it is due when so many hours have passed in which there was none."""
    outages, at, left = known(*found), START + began * HOUR, hours
    while left:
        left -= not any(start <= at < end for start, end in outages.spans)
        at += HOUR
    due = outages.due(START + began * HOUR, hours * HOUR)
    assert due == at
    assert outages.length(START + began * HOUR, due) == hours * HOUR


@given(spans, spans, st.integers(0, 80), st.integers(1, 60))
def test_R128_what_moves_in_steps_comes_to_where_it_would_have_moved_at_once(
    first: list[tuple[datetime, datetime]], second: list[tuple[datetime, datetime]], began: int, hours: int
) -> None:
    """Recorded one after the other, whatever was known when the period began."""
    at, before, after = START + began * HOUR, known(*first), known(*first, *second)
    assert OutageChange(before, after).moved(at, before.due(at, hours * HOUR)) == after.due(at, hours * HOUR)


@pytest.mark.parametrize(
    ("began", "hours", "due"),
    [
        (0, 4, 4),  # over before
        (0, 5, 5),  # due when it begins
        (0, 6, 11),  # due meanwhile
        (0, 10, 15),  # due when it ends
        (0, 20, 25),  # due after it
        (5, 1, 11),  # begun with it
        (7, 1, 11),  # begun meanwhile
        (10, 1, 11),  # begun when it was over
    ],
)
def test_R128_by_its_whole_length_or_by_what_was_left_of_it_or_not_at_all(began: int, hours: int, due: int) -> None:
    """An outage from five to ten o'clock."""
    outages = known((START + 5 * HOUR, START + 10 * HOUR))
    assert outages.due(START + began * HOUR, hours * HOUR) == START + due * HOUR


def test_R128_an_outage_leads_nothing_beyond_the_end_of_time() -> None:
    assert known((LAST - 2 * DAY, LAST - DAY)).due(LAST - 3 * DAY, 10 * DAY) == LAST


# What runs


def test_R128_the_clocks_of_matches_stand_still(cast: Hall, lanterns: HostedGame) -> None:
    """Those that ran before, those that began meanwhile, and not those that began after it."""
    cast.to(START + HOUR)
    before = sit_down(cast, "ada", "bob")  # two hours to wish
    cast.to(START + 2 * HOUR)
    meanwhile = sit_down(cast, "ada", "bob")
    cast.to(START + HOUR * 5 / 2)
    after = sit_down(cast, "ada", "bob")
    outage(cast, START + HOUR * 3 / 2, START + HOUR * 5 / 2)
    due = [TurnClock.objects.get(match=table.match).due_at for table in (before, meanwhile, after)]
    assert due == [START + 4 * HOUR, START + HOUR * 9 / 2, START + HOUR * 9 / 2]
    cast.is_sound()


def test_R128_what_begins_while_a_known_outage_lasts_waits_for_its_end(cast: Hall, lanterns: HostedGame) -> None:
    """It was recorded with the end that is foreseen."""
    outage(cast, START, START + 5 * HOUR)
    cast.to(START + 2 * HOUR)
    table = sit_down(cast, "ada", "bob")
    assert TurnClock.objects.get(match=table.match).due_at == START + 7 * HOUR
    cast.to(START + 6 * HOUR)
    assert not table.match.is_over
    cast.is_sound()


def test_R128_votes_are_counted_later(cast: Hall) -> None:
    """A period of hours, and one that is a phase: that one by what the outage took of the phase. The phase ends."""
    urgent = cast.propose("ada", **{"class": "urgent"})  # 48 hours
    standard = cast.propose("ada")  # the whole of phase 1
    cast.to(BATTLE + DAY)
    before = cast.propose("bob", **{"class": "urgent"})
    outage(cast, BATTLE - DAY / 2, BATTLE + DAY / 2)
    ends = {code: Proposal.objects.get(code=code).ends_at for code in (urgent, standard, before)}
    assert ends == {urgent: START + 2 * DAY, standard: WEEK + DAY / 2, before: BATTLE + 3 * DAY}
    assert Deadline.objects.get(cycle=cast.pk, label=f"votes on {standard}").at == WEEK + DAY / 2
    cast.vote(standard, bob="for")
    cast.to(WEEK + DAY / 4)
    assert cast.cycle.phase == 2
    assert Proposal.objects.get(code=standard).is_open
    outage(cast, WEEK, WEEK + DAY / 4)  # and again, when its phase is over
    assert Proposal.objects.get(code=standard).ends_at == WEEK + DAY * 3 / 4
    cast.to(WEEK + DAY)
    assert Proposal.objects.get(code=standard).decided_at == WEEK + DAY * 3 / 4
    cast.is_sound()


def test_an_outage_that_puts_nothing_off_says_so(cast: Hall) -> None:
    """The vote lasts until a phase ends, and phases go by the calendar. A reason becomes a sentence."""
    cast.propose("ada")
    cast.to(START + DAY)
    entry = outage(cast, START + HOUR, START + DAY, reason="the cellar was flooded")
    assert entry.words == [
        "Nobody could play for 23 hours. It delays no turn and no other deadline, so nothing is due later."
        " The cellar was flooded."
    ]
    ahead = outage(cast, START + DAY, START + 2 * DAY, reason="why?")
    assert ahead.words == ["Nobody could play for 24 hours. Everything due then is now due that much later. Why?"]
    cast.is_sound()


def test_R128_a_voting_period_that_is_still_to_come_does_not_move(cast: Hall) -> None:
    """The outage is over before the phase begins that it is."""
    standard = cast.propose("ada")
    cast.to(START + DAY)
    outage(cast, START + HOUR, START + DAY)
    assert Proposal.objects.get(code=standard).ends_at == WEEK
    cast.is_sound()


def test_R128_reputation_comes_later(cast: Hall) -> None:
    """Also by another law, after which the days are counted anew."""
    cast.to(BATTLE + HOUR)
    cast.join("zoe")
    cast.to(BATTLE + DAY)
    outage(cast, BATTLE + 2 * HOUR, BATTLE + 12 * HOUR)
    assert Deadline.objects.get(cycle=cast.pk, action="become-reputable").at == BATTLE + 7 * DAY + 11 * HOUR
    amendment = {"op": "replace", "path": "/membership/reputable_after_hours", "value": 24 * 5}
    cast.propose_and_vote("ada", amendment, by=("ada",), at=BATTLE + 4 * DAY, **{"class": "urgent"})
    assert Deadline.objects.get(cycle=cast.pk, action="become-reputable").at == BATTLE + 5 * DAY + 11 * HOUR
    cast.to(BATTLE + 6 * DAY)
    assert cast.player("zoe").reputable_since == BATTLE + 5 * DAY + 11 * HOUR
    cast.is_sound()


# How it is told


def test_an_outage_goes_on_and_is_recorded_again_when_it_is_over(cast: Hall, lanterns: HostedGame) -> None:
    """First up to now, then as a whole: it counts once."""
    table = sit_down(cast, "ada", "bob")
    cast.to(START + HOUR)
    first = outage(cast, START + HOUR / 2)
    assert first.args["ended"] == "2024-01-01T01:00:00Z"
    assert TurnClock.objects.get(match=table.match).due_at == START + HOUR * 5 / 2
    cast.to(START + 2 * HOUR)
    outage(cast, START + HOUR / 2, START + 2 * HOUR)
    assert TurnClock.objects.get(match=table.match).due_at == START + HOUR * 7 / 2
    cast.refused(
        ADMIN, "record-outage", "known-already", "R128", began="2024-01-01T01:00:00", hours=1, reason="once more"
    )
    cast.is_sound()


@pytest.mark.parametrize(
    ("told", "field"),
    [
        ({}, ""),
        ({"began": "2024-01-02T00:00:00Z"}, "began"),
        ({"began": "yesterday"}, "began"),
        ({"began": "2024-01-01T06:00:00Z", "ended": "2024-01-01T06:00:00Z"}, "ended"),
        ({"began": "2024-01-01T06:00:00Z", "ended": "2024-01-01T05:00:00Z"}, "ended"),
        ({"began": "2024-01-01T06:00:00Z", "ended": "2024-01-01T08:00:00Z", "hours": 2}, ""),
        ({"began": "2023-12-01T00:00:00Z", "ended": "2023-12-02T00:00:00Z"}, "ended"),
        ({"began": "2023-11-01T00:00:00Z"}, "ended"),
        ({"hours": 10_000}, "hours"),
        ({"began": "9999-12-31T23:00:00-12:00"}, "began"),
        ({"began": 5}, "began"),
    ],
)
def test_an_outage_that_cannot_have_been_is_refused(cast: Hall, told: dict[str, Any], field: str) -> None:
    """The refusal names the field that cannot be."""
    cast.to(START + 12 * HOUR)
    cast.bad(ADMIN, "record-outage", field, reason="r", **told)


def test_the_form_of_an_outage_asks_for_instants(cast: Hall, admin_client: Any) -> None:
    """The general form takes what a browser's field for instants gives: UTC, without seconds."""
    cast.to(START + 12 * HOUR)
    address = f"/c/{cast.slug}/act/record-outage/"
    sent = {"began": "2024-01-01T03:00", "ended": "2024-01-01T05:30", "hours": "0", "minutes": "0", "reason": "r"}
    shown = admin_client.post(address, sent).context["preview"]
    assert shown.says == (
        "Nobody could play for 2 hours 30 minutes. "
        "It delays no turn and no other deadline, so nothing is due later. R.",
    )
    assert admin_client.post(address, {**sent, "previewed": shown.token}).status_code == 302
    (entry,) = cast.entries("record-outage")
    assert (entry.args["began"], entry.args["ended"]) == ("2024-01-01T03:00:00Z", "2024-01-01T05:30:00Z")


# What has fallen due within it already


def retold(hall: Hall) -> Entry:
    """The entry that says that the journal is told anew."""
    (entry,) = hall.entries("tell-anew")
    return entry


def test_R128_a_clock_that_ran_out_during_an_outage_has_not(playing: LanternsTable) -> None:
    """Ada's turn of an hour; nobody could play from half past. It goes on when the outage is over."""
    hall = playing.hall
    hall.to(START + 3 * HOUR)
    assert playing.state.number == 4
    outage(hall, START + HOUR / 2, START + 3 * HOUR)
    assert (playing.state.number, playing.state.turn) == (1, "ada")
    (clock,) = TurnClock.objects.filter(match=playing.match)
    assert (clock.began_at, clock.due_at) == (START, START + HOUR * 7 / 2)
    assert hall.entries("clock-expired") == []
    playing.move("ada", "rest")
    assert playing.state.turn == "bob"
    hall.is_sound()


def test_R128_it_runs_out_after_the_outage_at_its_later_instant(playing: LanternsTable) -> None:
    """Recorded long after: what had run out at one is run out at half past three, and the turns go on from there."""
    hall = playing.hall
    hall.to(START + 5 * HOUR)
    outage(hall, START + HOUR / 2, START + 3 * HOUR)
    assert [entry.at for entry in hall.entries("clock-expired")] == [START + HOUR * 7 / 2, START + HOUR * 9 / 2]
    assert playing.state.number == 3
    hall.is_sound()


def test_R128_what_is_undone_is_said_and_what_was_is_kept(playing: LanternsTable) -> None:
    """The entry at the end names the head of the history that it replaces; that one is whole, and a sound chain."""
    hall = playing.hall
    hall.to(START + 3 * HOUR)
    was = hall.cycle
    before = [(entry.seq, entry.key, entry.digest, entry.words) for entry in hall.entries()]
    gone = [entry.seq for entry in hall.entries("clock-expired")]
    outage(hall, START + HOUR / 2, START + 3 * HOUR)
    entry = retold(hall)
    assert (entry.args["replaced"], entry.args["head"]) == (was.seq, was.head)
    assert [each["seq"] for each in entry.args["undone"]] == gone
    assert (entry.actor, entry.actor_kind, entry.at) == (ADMIN, "admin", START + 3 * HOUR)
    assert f"The old entries, up to entry {was.seq}, are kept." in entry.words
    assert was.head not in " ".join(entry.words)  # it is among the arguments, for those who check
    kept = Cycle.objects.get(fork_of=hall.pk)
    rows = Entry.objects.filter(cycle=kept).order_by("seq")
    assert [(row.seq, row.key, row.digest, row.words) for row in rows] == before
    assert kept.head == was.head
    (told,) = hall.entries("record-outage")
    assert (told.at, told.seq) == (START + HOUR / 2, entry.args["first"])
    now = [(row.seq, row.key, row.digest, row.words) for row in hall.entries() if row.seq < told.seq]
    assert now == before[: len(now)]
    assert settle_all() == 0
    hall.is_sound()


def test_R128_votes_that_were_counted_during_an_outage_are_open_again(cast: Hall) -> None:
    """Also where they changed the law: it is as it was, until they are counted."""
    amendment = {"op": "replace", "path": "/shop/offers/Chip/costs/Vertebra", "value": 3}
    code = cast.propose("ada", amendment, **{"class": "urgent"})
    cast.to(START + 3 * DAY - HOUR)
    assert cast.cycle.revision == 1
    outage(cast, START + DAY, START + 3 * DAY - HOUR)
    proposal = Proposal.objects.get(cycle=cast.pk, code=code)
    assert (proposal.is_open, proposal.ends_at) == (True, START + 4 * DAY - HOUR)
    assert cast.cycle.revision == 0
    for name in ("ada", "bob", "eve"):
        cast.do(name, "vote", proposal=code, vote="against")
    cast.to(START + 4 * DAY)
    assert Proposal.objects.get(cycle=cast.pk, code=code).status == "failed"
    cast.is_sound()


def test_R128_a_reputation_that_came_during_an_outage_comes_later(cast: Hall) -> None:
    """What a reputation brings (R7) comes later with it."""
    cast.to(BATTLE + HOUR)
    cast.join("zoe")
    cast.to(BATTLE + 8 * DAY)
    assert cast.has("zoe", "Vertebra") > 0
    outage(cast, BATTLE + 6 * DAY, BATTLE + 8 * DAY)
    assert cast.player("zoe").reputable_since is None
    assert cast.has("zoe", "Vertebra") == 0
    cast.to(BATTLE + 10 * DAY)
    assert cast.player("zoe").reputable_since == BATTLE + 9 * DAY + HOUR
    cast.is_sound()


def test_R128_acts_since_keep_their_instants_ids_and_dice(cast: Hall, lanterns: HostedGame) -> None:
    """Whoever could act did; nothing of it is thrown again."""
    table = sit_down(cast, "ada", "bob")
    cast.do("ada", "buy", offer="Handy Pack")
    cast.to(START + 2 * HOUR + HOUR / 4)
    assert table.match.is_over
    opened = cast.do("ada", "open-pack", pack="Handy Pack")
    dice = [(draw.label, draw.index, draw.value) for draw in opened.draws]
    cards = [card.code for card in cast.cards("ada")]
    assert dice
    cast.clock.wait(hours=1)
    outage(cast, START + HOUR, START + 2 * HOUR)
    assert not table.match.is_over or cast.entries("clock-expired")[0].at == START + 3 * HOUR
    again = cast.entries("open-pack")[0]
    assert (again.key, again.at) == (opened.key, opened.at)
    assert [(draw.label, draw.index, draw.value) for draw in again.draws] == dice
    assert [card.code for card in cast.cards("ada")] == cards
    cast.is_sound()


def test_R128_an_act_that_would_not_have_been_possible_is_named_and_nothing_changes(playing: LanternsTable) -> None:
    """Bob moved when Ada's time was up; with the outage it was still hers."""
    hall = playing.hall
    hall.to(START + HOUR + HOUR / 4)
    playing.move("bob", "rest")
    hall.clock.wait(minutes=1)
    refused = hall.refused(
        ADMIN, "record-outage", "later-acts", "R128", began="2024-01-01T00:30:00", minutes=40, reason="a flood"
    )
    assert "bob" in refused.detail
    assert "Nothing has changed" in refused.detail
    assert Cycle.objects.count() == 1
    hall.is_sound()


def test_R128_where_nothing_had_run_out_that_ran_the_outage_stands_at_the_end(cast: Hall, lanterns: HostedGame) -> None:
    """A clock that began after it ran out since: nothing has to be told anew."""
    cast.to(START + HOUR)
    sit_down(cast, "ada", "bob")
    cast.to(START + 4 * HOUR)
    entry = outage(cast, START + HOUR / 4, START + HOUR / 2)
    assert entry.action == "record-outage"
    assert entry.seq == cast.cycle.seq
    assert cast.entries("tell-anew") == []
    assert Cycle.objects.count() == 1
    cast.is_sound()


def test_R128_one_outage_after_another_is_told_in_any_order(open_cycle: OpenCycle, lanterns: HostedGame) -> None:
    """Two that overlap, the later first or last, or as one: what is due is the same, and each journal replays."""
    first, second = (START + HOUR / 2, START + 2 * HOUR), (START + HOUR * 3 / 2, START + 3 * HOUR)
    found = []
    for number, told in enumerate(([first, second], [second, first], [(first[0], second[1])])):
        hall = open_cycle(slug=f"hall-{number}")
        hall.clock.to(START)
        hall.join("ada", "bob", "eve")
        table = sit_down(hall, "ada", "bob", "eve")
        table.wishes(ada=5, bob=4, eve=3)
        hall.to(START + 6 * HOUR)
        for began, ended in told:
            outage(hall, began, ended)
        expired = [entry.at for entry in hall.entries("clock-expired")]
        found.append((expired, table.state.number, TurnClock.objects.get(match=table.match).due_at))
        hall.is_sound()
    assert found[0] == found[1] == found[2]
    assert found[0][0][0] == START + HOUR * 7 / 2


def test_R128_the_same_form_sent_twice_is_one_outage(playing: LanternsTable) -> None:
    """Its key leads to the entry that says what came of it; keys of earlier acts lead to these."""
    hall = playing.hall
    bought = perform(hall.slug, hall.actor("ada"), "buy", {"offer": "Handy Pack"}, idempotency_key="b").entry
    hall.to(START + 3 * HOUR)
    args = {"began": "2024-01-01T00:30:00Z", "hours": 2, "reason": "a flood"}
    one, other = (perform(hall.slug, hall.actor(ADMIN), "record-outage", dict(args), idempotency_key="o") for _ in "ab")
    assert (one.is_repeated, other.is_repeated) == (False, True)
    assert one.entry.key == other.entry.key == retold(hall).key
    again = perform(hall.slug, hall.actor("ada"), "buy", {"offer": "Handy Pack"}, idempotency_key="b")
    assert (again.is_repeated, again.entry.key) == (True, bought.key)
    assert again.entry.cycle_id == hall.pk


def test_nobody_says_that_a_journal_is_told_anew_but_the_system(cast: Hall) -> None:
    """The action is the system's own: not even an admin may send it."""
    with pytest.raises(NoSuchAction):
        perform(cast.slug, cast.actor(ADMIN), "tell-anew", {})


def test_an_outage_of_before_they_had_a_beginning_is_replayed_as_it_was(playing: LanternsTable) -> None:
    """Its entry names no instants; in a fork it moves what it moved then, and only there."""
    hall = playing.hall
    entry = hall.do(ADMIN, "record-outage", hours=2, reason="old")
    Entry.objects.filter(pk=entry.pk).update(args={"hours": 2, "minutes": 0, "reason": "old"})
    replayed = replay_journal(hall.cycle)
    fork = TurnClock.objects.get(match__cycle=replayed.fork)
    assert fork.due_at == START + 3 * HOUR
    assert replayed.fork.outages == []
    discard_fork(replayed.fork)


def test_every_table_belongs_to_a_history_or_stays_with_the_cycle() -> None:
    """What of a cycle is adopted with a fork and what stays is decided for each; of the latter only answers name
    entries."""
    of_history = {model.__name__ for model, _ in history()}
    assert of_history == {
        "Entry", "PhaseSeed", "Deadline", "Player", "Balance", "Card", "Proposal", "Judgeship", "Match",
        "Intention", "KeptValue", "DeferredEffect", "Failures", "HiddenDraws", "PendingQuestion", "QuestionPrompt",
        "Trade", "Request", "Ruling", "Reference",
    }  # fmt: skip
    staying = promote_fork._beside - {Cycle}
    assert {model.__name__ for model in staying} == {
        "Channel",
        "Comment",
        "Correction",
        "Document",
        "Draft",
        "Following",
        "Forecast",
        "ForkSeed",
        "IndexState",
        "JoinRequest",
        "Notice",
        "Reminder",
        "Simulation",
        "Suggestion",
        "Webhook",
        "WikiPage",
        "WithheldKind",
    }
    for model in staying:
        named = {field.related_model for field in model._meta.get_fields() if field.many_to_one}
        assert not {each.__name__ for each in named if isinstance(each, type)} & of_history


# What is told anew can be proved


@pytest.fixture
def told_anew(playing: LanternsTable) -> Hall:
    """A journal that was told anew twice: an act that keeps its id and dice, and clocks that ran out and have not."""
    hall = playing.hall
    hall.do("ada", "buy", offer="Handy Pack")
    hall.to(START + 3 * HOUR)
    hall.do("ada", "open-pack", pack="Handy Pack")
    hall.clock.wait(minutes=1)
    outage(hall, START + HOUR / 2, START + HOUR * 3 / 2)
    hall.clock.wait(minutes=1)
    outage(hall, START + HOUR / 4, START + HOUR * 2)
    assert len(hall.entries("tell-anew")) == 2
    return hall


def whole_proof(hall: Hall) -> dict[str, Any]:
    told: dict[str, Any] = json.loads("".join(proof(hall.cycle)))
    return told


def test_R128_a_journal_that_was_told_anew_is_proved_with_what_it_replaced(told_anew: Hall) -> None:
    """Ids that acts keep follow from the chains in which they stood; heads that were noted then are known."""
    told = whole_proof(told_anew)
    kept = [fork.head for fork in Cycle.objects.filter(fork_of=told_anew.pk).order_by("pk")]
    assert [verify_draws.digest(links[-1]) for links in told["replaced"]] == kept
    heads = [(fork.seq, fork.head) for fork in Cycle.objects.filter(fork_of=told_anew.pk)]
    report = verify_draws.verify(told, heads)
    assert report.failures == []
    assert report.kept >= 2
    told_anew.is_sound()


FORGERIES: dict[str, tuple[Callable[[dict[str, Any]], Any], str]] = {
    "what was replaced is left out": (lambda told: told.pop("replaced"), "is left out"),
    "a part of it is left out": (lambda told: told["replaced"].pop(0), "is left out"),
    "an act of it has another id": (
        lambda told: told["replaced"][0][-1].update(key="0" * 32),
        "the history that it replaces is left out",
    ),
    "an entry of it is left out": (lambda told: told["replaced"][0].pop(1), "does not follow the one before it"),
    "it begins elsewhere": (
        lambda told: told["replaced"].append([{**told["replaced"][0][0], "before": "0" * 64}]),
        "no entry says that it was replaced",
    ),
    "it is no list": (lambda told: told.update(replaced=[7]), "cannot be read"),
}


@pytest.mark.parametrize("forgery", FORGERIES)
def test_R128_no_dice_are_chosen_by_telling_anew(told_anew: Hall, forgery: str) -> None:
    """Whatever is done to the history that was replaced is told."""
    told = whole_proof(told_anew)
    forge, said = FORGERIES[forgery]
    forge(told)
    failures = verify_draws.verify(told).failures
    assert any(said in failure for failure in failures), failures


def test_R128_the_API_gives_the_proof_of_a_journal_that_was_told_anew(told_anew: Hall) -> None:
    """With the histories that it replaced; one that was not told anew has none."""
    answer = Client().get(f"/api/v1/cycles/{told_anew.slug}/draws/export/")
    told = json.loads(b"".join(answer.streaming_content) if answer.streaming else answer.content)
    assert len(told["replaced"]) == 2


def told_of_outages() -> list[str]:
    return sorted(Notice.objects.filter(kind="outage").values_list("person__username", flat=True))


def test_players_get_one_notice_of_an_outage_that_is_recorded_late(cast: Hall) -> None:
    """The journal is rewritten with it. A second outage is a second notice."""
    cast.propose("ada", {"op": "replace", "path": "/calendar/phases/0/title", "value": "Rest!"})
    cast.to(START + 200 * HOUR)
    began = START + 150 * HOUR
    assert outage(cast, began, began + HOUR / 4, "a storm").action == "tell-anew"
    assert told_of_outages() == ["ada", "bob", "eve"]
    text = Notice.objects.filter(kind="outage").first()
    assert text is not None
    assert "Nobody could play for 15 minutes." in text.text
    assert "A storm." in text.text
    outage(cast, began - 2 * HOUR, began - HOUR, "a flood")
    assert told_of_outages() == ["ada", "ada", "bob", "bob", "eve", "eve"]


def test_players_get_a_notice_of_an_outage_that_moves_clocks(cast: Hall, table: LanternsTable) -> None:
    cast.wait(hours=1)
    assert outage(cast, cast.clock.now - HOUR / 2, cast.clock.now - HOUR / 4).action == "record-outage"
    assert told_of_outages() == ["ada", "bob", "eve"]


def test_a_time_in_the_future_of_a_practice_clock_names_that_clock(cast: Hall) -> None:
    cast.clock.wait(days=10)
    Cycle.objects.filter(pk=cast.cycle.pk).update(practice=True, clock_offset=-6 * DAY)
    with pytest.raises(BadArguments) as refused:
        outage(cast, cast.clock.now - DAY)
    assert "this game has its own clock, and there it is" in refused.value.errors[0].detail


def test_R128_a_cycle_that_ended_by_a_clock_that_ran_out_in_an_outage_goes_on(open_bones: OpenBones) -> None:
    """Recorded when it was over: nobody has won, and the turn ends as much later. Then it may end again."""
    bones = open_bones("ada", "bob")
    hall = bones.hall
    for name, other in (("ada", "bob"), ("bob", "ada")):
        bones.want(name, other)
        hall.grant(name, "Chip", 9)
    hall.to(BATTLE + DAY + HOUR)
    winner = hall.cycle.winner
    assert hall.has(winner, "Chip") == 10
    outage(hall, BATTLE + 20 * HOUR, BATTLE + 25 * HOUR)
    assert (hall.cycle.is_running, hall.cycle.winner, hall.has(winner, "Chip")) == (True, "", 9)
    assert TurnClock.objects.get(match__cycle=hall.pk).due_at == BATTLE + 29 * HOUR
    hall.to(BATTLE + 29 * HOUR)
    assert hall.cycle.winner == winner
    hall.is_sound()


def test_R56_an_outage_that_did_not_end_a_cycle_is_not_recorded_in_it_afterwards(cast: Hall) -> None:
    """Ada won by what she did, not by what others could not."""
    cast.to(START + 5 * HOUR)
    cast.grant("ada", "Chip", 10)
    times = {"began": (START + HOUR).isoformat(), "ended": (START + 2 * HOUR).isoformat()}
    cast.refused(ADMIN, "record-outage", "cycle-ended", "R128", **times, reason="a flood")
