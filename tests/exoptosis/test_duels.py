"""Duels: asked for, accepted, declined, taken back, lapsed; once a phase each."""

from datetime import timedelta
from typing import Any

import pytest

from nomic.notices.models import Notice
from nomic.tables.models import Match, MatchStatus
from nomic.tables.table import table_of
from tests.support.hall import BATTLE, DAY, Hall

PLAIN = ("2", "3", "5", "7", "9")


@pytest.fixture
def armed(cast: Hall) -> Hall:
    """Ada, Bob and Eve with five plain cards each, in a rest phase."""
    for name in ("ada", "bob", "eve"):
        for species in PLAIN:
            cast.grant_card(name, species)
    return cast


def asked(hall: Hall, name: str, *players: str) -> str:
    """Somebody asks for a duel; its code."""
    entry = hall.do(name, "request-duel", players=list(players))
    return str(next(event["match"] for event in entry.events if event["kind"] == "duel-requested"))


def ending(hall: Hall, code: str) -> Any:
    return (Match.objects.get(cycle=hall.cycle, code=code).result or {}).get("ending")


def choose_hand(hall: Hall, name: str, code: str) -> None:
    table = table_of(hall.moment(name), Match.objects.get(cycle=hall.cycle, code=code))
    seat = next(seat for seat in table.state.seats if seat.player == name)
    hall.do(name, "move", match=code, move={"kind": "hand"}, answers=[list(seat.deck[:4])])


def test_R32_all_who_are_asked_must_accept(armed: Hall) -> None:
    """With the last of them the duel begins, whatever the phase; it pays the pool only (R44)."""
    code = asked(armed, "ada", "bob", "eve")
    armed.do("bob", "accept-duel", match=code)
    assert Match.objects.get(code=code).status == MatchStatus.GATHERING
    armed.do("eve", "accept-duel", match=code)
    assert Match.objects.get(code=code).status == MatchStatus.RUNNING
    for name in ("ada", "bob", "eve"):
        choose_hand(armed, name, code)
    before = {name: armed.has(name, "Vertebra") for name in ("ada", "bob", "eve")}
    for name in ("ada", "bob"):
        armed.do(name, "move", match=code, move={"kind": "forfeit"})
    assert Match.objects.get(code=code).result == {"ending": "won", "winners": ["eve"]}
    assert {name: armed.has(name, "Vertebra") for name in before} == before
    assert armed.has("eve", "Chip") == 0
    armed.is_sound()


def test_somebody_who_is_asked_is_told(armed: Hall) -> None:
    """Those asked and nobody else, with the way to the table."""
    code = asked(armed, "ada", "bob")
    (notice,) = Notice.objects.filter(kind="duel-asked")
    assert (notice.person.username, notice.link) == ("bob", f"/c/hall/matches/{code}/")


def test_R95_who_declines_calls_it_off_and_uses_up_nobodys_duel(armed: Hall) -> None:
    code = asked(armed, "ada", "bob")
    armed.do("bob", "decline-duel", match=code)
    assert ending(armed, code) == "off"
    asked(armed, "ada", "bob")
    armed.is_sound()


def test_R95_a_request_lapses_after_two_days(armed: Hall) -> None:
    """To the instant."""
    code = asked(armed, "ada", "bob")
    armed.to(armed.clock.now + 2 * DAY - timedelta(microseconds=1))
    armed.settle()
    assert ending(armed, code) is None
    armed.to(armed.clock.now + timedelta(microseconds=1))
    armed.settle()
    assert ending(armed, code) == "off"
    armed.is_sound()


def test_R95_a_request_can_be_taken_back(armed: Hall) -> None:
    """By whoever asked, until all have accepted."""
    code = asked(armed, "ada", "bob", "eve")
    armed.do("bob", "accept-duel", match=code)
    armed.refused("bob", "withdraw-duel", "nothing-asked", "", match=code)
    armed.do("ada", "withdraw-duel", match=code)
    assert ending(armed, code) == "off"
    armed.is_sound()


def test_R32_one_duel_a_phase(armed: Hall) -> None:
    """Asking and accepting count; in the next phase there is another."""
    code = asked(armed, "ada", "bob")
    armed.do("bob", "accept-duel", match=code)
    armed.refused("ada", "request-duel", "once-a-phase", "", players=["eve"])
    other = asked(armed, "eve", "bob")
    armed.refused("bob", "accept-duel", "once-a-phase", "", match=other)
    armed.to(BATTLE)
    asked(armed, "ada", "eve")
    armed.is_sound()


def test_who_cannot_be_asked(armed: Hall) -> None:
    """Oneself, nobody, a stranger; and one needs cards for a hand."""
    armed.bad("ada", "request-duel", "players", players=["ada"])
    armed.bad("ada", "request-duel", "players", players=[])
    armed.bad("ada", "request-duel", "players", players=["nobody"])
    armed.join("zoe")
    armed.refused("zoe", "request-duel", "too-few-cards", "", players=["ada"])


def test_R32_in_a_rest_phase_a_duel_waits_for_all_hands(armed: Hall) -> None:
    """Only within a battle phase are those out who have not chosen a day after being told."""
    code = asked(armed, "ada", "bob")
    armed.do("bob", "accept-duel", match=code)
    choose_hand(armed, "ada", code)
    armed.to(BATTLE - timedelta(microseconds=1))
    armed.settle()
    assert ending(armed, code) is None
    armed.to(BATTLE)
    armed.settle()
    assert ending(armed, code) == "off"
    armed.is_sound()
