"""A hall in which Lanterns can be played."""

import pytest

from nomic.matches.hosting.registry import HostedGame
from tests.support.hall import Hall, cast, clock, hall, open_cycle
from tests.support.knucklebones_cycles import open_bones
from tests.support.lanterns_game import LanternsTable, lanterns, sit_down

__all__ = ["cast", "clock", "hall", "lanterns", "open_bones", "open_cycle"]


@pytest.fixture
def table(cast: Hall, lanterns: HostedGame) -> LanternsTable:
    """Lanterns, with ada, bob and eve, who have not wished yet."""
    return sit_down(cast, "ada", "bob", "eve")


@pytest.fixture
def playing(table: LanternsTable) -> LanternsTable:
    """Lanterns after the wishes: the turns go ada, bob, eve."""
    table.wishes(ada=5, bob=4, eve=3)
    return table
