"""A cycle that was played replays to the same state, and its match from its export alone."""

import random
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client

from dungeon.engine.game import DungeonGame
from dungeon.engine.moves import PLAN
from nomic.chance.draw_source import Source
from nomic.matches.contract.game import Asked
from nomic.matches.hosting.loaded_match import LoadedMatch
from tests.support.dungeon_cycles import Delve, Open
from tests.support.hall import DAY, START

pytestmark = pytest.mark.django_db


class _Nowhere:
    """A plan asks nothing of the world outside."""

    def read(self, *question: str) -> Any:
        raise AssertionError(f"asked for {question}")


def any_plan(deep: Delve, name: str, choice: random.Random) -> list[list[str]]:
    """Answers that can be given, whatever they come to; mostly steps."""
    table, answers = LoadedMatch(deep.hall.cycle, deep.match), []
    chance, environment = Source("ab" * 32, "none"), _Nowhere()
    while isinstance(
        asked := DungeonGame().play(table.rules, table.state, name, PLAN, answers, chance, environment), Asked
    ):
        values = [option.value for option in asked.question.options]
        answers.append([choice.choice([value for value in values if value != "wait"] or values)])
    return answers


def test_a_cycle_of_random_plans_replays_the_same(delve: Open, tmp_path: Any) -> None:
    """By the template's law: five periods, a plan changed and one taken back, one who leaves, one who comes late."""
    deep, choice = delve("ada", "bob", "eve"), random.Random(5)
    for day in range(1, 6):
        for explorer in deep.state.seated:
            deep.move(explorer.player, "plan", answers=any_plan(deep, explorer.player, choice))
        if day == 2:
            deep.hall.join("dan")
            deep.move("dan", "plan", answers=any_plan(deep, "dan", choice))
            deep.move("ada", "plan", answers=any_plan(deep, "ada", choice))
            deep.move("bob", "withdraw-plan")
        if day == 4:
            deep.hall.do("eve", "leave")
        deep.hall.to(START + day * DAY)
    assert (deep.state.period, [each.player for each in deep.state.seated]) == (6, ["ada", "bob", "dan"])
    deep.hall.is_sound()
    file = tmp_path / "match.json"
    file.write_bytes(Client().get(f"/api/v1/matches/{deep.code}/export/").content)
    call_command("replay_match", str(file))
