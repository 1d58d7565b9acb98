from tests.clauses.conftest import open_with
from tests.support.hall import cast, clock, hall, open_cycle

__all__ = ["cast", "clock", "hall", "open_cycle", "open_with"]
