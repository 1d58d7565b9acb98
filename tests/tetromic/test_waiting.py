"""Pieces in hand wait for their player wherever tasks are shown, until none can be placed."""

import pytest
from django.db import connection
from django.test import Client

from nomic.accounts.models import Person
from nomic.law.document.templates import document_of
from nomic.players.player_tasks import waiting_everywhere, waiting_for
from tests.support.counted_queries import CountedQueries
from tests.support.hall import OpenCycle
from tests.support.signed_in import browser_of
from tests.support.tetromic_cycles import BARS, Boards, Open, section

pytestmark = pytest.mark.django_db


def waits(cycle: Boards, name: str) -> list[str]:
    return [each.task.summary for each in waiting_for(cycle.hall.read_context(name))]


def test_a_piece_in_hand_waits_once_the_phase_has_none_to_gain(boards: Open) -> None:
    cycle = boards("ada", "bob", **BARS)
    assert waits(cycle, "ada") == ["Your move in Tetromic"]
    cycle.gain("ada")
    assert waits(cycle, "ada") == ["Place your piece in Tetromic"]
    assert waits(cycle, "bob") == ["Your move in Tetromic"]
    for page in ("/", "/c/hall/"):
        told = browser_of("ada").get(page).content.decode()
        assert "Place your piece in Tetromic" in told, page
        assert f'href="/c/hall/matches/{cycle.match.code}/"' in told, page
        assert "Place your piece in" not in browser_of("bob").get(page).content.decode(), page
    (item,) = browser_of("ada").get("/api/v1/cycles/hall/questions/").json()["items"]
    assert (item["kind"], item["says"]) == ("tetromic-pieces", "Place your piece in Tetromic")
    assert Client().get("/api/v1/cycles/hall/questions/").json()["items"] == []
    cycle.bar("ada", 0)
    assert waits(cycle, "ada") == []


def test_a_piece_that_fits_nowhere_does_not_wait(boards: Open) -> None:
    cycle = boards("ada", board={"rows": 5, "columns": 5}, pieces={"Bar": {"shape": ["#" * 6]}})
    cycle.gain("ada")
    assert cycle.board("ada").hand == ("Bar",)
    assert waits(cycle, "ada") == []


def test_several_pieces_are_counted_and_cycles_take_no_more_queries(boards: Open, open_cycle: OpenCycle) -> None:
    cycle = boards("ada", gain=2, **BARS)
    cycle.gain("ada")
    assert waits(cycle, "ada") == ["Place your 2 pieces in Tetromic"]
    document = {**document_of("tetromic"), "tetromic": section(**BARS)}
    others = [open_cycle(document, template="tetromic", slug=slug) for slug in ("second", "third")]
    for other in others:
        other.join("ada")
    person = Person.objects.get(username="ada")
    cycles = [cycle.hall.cycle, *(other.cycle for other in others)]
    assert all(each.law for each in cycles)
    waiting_everywhere(person, cycles)
    counts = []
    for some in (cycles[:1], cycles):
        with CountedQueries(connection) as queries:
            waiting_everywhere(person, some)
        counts.append(queries)
    counts[1].assert_no_more_than(counts[0])
