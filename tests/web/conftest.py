import pytest
from django.test import Client

from tests.support.hall import Hall, cast, clock, hall, open_cycle
from tests.support.signed_in import browser_of

__all__ = ["cast", "clock", "hall", "open_cycle"]


@pytest.fixture
def ada(cast: Hall) -> Client:
    """The browser of a founder, who is logged in."""
    return browser_of("ada")
