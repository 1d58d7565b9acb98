"""On the front page what waits in games with other people comes before practice, and practice is marked."""

from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from django.utils import timezone

from nomic.cycles.models import Cycle, Status
from nomic.players.player_tasks import Task
from nomic.web.people.own_games import own_games
from tests.support.hall import Hall, OpenCycle, bare_law, clock, hall, open_cycle
from tests.support.signed_in import browser_of

__all__ = ["bare_law", "clock", "hall", "open_cycle"]


def _cycle(pk: int, *, practice: bool, **more: Any) -> Cycle:
    at = timezone.now()
    fields = {"slug": f"c{pk}", "title": f"Game {pk}", "status": "running", "phase_ends_at": at}
    return Cycle(pk=pk, practice=practice, **fields, **more)


def test_practice_comes_last_among_games_that_are_alike() -> None:
    """It is no reason to hide a turn: games on one's turn come first, whatever they are."""
    cycles = [_cycle(1, practice=True), _cycle(2, practice=False)]
    turn: Any = SimpleNamespace(cycle=_cycle(3, practice=True), match=SimpleNamespace(code="m"), is_your_turn=True)
    found = own_games([*cycles, turn.cycle], [turn], frozenset())
    assert [each.cycle.pk for each in found] == [3, 2, 1]


def test_a_game_with_other_people_is_listed_whatever_waits_in_it() -> None:
    """Of a practice game, the task above is enough."""
    cycles = [_cycle(1, practice=True), _cycle(2, practice=False)]
    found = own_games(cycles, [], frozenset({1, 2}))
    assert [each.cycle.pk for each in found] == [2]


def test_tasks_of_real_games_come_first(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where the practice game is more urgent, in an order that stays otherwise."""
    hall.join("ada")
    due = timezone.now() + timedelta(hours=1)
    kind = SimpleNamespace(name="vote", ends="ends", button="Vote")
    cycles = {pk: _cycle(pk, practice=pk == 1, book=hall.cycle.book) for pk in (1, 2, 3)}
    waiting = [
        SimpleNamespace(kind=kind, task=Task(cycle, str(pk), f"Do {pk}", f"/{pk}/", due_at=due))
        for pk, cycle in cycles.items()
    ]
    monkeypatch.setattr("nomic.web.views.front_page.tasks_of", lambda request: waiting)
    response = browser_of("ada").get("/")
    assert [item.task.key for item in response.context["my_tasks"]] == ["2", "3", "1"]
    panel = response.content.decode().partition('id="my-tasks"')[2].partition("</section>")[0]
    assert panel.count(">practice</span>") == 1
    assert panel.index("Do 3") < panel.index(">practice</span>")


def test_an_ended_practice_game_names_the_bot_that_won(open_cycle: OpenCycle) -> None:
    """As its own pages do, without its number."""
    hall = open_cycle(practice=True, owner_name="ada", joined=("ada",))
    hall.do("ada", "seat-bot", bot="Mira")
    over = {"status": Status.ENDED, "ended_at": timezone.now(), "winner": "Mira bot 1"}
    Cycle.objects.filter(pk=hall.pk).update(**over)
    page = browser_of("ada").get("/").content.decode()
    assert "Ended: Mira won" in page
    assert "Mira bot 1" not in page
