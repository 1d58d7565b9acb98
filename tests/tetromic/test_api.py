"""Placements through the API: by nodes, by orientation and anchor, or by the answer to where; and what is refused."""

import json
from html import unescape
from typing import Any

import pytest
from django.test import Client

from nomic.accounts.models import Person
from nomic.accounts.tokens import issue_token
from nomic.matches.contract.derive_schemas import moves_schema
from nomic.matches.hosting.registry import game_named
from tests.support.tetromic_cycles import Boards, Open

pytestmark = pytest.mark.django_db

Json = Any
NODES = [[2, 4], [3, 4], [4, 4], [4, 5]]  # the L as it is drawn, its box's bottom left at (2,4)
PLACE = {"kind": "place", "piece": "L"}


@pytest.fixture
def cycle(boards: Open) -> Boards:
    """Ada has two pieces more than the one in the corner of her board; Bob has a board, too."""
    cycle = boards("ada", "bob", pieces={"L": {"shape": ["..#", "###"]}}, least_gain=3)
    cycle.gain("ada")
    cycle.place("ada", "L", (0, 0), (1, 0), (2, 0), (2, 1))
    return cycle


def send(cycle: Boards, body: Json, name: str = "ada") -> Any:
    """A move's body as a bot sends it."""
    _, secret = issue_token(Person.objects.get(username=name), "for the test")
    return Client().post(
        f"/api/v1/matches/{cycle.match.code}/moves/",
        body,
        content_type="application/json",
        headers={"Authorization": f"Bearer {secret}"},
    )


@pytest.mark.parametrize(
    "body",
    [
        {"move": {**PLACE, "cells": NODES}},
        {"move": {**PLACE, "cells": NODES[::-1]}},
        {"move": {**PLACE, "orientation": 0, "anchor": [2, 4]}},
        {"move": PLACE, "answers": [["0:2,4"]]},
    ],
)
def test_R61_a_placement_by_nodes_by_anchor_and_by_answer_is_the_same(cycle: Boards, body: Json) -> None:
    """In whatever order the nodes are."""
    answer = send(cycle, body)
    assert answer.status_code == 201, answer.content
    after = cycle.board("ada")
    assert after.rows == (0b111, 0b100, 0, 0, 0b11100, 0b10000, 0, 0, 0, 0)
    assert after.hand == ("L",)


@pytest.mark.parametrize("orientation", range(8))
def test_R61_a_piece_turned_and_flipped_by_its_orientation(cycle: Boards, orientation: int) -> None:
    """The view tells the nodes of all eight; the anchor moves them."""
    shapes = cycle.table.game.view(cycle.table.rules, cycle.table.state, "ada").pieces["L"]
    assert len({tuple(map(tuple, shape)) for shape in shapes}) == len(shapes) == 8
    placed = cycle.events(cycle.move("ada", **PLACE, orientation=orientation, anchor=[3, 7]))[0][1]
    assert placed["cells"] == [[x + 3, y + 7] for x, y in shapes[orientation]]


def test_a_piece_without_a_place_is_asked_for_one(cycle: Boards) -> None:
    """Every place that it fits is an option, with the nodes in words; nothing has changed."""
    with cycle.hall.nothing_changes():
        asked = send(cycle, {"move": PLACE}).json()
    assert asked["status"] == "question"
    options = {option["value"]: option["label"] for option in asked["question"]["options"]}
    assert options["0:2,4"] == "(2,4) (3,4) (4,4) (4,5)"
    assert "0:0,0" not in options
    assert "0:4,0" not in options


@pytest.mark.parametrize(
    ("body", "status", "code", "says"),
    [
        ({"move": {**PLACE, "cells": [[2, 1], [3, 1], [4, 1], [4, 2]]}}, 409, "taken", "a unit already at (2,1)"),
        ({"move": {**PLACE, "orientation": 0, "anchor": [1, 1]}}, 409, "taken", "a unit already at (2,1)"),
        ({"move": {**PLACE, "cells": [[4, 9], [5, 9], [6, 9], [6, 8]]}}, 409, "outside", "to (6,8)"),
        ({"move": {**PLACE, "orientation": 0, "anchor": [4, 0]}}, 409, "outside", "to (6,0)"),
        ({"move": {**PLACE, "orientation": 0, "anchor": [0, -1]}}, 409, "outside", "to (0,-1)"),
        ({"move": {**PLACE, "orientation": 0, "anchor": [10**30, 0]}}, 409, "outside", "beyond the board"),
        ({"move": {**PLACE, "cells": [[3, 4], [4, 4], [3, 5], [4, 5]]}}, 409, "wrong-shape", "the shape of L"),
        ({"move": {**PLACE, "cells": NODES[:3]}}, 409, "wrong-shape", "the shape of L"),
        ({"move": {**PLACE, "cells": NODES + NODES}}, 409, "wrong-shape", "the shape of L"),
        ({"move": {**PLACE, "cells": []}}, 409, "wrong-shape", "the shape of L"),
        ({"move": {**PLACE, "cells": [[0, 0]] * 5000}}, 422, "bad-arguments", "move"),
        ({"move": {**PLACE, "cells": [["2", "4"]] * 4}}, 409, "bad-field", "cells[0][0]: Expected"),
        (
            {"move": {**PLACE, "cells": [[2.0, 4], [3, 4], [4, 4], [4, 5]]}},
            409,
            "bad-field",
            "cells[0][0]: Expected",
        ),
        ({"move": {**PLACE, "cells": {"x": 2}}}, 409, "bad-field", "cells: Expected `array`"),
        (
            {"move": {**PLACE, "cells": [[True, 4], [3, 4], [4, 4], [4, 5]]}},
            409,
            "bad-field",
            "cells[0][0]: Expected",
        ),
        ({"move": {**PLACE, "orientation": 8, "anchor": [2, 4]}}, 409, "bad-orientation", "0 to 7"),
        ({"move": {**PLACE, "orientation": -1, "anchor": [2, 4]}}, 409, "bad-orientation", "0 to 7"),
        ({"move": {**PLACE, "orientation": True, "anchor": [2, 4]}}, 409, "bad-field", "orientation: Expected `int`"),
        ({"move": {**PLACE, "orientation": None, "anchor": [2, 4]}}, 409, "bad-field", "orientation: Expected `int`"),
        ({"move": {**PLACE, "orientation": 0, "anchor": "a1"}}, 409, "bad-field", "anchor: Expected `array`"),
        (
            {"move": {**PLACE, "orientation": 0, "anchor": [1, 2, 3]}},
            409,
            "bad-field",
            "anchor: Expected `array` of",
        ),
        ({"move": {**PLACE, "orientation": 0}}, 409, "unknown-fields", "an orientation and an anchor"),
        ({"move": {**PLACE, "cells": NODES, "orientation": 0}}, 409, "unknown-fields", "an orientation and an anchor"),
        ({"move": {**PLACE, "player": "bob"}}, 409, "unknown-field", "has no 'player'"),
        ({"move": {**PLACE, "cells": NODES}, "answers": [["0:2,4"]]}, 422, "bad-arguments", "answers/0"),
        ({"move": PLACE, "answers": [["0:0,0"]]}, 422, "bad-arguments", "answers/0"),
        ({"move": PLACE, "answers": [["9:9,9"]]}, 422, "bad-arguments", "answers/0"),
        ({"move": PLACE, "answers": [[7]]}, 422, "bad-arguments", "answers/0"),
        ({"move": PLACE, "answers": [["0:2,4", "0:3,4"]]}, 422, "bad-arguments", "answers/0"),
        ({"move": PLACE, "answers": [["0:2,4"], ["0:3,4"]]}, 422, "bad-arguments", "answers/1"),
        ({"move": {"kind": "place", "piece": "Line"}}, 409, "not-in-hand", "do not have that piece"),
        ({"move": {"kind": "place", "piece": ["L"]}}, 409, "bad-field", "piece: Expected `str`"),
        ({"move": {"kind": "place", "piece": None}}, 409, "bad-field", "piece: Expected `str`"),
        ({"move": {"kind": "place"}}, 409, "missing-field", "needs 'piece' too"),
        ({"move": {"kind": ["gain"]}}, 409, "unknown-move", "one of these: gain, place"),
        ({"move": {"kind": "gain"}}, 409, "gained", "gained this phase"),
        ({"move": {"kind": "gain", "pieces": ["L"]}}, 409, "unknown-field", "has no 'pieces'"),
        ({"move": {**PLACE, "cells": NODES}, "expected_version": 1}, 409, "stale-version", "Look at it again"),
        ({"move": {**PLACE, "cells": NODES}, "player": "bob"}, 422, "bad-arguments", "player"),
    ],
)
def test_R61_an_impossible_placement_says_why(cycle: Boards, body: Json, status: int, code: str, says: str) -> None:
    """By the field or with a code and in words, and nothing has changed."""
    with cycle.hall.nothing_changes():
        answer = send(cycle, body)
    assert (answer.status_code, answer.json()["code"]) == (status, code), answer.content
    assert says in answer.content.decode()


def test_pieces_are_placed_on_ones_own_board_alone(cycle: Boards) -> None:
    """Bob has no pieces in hand, whatever Ada has."""
    with cycle.hall.nothing_changes():
        assert send(cycle, {"move": {**PLACE, "cells": NODES}}, "bob").json()["code"] == "not-in-hand"


def test_all_boards_are_everybodys_to_see(cycle: Boards) -> None:
    """Also for people who have not signed in."""
    seen = Client().get(f"/api/v1/matches/{cycle.match.code}/").json()["view"]["boards"][0]
    assert (seen["player"], seen["hand"]) == ("ada", ["L", "L"])
    assert seen["rows"][:3] == [[1, 1, 1, 0, 0, 0], [0, 0, 1, 0, 0, 0], [0] * 6]


def test_the_page_of_a_match_says_what_a_move_is(cycle: Boards) -> None:
    """The schema that stands in the API's document, and where the match is read; for whoever writes a bot."""
    page = unescape(Client().get(f"/c/{cycle.hall.slug}/matches/{cycle.match.code}/").content.decode())
    schema = json.loads(page.partition('<pre tabindex="0">')[2].partition("</pre>")[0])
    assert schema == moves_schema(game_named("tetromic").engine)
    assert set(schema["$defs"]) == {"Gain", "Place"}
    assert f"GET /api/v1/matches/{cycle.match.code}/" in page
