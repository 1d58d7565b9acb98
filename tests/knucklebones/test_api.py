"""A game of Knucklebones by programs: intentions, a whole game, and what is refused, through the REST API."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from nomic.accounts.models import Person
from nomic.accounts.tokens import issue_token
from tests.support.hall import BATTLE
from tests.support.knucklebones_cycles import Bones

pytestmark = pytest.mark.django_db

Json = Any


class Caller:
    """Somebody's program, with their token."""

    def __init__(self, bones: Bones, name: str) -> None:
        person = Person.objects.get(username=name)
        self.name = name
        self._client = Client(headers={"Authorization": f"Bearer {issue_token(person, 'dice')[1]}"})

    def read(self, path: str) -> Json:
        response = self._client.get(f"/api/v1/{path}")
        assert response.status_code == 200, response.content
        return response.json()

    def send(self, path: str, body: Json) -> Any:
        return self._client.post(f"/api/v1/{path}", json.dumps(body), content_type="application/json")

    def want(self, *opponents: str, **more: str) -> Any:
        return self.send("cycles/hall/actions/intend-knucklebones/", {"opponents": list(opponents), **more})

    def move(self, code: str, **move: Json) -> Any:
        return self.send(f"matches/{code}/moves/", {"move": move})


@pytest.fixture
def call(bones: Bones) -> Callable[[str], Caller]:
    """The program of a player."""
    return lambda name: Caller(bones, name)


def problem(response: Any, status: int, code: str) -> Json:
    """What a refusal says."""
    assert response["Content-Type"] == "application/problem+json"
    said = json.loads(response.content)
    assert (response.status_code, said["code"]) == (status, code), said
    assert said["detail"]
    return said


def test_R57_R59_two_programs_declare_play_a_game_and_one_is_paid(bones: Bones, call: Callable[[str], Caller]) -> None:
    """From the form that the API describes to the Chip in the inventory; refused moves change nothing."""
    ada, bob = call("ada"), call("bob")
    (offered,) = [
        item for item in ada.read("cycles/hall/actions/?choices=true")["items"] if item["name"] == "intend-knucklebones"
    ]
    assert [choice["value"] for choice in offered["choices"]["opponents"]] == ["bob", "eve", "flo"]
    assert offered["reason"] is None
    assert problem(ada.want("zoe"), 422, "bad-arguments")["errors"][0]["field"] == "opponents/0"
    assert problem(ada.want(how="one"), 422, "bad-arguments")["errors"][0]["field"] == "opponents"
    assert ada.want("bob", how="one").status_code == 201
    assert bob.want().status_code == 201
    bones.hall.to(BATTLE)

    (row,) = ada.read("matches/?cycle=hall")["items"]
    code = row["code"]
    players = {"ada": ada, "bob": bob}
    while (seen := ada.read(f"matches/{code}/"))["status"] == "running":
        mover = seen["view"]["turn"]["player"]
        other = ({"ada", "bob"} - {mover}).pop()
        columns = [choice["column"] for choice in seen["view"]["choices"]]
        with bones.hall.nothing_changes():
            problem(players[other].move(code, kind="place", column=columns[0]), 409, "not-your-turn")
            problem(players[mover].move(code, kind="place", column=4), 409, "no-such-column")
            problem(players[mover].move(code, kind="roll"), 409, "rolled")
        legal = [move["move"] for move in players[mover].read(f"matches/{code}/")["legal"]]
        assert legal == [*({"kind": "place", "column": column} for column in columns), {"kind": "forfeit"}]
        full = set(range(1, 4)) - set(columns)
        for column in full:
            problem(players[mover].move(code, kind="place", column=column), 409, "full")
        assert players[mover].move(code, kind="place", column=columns[-1]).status_code == 201

    scores = {name: score["total"] for name, score in seen["view"]["scores"].items()}
    best = [name for name in scores if scores[name] > min(scores.values())]
    assert seen["result"] == {"ending": "won" if best else "drawn", "winners": best}
    assert seen["view"]["winner"] == (best[0] if best else None)
    for name in players:
        held = {item["item"]: item["amount"] for item in ada.read(f"cycles/hall/players/{name}/inventory/")["items"]}
        assert held.get("Chip", 0) == (1 if name in best else 0)
    problem(ada.move(code, kind="forfeit"), 409, "no-match")
    bones.hall.is_sound()


HOSTILE: list[Json] = [
    {},
    {"kind": None},
    {"kind": ["place"]},
    {"kind": "place"},
    {"kind": "place", "column": "1"},
    {"kind": "place", "column": True},
    {"kind": "place", "column": 1.0},
    {"kind": "place", "column": -1},
    {"kind": "place", "column": 10**30},
    {"kind": "place", "column": 1, "value": 6},
    {"kind": "roll", "dice": {"a": 1}},
    {"kind": "roll", "dice": "<script>"},
    {"kind": "use"},
    {"kind": "use", "dice": "Chip"},
    {"kind": "answer"},
    {"kind": "place\u202e"},
    {"kind": "win"},
]


def test_hostile_moves_are_refused_and_change_nothing(bones: Bones, call: Callable[[str], Caller]) -> None:
    """Whatever is sent as a move, nothing fails and nothing happens; nor for somebody who only looks on."""
    bones.want("ada", "bob")
    bones.want("bob", "ada")
    bones.hall.to(BATTLE)
    code, mover = bones.matches[0].code, call(bones.state().mover.player)
    with bones.hall.nothing_changes():
        for move in HOSTILE:
            response = mover.send(f"matches/{code}/moves/", {"move": move})
            assert response.status_code in (409, 422), (move, response.content)
        for answers in ("x", [1], [["x"] * 501], [[None]], [["a"]]):
            response = mover.send(
                f"matches/{code}/moves/", {"move": {"kind": "place", "column": 1}, "answers": answers}
            )
            assert response.status_code == 422, (answers, response.content)
        problem(call("eve").move(code, kind="place", column=1), 409, "no-match")


@pytest.mark.parametrize(
    "body",
    [
        [],
        "x",
        {"opponents": None},
        {"opponents": {"bob": 1}},
        {"opponents": [None]},
        {"opponents": ["\ud800"]},
        {"opponents": ["bob"], "how": None},
        {"opponents": ["bob"], "how": "one", "columns": 9},
    ],
    ids=str,
)
def test_hostile_intentions_are_refused_and_change_nothing(
    bones: Bones, call: Callable[[str], Caller], body: Json
) -> None:
    """A clear answer to each, and no intention."""
    ada = call("ada")
    with bones.hall.nothing_changes():
        response = ada.send("cycles/hall/actions/intend-knucklebones/", body)
    assert response.status_code in (400, 422), response.content
