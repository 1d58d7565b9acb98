"""Moves that nobody should send: a clear refusal through the API, and nothing has changed."""

from typing import Any

import pytest
from django.test import Client

from nomic.accounts.models import Person
from nomic.accounts.tokens import issue_token
from tests.support.dungeon_cycles import BLANKS, Delve, Open

pytestmark = pytest.mark.django_db

PLAN = {"kind": "plan"}
WAIT = [["wait"]] * 3


@pytest.fixture
def deep(delve: Open) -> Delve:
    return delve("ada", "bob", pool=BLANKS)


def send(deep: Delve, body: dict[str, Any], name: str = "ada") -> Any:
    """A move's body as a bot sends it."""
    _, secret = issue_token(Person.objects.get(username=name), "for the test")
    return Client().post(
        f"/api/v1/matches/{deep.code}/moves/",
        body,
        content_type="application/json",
        headers={"Authorization": f"Bearer {secret}"},
    )


@pytest.mark.parametrize(
    ("body", "status", "says"),
    [
        ({"move": PLAN, "answers": [["up"], *WAIT[1:]]}, 422, "answers/0"),
        ({"move": PLAN, "answers": [["climb"], ["enter 2"], ["wait"]]}, 422, "answers/1"),
        ({"move": PLAN, "answers": [["climb"], ["enter 01"], ["wait"]]}, 422, "answers/1"),
        ({"move": PLAN, "answers": [["enter 1"], *WAIT[1:]]}, 422, "answers/0"),
        ({"move": PLAN, "answers": [["E", "E"], *WAIT[1:]]}, 422, "answers/0"),
        ({"move": PLAN, "answers": [[], *WAIT[1:]]}, 422, "answers/0"),
        ({"move": PLAN, "answers": [[0], *WAIT[1:]]}, 422, "answers/0"),
        ({"move": PLAN, "answers": [["E\u202e"], *WAIT[1:]]}, 422, "answers"),
        ({"move": PLAN, "answers": [["E"], ["W"], ["1,0"], ["wait"]]}, 422, "answers/2"),
        ({"move": PLAN, "answers": [*WAIT, ["wait"]]}, 422, "answers/3"),
        ({"move": PLAN, "answers": WAIT * 100}, 422, "answers"),
        ({"move": PLAN, "answers": "EEE"}, 422, "answers"),
        ({"move": {**PLAN, "steps": ["E"]}, "answers": WAIT}, 409, "unknown-field"),
        ({"move": {"kind": ["plan"]}, "answers": WAIT}, 409, "unknown-move"),
        ({"move": {}, "answers": WAIT}, 409, "unknown-move"),
        ({"move": {"kind": "withdraw-plan"}}, 409, "no-plan"),
        ({"move": {"kind": "withdraw-plan"}, "answers": [["x"]]}, 422, "answers/0"),
        ({"move": {"kind": "new-dungeon"}}, 409, "few-escaped"),
        ({"move": {"kind": "new-dungeon", "radius": 10**9}}, 409, "unknown-field"),
        ({"move": PLAN, "answers": WAIT, "expected_version": 99}, 409, "stale-version"),
        ({"move": PLAN, "answers": WAIT, "player": "bob"}, 422, "player"),
    ],
)
def test_what_cannot_be_planned_is_refused(deep: Delve, body: dict[str, Any], status: int, says: str) -> None:
    """By the field or with a code, in whatever way it is wrong."""
    with deep.hall.nothing_changes():
        answer = send(deep, body)
    assert (answer.status_code, says in answer.content.decode()) == (status, True), answer.content


def test_who_does_not_play_cannot_plan(deep: Delve) -> None:
    """Nor who has left: they have nothing to plan for."""
    deep.hall.actor("eve")
    with deep.hall.nothing_changes():
        assert send(deep, {"move": PLAN, "answers": WAIT}, "eve").json()["code"] == "not-a-player"
    deep.hall.do("bob", "leave")
    with deep.hall.nothing_changes():
        assert send(deep, {"move": PLAN, "answers": WAIT}, "bob").json()["code"] == "not-a-player"


def test_an_unfinished_plan_is_asked_for_the_next_action_and_changes_nothing(deep: Delve) -> None:
    """The question names where one would be; what is asked next depends on one's own answers alone."""
    with deep.hall.nothing_changes():
        asked = send(deep, {"move": PLAN, "answers": [["E"]]})
    assert asked.status_code == 200
    question = asked.json()["question"]
    assert question["prompt"].startswith("Action 2 of 3, from (1,0) on level 1 of dungeon 1")
    assert [option["value"] for option in question["options"]][:2] == ["wait", "E"]
