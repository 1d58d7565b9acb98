"""Reminders at four fifths of the time, once for each player and clock."""

from datetime import timedelta

import pytest
from django.core import mail

from nomic.cycles.history.replay import replay_journal
from nomic.cycles.models import Cycle, Status
from nomic.notices import reminders
from nomic.notices.delivery.outbox import deliver_due
from nomic.notices.models import Delivery, Notice, Reminder, Webhook
from nomic.notices.notify import notify_people
from nomic.notices.reminders import remind_due
from tests.notices.conftest import Clocks, mailable, person, texts
from tests.support.hall import DAY, HOUR, START, Hall, OpenCycle


def test_a_player_is_reminded_when_four_fifths_have_passed(cast: Hall, clocks: Clocks) -> None:
    """Not a second before; the instant itself is late enough."""
    clocks.start(cast, "ada", began_at=START, due_at=START + 10 * HOUR, nearly_up="Your turn.", link="/c/hall/table/")
    cast.clock.to(START + 8 * HOUR - timedelta(seconds=1))
    assert remind_due() == 0
    assert Notice.objects.count() == 0
    cast.clock.to(START + 8 * HOUR)
    assert remind_due() == 1
    notice = Notice.objects.get()
    assert (notice.person.username, notice.kind, notice.text, notice.link) == (
        "ada",
        "reminder",
        "Your turn.",
        "/c/hall/table/",
    )


def test_each_player_is_reminded_once(cast: Hall, clocks: Clocks) -> None:
    """However often the sweep runs; a player whose time the clock becomes later is reminded then."""
    row = clocks.start(cast, "ada", "bob", began_at=START, due_at=START + 10 * HOUR)
    cast.clock.to(START + 9 * HOUR)
    assert [remind_due(), remind_due(), remind_due()] == [2, 0, 0]
    row["players"] = ("bob", "eve")
    assert [remind_due(), remind_due()] == [1, 0]
    assert [len(texts(name)) for name in ("ada", "bob", "eve")] == [1, 1, 1]


def test_a_late_sweep_still_reminds_once(cast: Hall, clocks: Clocks) -> None:
    """The worker was off for longer than the time lasted, and the clock runs on."""
    clocks.start(cast, "ada", began_at=START, due_at=START + 2 * HOUR)
    cast.clock.to(START + 5 * HOUR)
    assert [remind_due(), remind_due()] == [1, 0]
    assert len(texts("ada")) == 1


def test_a_clock_that_begins_anew_is_another(cast: Hall, clocks: Clocks) -> None:
    row = clocks.start(cast, "ada", began_at=START, due_at=START + 2 * HOUR)
    cast.clock.to(START + 2 * HOUR)
    assert remind_due() == 1
    row.update(began_at=START + 2 * HOUR, due_at=START + 4 * HOUR)
    assert remind_due() == 0
    cast.clock.to(START + 4 * HOUR)
    assert remind_due() == 1


def test_two_clocks_of_one_player_are_two_reminders(cast: Hall, clocks: Clocks) -> None:
    clocks.start(cast, "ada", began_at=START, due_at=START + 2 * HOUR, key="turn")
    clocks.start(cast, "ada", began_at=START, due_at=START + 2 * HOUR, key="hand")
    cast.clock.to(START + 2 * HOUR)
    assert remind_due() == 2


def test_the_cycles_own_clock_counts(clocks: Clocks, open_cycle: OpenCycle) -> None:
    """A practice cycle that is three days ahead reminds three days earlier."""
    ahead = open_cycle(slug="ahead", practice=True, clock_offset=3 * DAY)
    behind = open_cycle(slug="behind")
    for each in (ahead, behind):
        each.join("ada")
        clocks.start(each, "ada", began_at=START + 2 * DAY, due_at=START + 3 * DAY)
    assert remind_due() == 1
    assert Notice.objects.get().cycle_id == ahead.pk


def test_what_is_due_is_settled_first(cast: Hall, clocks: Clocks, monkeypatch: pytest.MonkeyPatch) -> None:
    """A clock that the settling stops reminds nobody: the clocks are read again under the cycle's lock."""
    clocks.start(cast, "ada", began_at=START, due_at=START + 3 * DAY)
    cast.clock.to(START + 3 * DAY + HOUR)
    seen = clocks.__call__

    def until_battle(cycle: Cycle | None) -> list[object]:
        return [each for each in seen(cycle) if each.cycle.phase == 0]

    monkeypatch.setattr(reminders, "clocks_of_kinds", lambda: [until_battle])
    assert remind_due() == 0
    assert cast.cycle.phase == 1
    assert not Notice.objects.exclude(kind="recap").exists()


def test_a_cycle_that_has_ended_reminds_nobody(cast: Hall, clocks: Clocks) -> None:
    clocks.start(cast, "ada", began_at=START, due_at=START + HOUR)
    Cycle.objects.filter(pk=cast.pk).update(status=Status.ENDED)
    cast.clock.to(START + HOUR)
    assert remind_due() == 0


def test_a_fork_reminds_nobody(cast: Hall, clocks: Clocks) -> None:
    fork = replay_journal(cast.cycle).fork
    clocks.start(Hall(fork, cast.clock), "ada", began_at=START, due_at=START + HOUR)
    cast.clock.to(START + HOUR)
    assert remind_due() == 0
    assert Reminder.objects.count() == 0


def test_a_cycles_failure_keeps_nobody_else_from_being_reminded(
    clocks: Clocks, open_cycle: OpenCycle, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is logged, and tried again the next time."""

    broken, sound = open_cycle(slug="broken"), open_cycle(slug="sound")
    for each in (broken, sound):
        each.join("ada")
        clocks.start(each, "ada", began_at=START - HOUR, due_at=START)
    settle = reminders.settle

    def fails(slug: str) -> int:
        if slug == "broken":
            raise RuntimeError("out of order")
        return settle(slug)

    monkeypatch.setattr(reminders, "settle", fails)
    assert remind_due() == 1
    assert Notice.objects.get().cycle_id == sound.pk
    monkeypatch.setattr(reminders, "settle", settle)
    assert remind_due() == 1


def test_a_reminder_is_told_in_the_cycles_channel(cast: Hall, clocks: Clocks) -> None:
    """Once for all players of the clock, to the webhooks of its channel and to those of all channels."""
    for channel in ("exoptosis", "", "proposals"):
        Webhook.objects.create(
            cycle=cast.cycle, channel=channel, url=f"https://hooks.example/{channel}", last_read_seq=99
        )
    clocks.start(cast, "ada", "bob", began_at=START, due_at=START + HOUR, nearly_up="Time.", channel="exoptosis")
    cast.clock.to(START + HOUR)
    assert remind_due() == 2
    assert [(row.webhook.channel, row.text) for row in Delivery.objects.all() if row.webhook] == [
        ("exoptosis", "ada, bob: Time."),
        ("", "ada, bob: Time."),
    ]


def test_a_sweep_in_which_nobody_is_due_takes_no_lock(cast: Hall, clocks: Clocks) -> None:
    """The clocks of all cycles are read once."""
    clocks.start(cast, "ada", began_at=START, due_at=START + 10 * HOUR)
    assert remind_due() == 0
    assert clocks.asked == [None]
    assert person("ada").notices.count() == 0


def test_a_player_is_told_that_they_are_waited_for(cast: Hall, clocks: Clocks) -> None:
    """Half a minute after their time began, once; who plays sooner is at the table and hears nothing."""
    row = clocks.start(cast, "ada", began_at=START, due_at=START + DAY, begun="It is your turn.", link="/c/hall/table/")
    cast.clock.wait(seconds=29)
    assert remind_due() == 0
    cast.clock.wait(seconds=1)
    assert [remind_due(), remind_due()] == [1, 0]
    notice = Notice.objects.get()
    assert (notice.kind, notice.text, notice.link) == ("turn", "It is your turn.", "/c/hall/table/")
    row.update(players=("bob",), began_at=cast.clock.now)
    cast.clock.wait(seconds=10)
    assert remind_due() == 0
    clocks.running.clear()
    cast.clock.wait(hours=1)
    assert remind_due() == 0
    assert texts("bob") == []


def test_the_reminder_takes_the_place_of_what_was_told_before(cast: Hall, clocks: Clocks) -> None:
    """Only one of the two is left to be read."""
    clocks.start(cast, "ada", began_at=START, due_at=START + DAY, begun="Your turn.", nearly_up="Hurry.")
    cast.clock.wait(hours=1)
    assert remind_due() == 1
    cast.clock.wait(hours=19)
    assert [remind_due(), remind_due()] == [1, 0]
    assert texts("ada") == ["Your turn.", "Hurry."]
    assert Notice.objects.get(read_at=None).text == "Hurry."


def test_a_short_time_is_told_of_once(cast: Hall, clocks: Clocks) -> None:
    """Where four fifths have passed before anybody was told, the reminder is all that is told."""
    clocks.start(cast, "ada", began_at=START, due_at=START + HOUR, begun="Your turn.", nearly_up="Hurry.")
    cast.clock.wait(minutes=50)
    assert [remind_due(), remind_due()] == [1, 0]
    assert texts("ada") == ["Hurry."]


def test_what_is_done_need_not_be_read(cast: Hall, clocks: Clocks) -> None:
    """When a clock no longer runs for somebody, what they were told of it counts as read, and is not sent."""
    mailable("ada", "ada@example.org")
    row = clocks.start(cast, "ada", "bob", began_at=START, due_at=START + DAY, begun="Your turn.")
    other = clocks.start(cast, "ada", began_at=START, due_at=START + DAY, begun="Another.", key="turn 2")
    cast.clock.wait(seconds=40)
    assert remind_due() == 3
    row["players"] = ("bob",)
    assert remind_due() == 0
    assert list(Notice.objects.filter(read_at=None).order_by("pk").values_list("person__username", "text")) == [
        ("bob", "Your turn."),
        ("ada", "Another."),
    ]
    row["began_at"] = other["began_at"] = cast.clock.now
    assert remind_due() == 0
    assert not Notice.objects.filter(read_at=None).exists()
    cast.clock.wait(minutes=2)
    deliver_due()
    assert mail.outbox == []


def test_other_notices_stay_unread(cast: Hall, clocks: Clocks) -> None:
    """Only what clocks made is over with them."""
    notify_people([person("ada")], "bell", "Ding.")
    clocks.start(cast, "ada", began_at=START - DAY, due_at=START)
    remind_due()
    clocks.running.clear()
    remind_due()
    assert Notice.objects.get(read_at=None).text == "Ding."


def test_many_clocks_are_told_of_bit_by_bit(cast: Hall, clocks: Clocks, monkeypatch: pytest.MonkeyPatch) -> None:
    """The cycle is not locked for all of them at once."""

    monkeypatch.setattr(reminders, "MAX_AT_ONCE", 2)
    for number in range(5):
        clocks.start(cast, "ada", began_at=START - DAY, due_at=START, key=f"turn {number}")
    assert remind_due() == 5
    assert len(clocks.asked) == 1 + 3
    assert Reminder.objects.count() == 5
