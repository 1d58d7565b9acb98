"""Players of matches are told that they are waited for and reminded; matches are told in their games' channels."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from nomic.cycles.history.replay import discard_fork, replay_journal
from nomic.cycles.models import Cycle, Entry
from nomic.law.document.sections import Law
from nomic.matches.hosting import registry
from nomic.matches.hosting.reminders import running_clocks
from nomic.matches.models import Match, TurnClock
from nomic.notices.channels import channel_of
from nomic.notices.delivery import webhooks
from nomic.notices.delivery.outbox import deliver_due
from nomic.notices.models import Delivery, Notice, Reminder
from nomic.notices.reminders import remind_due
from tests.notices.conftest import texts
from tests.support.channel_webhooks import add_channel_webhook
from tests.support.hall import DAY, HOUR, START, Hall
from tests.support.lanterns_game import LanternsTable, lanterns, sit_down

__all__ = ["lanterns"]


@dataclass(frozen=True)
class Chess:
    """A game by its name and channel, which is all that is asked of it here. No law has it."""

    name: str = "chess"
    channel: str = "exoptosis"

    def in_force(self, law: Law) -> bool:
        return False


@pytest.fixture(autouse=True)
def chess(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry._hosted, "chess", Chess())  # type: ignore[misc]


def open_match(hall: Hall, code: str = "abc", game: str = "chess") -> Match:
    more: dict[str, Any] = {"setup_revision": 0, "revision": 0, "state": b"{}", "opened_seq": 1, "started_seq": 1}
    return Match.objects.create(cycle=hall.cycle, code=code, game=game, title=f"Chess {code}", opened_at=START, **more)


def start_clock(
    match: Match, *players: str, name: str = "turn", at: datetime = START, due: datetime = START + DAY
) -> TurnClock:
    return TurnClock.objects.create(match=match, name=name, players=list(players), began_at=at, due_at=due)


def test_a_player_is_told_and_reminded(cast: Hall) -> None:
    """That the match waits for them, and, after four fifths of the time, that it ends; with a link to the table."""
    start_clock(open_match(cast), "ada")
    cast.clock.wait(minutes=1)
    assert [remind_due(), remind_due()] == [1, 0]
    cast.clock.to(START + 0.8 * DAY)
    assert [remind_due(), remind_due()] == [1, 0]
    assert texts("ada") == [
        "It is your turn in Chess abc, until Tuesday 02 January, 00:00 UTC.",
        "Your time in Chess abc is nearly up; it ends Tuesday 02 January, 00:00 UTC.",
    ]
    assert set(Notice.objects.values_list("link", flat=True)) == {"/c/hall/matches/abc/"}
    assert set(Notice.objects.values_list("cycle", flat=True)) == {cast.pk}


def test_a_practice_clock_has_no_dates_of_the_calendar(cast: Hall) -> None:
    """Its owner moves it, so a length is said, to the minute."""
    Cycle.objects.filter(pk=cast.pk).update(practice=True)
    start_clock(open_match(cast), "ada")
    start_clock(open_match(cast, "def"), "ada", due=START + timedelta(minutes=45))
    start_clock(open_match(cast, "ghi"), "ada", due=START + timedelta(minutes=90))
    cast.clock.wait(minutes=1)
    remind_due()
    assert sorted(texts("ada")) == [
        "It is your turn in Chess abc, for 24 hours of practice time.",
        "It is your turn in Chess def, for 45 minutes of practice time.",
        "It is your turn in Chess ghi, for 1 hour 30 minutes of practice time.",
    ]
    cast.clock.to(START + 0.8 * DAY)
    remind_due()
    assert "Your time in Chess abc is nearly up." in texts("ada")


def test_who_is_named_by_a_running_clock_is_told_too(cast: Hall) -> None:
    """A clock that goes on and names another player tells that one."""
    row = start_clock(open_match(cast), "ada")
    cast.clock.wait(minutes=1)
    remind_due()
    row.players = ["ada", "bob"]
    row.save()
    assert remind_due() == 1
    assert len(texts("bob")) == 1


def test_who_has_played_need_not_read_that_they_were_waited_for(cast: Hall) -> None:
    row = start_clock(open_match(cast), "ada")
    cast.clock.wait(minutes=1)
    assert remind_due() == 1
    row.delete()
    assert remind_due() == 0
    assert len(texts("ada")) == 1
    assert not Notice.objects.filter(read_at=None).exists()


def test_all_clocks_are_read_in_one_query(cast: Hall) -> None:
    """However many matches there are, all clocks are read in one query."""
    for number in range(5):
        match = open_match(cast, code=f"m{number}")
        start_clock(match, "ada", "bob")
        start_clock(match, "eve", name="hand", due=START + timedelta(hours=3))
    for cycle in (None, cast.cycle):
        with CaptureQueriesContext(connection) as queries:
            assert len(list(running_clocks(cycle))) == 10
        assert len(queries) == 1


def test_an_entry_of_a_match_is_told_in_its_games_channel(cast: Hall) -> None:
    """Moves, and what happens by itself when a time is up; a game that is gone has the channel of all games."""
    open_match(cast)
    open_match(cast, code="xyz", game="gone")

    def told(action: str, **args: str) -> str:
        return channel_of(Entry(cycle=cast.cycle, action=action, args=args))

    assert told("move", match="abc") == "exoptosis"
    assert told("clock-expired", match="abc", clock="turn") == "exoptosis"
    assert told("move", match="xyz") == "games"
    assert told("move", match="none") == "games"
    assert told("buy", offer="x") == "game-actions"


@pytest.fixture
def playing(cast: Hall, lanterns: registry.HostedGame) -> LanternsTable:
    """A game in which the turns go ada, bob, eve."""
    table = sit_down(cast, "ada", "bob", "eve")
    table.wishes(ada=5, bob=4, eve=3)
    return table


def unread() -> list[tuple[str, str]]:
    return list(Notice.objects.filter(read_at=None).order_by("pk").values_list("person__username", "kind"))


def test_turn_by_turn(playing: LanternsTable) -> None:
    """Each is told of their own turn only, and once they have played it is over with that."""
    clock = playing.hall.clock
    clock.wait(minutes=1)
    remind_due()
    assert unread() == [("ada", "turn")]
    playing.move("ada", "rest")
    remind_due()
    assert unread() == []
    clock.wait(minutes=1)
    remind_due()
    assert unread() == [("bob", "turn")]
    clock.wait(minutes=55)
    remind_due()
    assert unread() == [("bob", "reminder")]


def test_who_was_silent_is_not_reminded_any_more(playing: LanternsTable) -> None:
    """The sweep settles first: a time that is up has passed the turn on, from the instant it was due."""
    playing.hall.clock.to(START + HOUR + timedelta(minutes=50))
    remind_due()
    assert unread() == [("bob", "reminder")]
    assert texts("ada") == []


def test_a_replay_reminds_nobody(playing: LanternsTable) -> None:
    """Though the fork has clocks that run."""
    playing.hall.clock.wait(minutes=50)
    assert remind_due() == 1
    replayed = replay_journal(playing.hall.cycle)
    assert replayed.same
    assert remind_due() == 0
    assert Reminder.objects.count() == Notice.objects.count() == 1
    discard_fork(replayed.fork)


def test_an_outage_puts_off_the_reminder(playing: LanternsTable) -> None:
    """R105: four fifths of the longer time."""
    playing.hall.do("keeper", "record-outage", hours=1, reason="a storm")
    assert {("ada", "outage"), ("bob", "outage")} <= set(unread())
    Notice.objects.filter(kind="outage").delete()
    playing.hall.clock.wait(minutes=90)
    remind_due()
    assert unread() == [("ada", "turn")]
    playing.hall.clock.wait(minutes=6)
    remind_due()
    assert unread() == [("ada", "reminder")]


def test_a_channel_hears_of_moves_and_of_no_secret(
    cast: Hall, lanterns: registry.HostedGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What everybody may know, and nothing that is sealed; what a time that is up brings as well."""
    said: list[str] = []
    monkeypatch.setattr(webhooks, "post", lambda url, body: said.append(body.decode()))
    add_channel_webhook(cast.cycle, "games", "https://hooks.example/1")
    table = sit_down(cast, "ada", "bob")
    table.wishes(ada=5)
    deliver_due()
    assert "ada has made a wish" in said[-1]
    assert not any("5" in text for text in Delivery.objects.values_list("text", flat=True))
    cast.wait(hours=2)
    deliver_due()
    assert "bob has made no wish and is out" in said[-1]
    assert Delivery.objects.filter(text__contains="has ended").exists()
