"""Opening a practice cycle by the API."""

from django.http import HttpResponse

from nomic.cycles.models import Cycle
from nomic.cycles.practice_setup import MAX_OPEN
from tests.api.conftest import Bot, problem
from tests.support.hall import Hall


def open_one(bot: Bot, body: object) -> HttpResponse:
    return bot.client.post("/api/v1/practice/", body, content_type="application/json", headers=bot.headers)


def test_a_practice_cycle_is_opened_joined_and_with_two_bots(bot: Bot, cast: Hall) -> None:
    """201 with the cycle, at the address that the answer names; its owner plays in it."""
    answer = open_one(bot, {"template": "tetromic"})
    assert answer.status_code == 201
    opened = answer.json()
    assert (opened["owner"], opened["practice"]) == ("ada", True)
    assert answer["Location"].endswith(f"/api/v1/cycles/{opened['slug']}/")
    names = [player["name"] for player in bot.read(f"/api/v1/cycles/{opened['slug']}/players/")["items"]]
    assert sorted(names) == ["Mira bot 1", "Rollo bot 2", "ada"]


def test_one_that_cannot_be_opened_is_refused(bot: Bot, anybody: Bot) -> None:
    """A law that there is none of, too many, nobody: each says why, and nothing is opened."""
    before = Cycle.objects.count()
    for body in ({"template": "solitaire"}, {}, {"template": 16}, {"template": "tetromic", "owner": "bob"}):
        problem(open_one(bot, body), 422, "bad-arguments")
    assert open_one(anybody, {"template": "tetromic"}).status_code == 401
    assert Cycle.objects.count() == before
    for _ in range(MAX_OPEN):
        assert open_one(bot, {"template": "tetromic"}).status_code == 201
    problem(open_one(bot, {"template": "tetromic"}), 409, "too-many")
