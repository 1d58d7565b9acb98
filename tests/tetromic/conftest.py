"""Cycles of Tetromic are begun as those of the hall are."""

from tests.support.boards import boards
from tests.support.hall import clock, open_cycle

__all__ = ["boards", "clock", "open_cycle"]
