import pytest
from django.core.cache import cache

from tests.support.hall import cast, clock, hall, open_cycle
from tests.support.lanterns import lanterns

__all__ = ["cast", "clock", "hall", "lanterns", "open_cycle"]


@pytest.fixture(autouse=True)
def uncounted() -> None:
    """Nobody has asked for anything yet."""
    cache.clear()
