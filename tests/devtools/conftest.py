from tests.support.hall import clock, hall, open_cycle

__all__ = ["clock", "hall", "open_cycle"]
