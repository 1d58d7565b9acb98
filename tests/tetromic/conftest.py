"""Cycles of Tetromic are begun as those of the hall are."""

from tests.support.hall import clock, open_cycle
from tests.support.tetromic_cycles import boards

__all__ = ["boards", "clock", "open_cycle"]
