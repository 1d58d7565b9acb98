"""The law of the template, as most tests play by it."""

import pytest

from dungeon.engine.parsed_law import Rules
from tests.dungeon.engine.maps import law


@pytest.fixture(scope="session")
def rules() -> Rules:
    return law()
