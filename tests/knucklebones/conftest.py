"""Cycles with Knucklebones are begun as those of the hall are."""

from tests.support.hall import cast, clock, hall, open_cycle
from tests.support.knucklebones_cycles import bones, open_bones

__all__ = ["bones", "cast", "clock", "hall", "open_bones", "open_cycle"]
