"""Cycles of Dungeon are begun as those of the hall are."""

from tests.support.dungeon_cycles import delve
from tests.support.hall import clock, open_cycle

__all__ = ["clock", "delve", "open_cycle"]
