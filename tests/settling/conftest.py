from tests.support.hall import cast, clock, hall, open_cycle
from tests.support.lanterns_game import lanterns

__all__ = ["cast", "clock", "hall", "lanterns", "open_cycle"]
