from tests.support.hall import cast, clock, hall, open_cycle

__all__ = ["cast", "clock", "hall", "open_cycle"]
