"""Matches of every game in many states."""

from collections.abc import Iterator
from typing import Any

import pytest

from nomic.chance.draw_source import Source
from nomic.matches.simulation.conformance import Checks
from nomic.matches.simulation.random_play import bots_of
from nomic.matches.simulation.run import match_seed, perform_step
from nomic.matches.simulation.unhosted_match import UnhostedMatch
from tests.conformance.hosting import GAMES, Hosted, hosted_under

MATCHES = 7  # of two to eight players, or as many as can play
KEPT_ONCE_IN = 8
MAX_STEPS = 150


@pytest.fixture(params=GAMES, ids=["-".join(game) for game in GAMES], scope="session")
def hosted(request: pytest.FixtureRequest) -> Hosted:
    """A game and a law that has it."""
    return hosted_under(*request.param)


@pytest.fixture(scope="session")
def states(hosted: Hosted) -> list[Checks[Any, Any]]:
    """The checks of matches as they stood at many moments, from the first to the last."""
    return [Checks(match, hosted.playground, f"{place:064x}") for place, match in enumerate(_played(hosted))]


def _played(hosted: Hosted) -> Iterator[UnhostedMatch[Any, Any]]:
    for number in range(MATCHES):
        bots = bots_of(hosted.playground, hosted.numbers[number % len(hosted.numbers)])
        seed = match_seed("states", number)
        match, chance = hosted.begin(len(bots), seed), Source(seed, "bots")
        for step in range(MAX_STEPS):
            over = match.game.result(match.state) is not None
            if over or (step + number) % KEPT_ONCE_IN == 0:
                yield match.copy()
            if over:
                break
            perform_step(match, bots, chance)
