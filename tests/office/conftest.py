from tests.support.hall import cast, clock, hall, open_cycle
from tests.support.knucklebones_cycles import open_bones

__all__ = ["cast", "clock", "hall", "open_bones", "open_cycle"]
