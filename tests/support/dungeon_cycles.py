"""Cycles of Dungeon for tests. The law leaves little to chance: one kind of hex per level, and one kind of loot."""

from collections.abc import Callable
from typing import Any

import pytest

from dungeon.engine.game import DungeonGame
from dungeon.engine.state import Explorer, State
from nomic.cycles.models import Entry
from nomic.law.document.templates import document_of
from nomic.matches.models import Match
from tests.support.hall import Hall, OpenCycle

CHESTS = {"Chest": {"weight": 1, "is": "chest"}}
PITS = {"Pit": {"weight": 1, "is": "pit"}}
BLANKS = {"Blank": {"weight": 1, "is": "blank"}}
GUARDS = {"Enemy": {"weight": 1, "is": "enemy"}}
STATUE = {"Statue": {"weight": 1, "behaviour": [{"stay": {}}]}}
TWO_COINS = {"2 coins": {"weight": 1, "coins": 2}}


class Delve:
    """A cycle of Dungeon, with words for what its players do."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall

    @property
    def match(self) -> Match:
        """The match's row as it stands in the database."""
        return Match.objects.get(cycle=self.hall.pk)

    @property
    def code(self) -> str:
        return self.match.code

    @property
    def state(self) -> State:
        """The match as its engine knows it."""
        return DungeonGame().decode(bytes(self.match.state))

    def explorer(self, name: str) -> Explorer:
        """A player in the dungeon. Raises AssertionError where they are not in."""
        found = self.state.explorer(name)
        assert found is not None
        return found

    def answers(self, *did: str) -> list[list[str]]:
        """A plan as its answers: these, and nothing for the actions that are left. "rope:X" says where a rope leads."""
        actions = [each for each in did if not each.startswith("rope:")]
        most = self.hall.cycle.law.document["dungeon"]["actions"]
        return [[each.removeprefix("rope:")] for each in did] + [["wait"]] * (most - len(actions))

    def plan(self, name: str, *did: str) -> Entry:
        """Somebody plans, as `answers` has it."""
        return self.move(name, "plan", answers=self.answers(*did))

    def move(self, name: str, kind: str, **more: Any) -> Entry:
        """Somebody makes a move."""
        return self.hall.do(name, "move", match=self.code, move={"kind": kind}, **more)


Open = Callable[..., Delve]


@pytest.fixture
def delve(open_cycle: OpenCycle) -> Open:
    """Begin a cycle of Dungeon whose law differs in these keys: `delve("ada", "bob", pool=PITS)` has two players."""

    def begin(*players: str, slug: str = "hall", **changes: Any) -> Delve:
        document = document_of("dungeon")
        document["dungeon"] |= changes
        hall = open_cycle(document, template="dungeon", slug=slug)
        hall.join(*players)
        return Delve(hall)

    return begin
