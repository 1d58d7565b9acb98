"""Pictures of links to matches of Dungeon, Tetromic and Knucklebones: the board now and at the end, and no secret."""

import re

import pytest
from django.test import Client

from nomic.matches.hosting.views.visible_match import VisibleMatch
from nomic.matches.models import Match
from nomic.web.sharing.pictures import match_picture
from tests.support.dungeon_cycles import BLANKS, delve
from tests.support.dungeon_cycles import Open as OpenDelve
from tests.support.hall import BATTLE, Hall, clock, open_cycle
from tests.support.knucklebones_cycles import Bones, bones, open_bones
from tests.support.tetromic_cycles import BARS, boards
from tests.support.tetromic_cycles import Open as OpenBoards

__all__ = ["boards", "bones", "clock", "delve", "open_bones", "open_cycle"]

pytestmark = pytest.mark.django_db


def drawn(hall: Hall) -> str:
    """The picture of the newest match as a stranger gets it, before it is a PNG."""
    match = Match.objects.filter(cycle=hall.pk).latest("pk")
    match.cycle = hall.cycle
    return match_picture(VisibleMatch(hall.read_context("stranger"), match))


def is_linked(hall: Hall, code: str) -> bool:
    """Whether the page of a match names its picture, and the picture is there."""
    address = f"/c/{hall.slug}/matches/{code}/picture.png"
    answer = Client().get(address)
    assert answer.status_code != 200 or answer.content.startswith(b"\x89PNG")
    page = Client().get(f"/c/{hall.slug}/matches/{code}/").content.decode()
    return answer.status_code == 200 and address in page


def test_tetromic_shows_the_boards_of_the_leaders(boards: OpenBoards) -> None:
    cycle = boards("ada", "bob", "cleo", **BARS)
    empty = drawn(cycle.hall)
    cycle.gain("cleo")
    cycle.bar("cleo", 0)
    after = drawn(cycle.hall)
    assert after != empty
    names = re.findall(r'text-anchor="middle"[^>]*>([^<]*)</text>', after)
    assert names == ["cleo", "ada"]
    assert is_linked(cycle.hall, cycle.match.code)


def test_dungeon_shows_a_level_and_nobodys_plan(delve: OpenDelve) -> None:
    cycle = delve("ada", "bob", pool=BLANKS)
    before = drawn(cycle.hall)
    assert before.count('href="#dg-blank"') == 60
    assert ">Ad</text>" in before
    cycle.plan("ada", "E", "E")
    assert drawn(cycle.hall) == before
    assert is_linked(cycle.hall, cycle.code)


def test_knucklebones_shows_both_fields(bones: Bones) -> None:
    bones.want("ada", "bob")
    bones.want("bob", "ada")
    bones.hall.to(BATTLE)
    match = bones.matches[0]
    assert is_linked(bones.hall, match.code)
    bones.play_on()
    svg = drawn(bones.hall)
    sides = bones.state().sides
    assert svg.count('href="#pips-') == sum(len(column) for side in sides for column in side.field)
    assert f"{bones.matches[0].result['winners'][0]} won" in svg
    assert is_linked(bones.hall, match.code)
