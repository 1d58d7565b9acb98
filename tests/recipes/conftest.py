"""Cycles under each shipped law, with three players."""

from collections.abc import Callable

import pytest
from django.test import Client

from nomic.law.document.templates import document_of
from tests.recipes.checking import PLAYERS
from tests.support.hall import Hall, OpenCycle, clock, open_cycle
from tests.support.signed_in import browser_of

__all__ = ["clock", "open_cycle"]

CycleUnder = Callable[[str], Hall]


@pytest.fixture
def cycle_under(open_cycle: OpenCycle) -> CycleUnder:
    """Begin a cycle under a shipped law: `cycle_under("dungeon")`."""

    def begin(law: str) -> Hall:
        document = document_of(law)
        if law == "knucklebones":  # its only item is what wins, and checks give away more of it than that
            document["rules"]["victory"]["clauses"]["most"]["wins"]["all"][0]["is"][2] = 10_000
        return open_cycle(document, template=law, joined=PLAYERS)

    return begin


@pytest.fixture
def commons(cycle_under: CycleUnder) -> Hall:
    return cycle_under("the-commons")


@pytest.fixture
def ada(commons: Hall) -> Client:
    return browser_of("ada")
