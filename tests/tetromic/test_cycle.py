"""A whole cycle of Tetromic, through the doors that every act comes in by."""

from datetime import timedelta

import pytest
from django.core.management import call_command

from nomic.cycles.models import Cycle, Status
from nomic.law.templates import document_of
from nomic.tables.models import Match
from nomic.tables.table import Table
from tests.support.hall import BATTLE, START, WEEK, Hall

pytestmark = pytest.mark.django_db


def _open(open_cycle, **changes) -> Hall:
    document = document_of("tetromic")
    return open_cycle({**document, "tetromic": {**document["tetromic"], **changes}}, template="tetromic")


def _board(hall: Hall, player: str):
    return Table(hall.cycle, Match.objects.get()).state.board(player)


def _move(hall: Hall, player: str, **move):
    return hall.do(player, "move", match=Match.objects.get().code, move=move)


def test_R72_a_cycle_can_be_created_from_it(db) -> None:
    """By the command with which every cycle begins; Cycle 16's phases, and no grant."""
    call_command("create_cycle", "tetromic", "--slug", "boards")
    document = Cycle.objects.get(slug="boards").law.document
    assert document["calendar"] == document_of("cycle-16")["calendar"]
    assert "starting_grant" not in document


def test_R62_one_gain_a_phase(open_cycle) -> None:
    """One piece at level 0; a second gain is refused in the same phase and possible in the next."""
    hall = _open(open_cycle)
    hall.join("ada")
    _move(hall, "ada", kind="gain")
    assert len(_board(hall, "ada").hand) == 1
    code = Match.objects.get().code
    hall.refused("ada", "move", "gained", match=code, move={"kind": "gain"})
    assert len(_board(hall, "ada").hand) == 1
    hall.to(BATTLE)
    _move(hall, "ada", kind="gain")
    assert len(_board(hall, "ada").hand) == 2


def test_R116_what_is_not_gained_lapses(open_cycle) -> None:
    """After two phases without a gain there is one to be had, not three."""
    hall = _open(open_cycle)
    hall.join("ada")
    hall.to(START + timedelta(days=8))
    _move(hall, "ada", kind="gain")
    assert len(_board(hall, "ada").hand) == 1


def test_players_join_late_and_leave(open_cycle) -> None:
    """One match for all; who comes later has an empty board, and who leaves has none."""
    hall = _open(open_cycle)
    hall.join("ada")
    hall.to(BATTLE)
    hall.join("bob")
    assert Match.objects.count() == 1
    assert _board(hall, "bob").rows == (0,) * 10
    hall.do("ada", "leave")
    assert _board(hall, "ada") is None
    assert _board(hall, "bob") is not None


def test_a_cycle_to_its_victory(open_cycle) -> None:
    """By a law of one piece as wide as the board: three rows are two levels, and the second wins the cycle."""
    hall = _open(
        open_cycle,
        board={"rows": 10, "columns": 4},
        winning_level=2,
        pieces={"Bar": {"shape": ["####"]}},
    )
    hall.join("ada", "bob")
    for day in (0, 3, 7):
        hall.to(START + timedelta(days=day, hours=1))
        _move(hall, "ada", kind="gain")
        _move(hall, "ada", kind="place", piece="Bar", cells=[[x, 0] for x in range(4)])
    assert (hall.cycle.status, hall.cycle.winner) == (Status.ENDED, "ada")
    assert Match.objects.get().result == {"ending": "won", "winners": ["ada"]}
    hall.is_sound()


def test_a_vote_that_brings_the_game_seats_all_who_play_then(open_cycle) -> None:
    """In the order in which they joined the cycle, by one match; who comes later sits down when they join."""
    document = document_of("tetromic")
    section, rules = document.pop("tetromic"), document["rules"]
    worded = {name: rules.pop(name) for name in ("boards", "pieces", "levels", "winning")}
    hall = open_cycle(document, template="tetromic")
    hall.join("eve", "ada")
    assert not Match.objects.exists()
    changes = [{"op": "add", "path": "/tetromic", "value": section}]
    changes += [{"op": "add", "path": f"/rules/{name}", "value": rule} for name, rule in worded.items()]
    proposal = hall.propose("ada", *changes)
    hall.vote(proposal, ada="for", eve="for")
    hall.to(WEEK)
    assert [seat.player for seat in Table(hall.cycle, Match.objects.get()).seats] == ["eve", "ada"]
    hall.join("bob")
    assert [seat.player for seat in Table(hall.cycle, Match.objects.get()).seats] == ["eve", "ada", "bob"]
    hall.is_sound()
