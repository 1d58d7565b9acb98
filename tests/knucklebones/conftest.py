"""Cycles with Knucklebones are begun as those of the hall are."""

from tests.support.bones import bones, open_bones
from tests.support.hall import cast, clock, hall, open_cycle

__all__ = ["bones", "cast", "clock", "hall", "open_bones", "open_cycle"]
