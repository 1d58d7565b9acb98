"""Players of matches are told that they are waited for and reminded; matches are told in their games' channels."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from nomic.cycles.models import Entry
from nomic.notices.channels import channel_of
from nomic.notices.models import Notice
from nomic.notices.timed import remind_due
from nomic.tables import hosted
from nomic.tables.models import Match, TurnClock
from nomic.tables.reminding import running_clocks
from tests.notices.conftest import texts
from tests.support.hall import DAY, START, Hall


@dataclass(frozen=True)
class Chess:
    """A game by its name and channel, which is all that is asked of it here."""

    name: str = "chess"
    channel: str = "exoptosis"


@pytest.fixture(autouse=True)
def chess(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(hosted._hosted, "chess", Chess())  # type: ignore[misc]


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
        "Chess abc waits for you, until Tuesday 02 January, 00:00 UTC.",
        "Your time in Chess abc is nearly up; it ends Tuesday 02 January, 00:00 UTC.",
    ]
    assert set(Notice.objects.values_list("link", flat=True)) == {"/c/hall/matches/abc/"}
    assert set(Notice.objects.values_list("cycle", flat=True)) == {cast.pk}


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
    """However many matches there are."""
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
