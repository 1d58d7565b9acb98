"""Simulation setup of Heads and its invariant checks, for `manage.py simulate`."""

from collections.abc import Iterator

from heads.engine import Heads, State
from nomic.matches.contract.game import Game
from nomic.matches.simulation.plain_playground import PlainPlayground
from nomic.matches.simulation.unhosted_match import NothingOutside


class HeadsInvariants(PlainPlayground[int, State]):
    """Games of Heads between bots."""

    name = "heads"
    game: Game[int, State] = Heads()

    def flaws(self, before: State, after: State, fake_environment: NothingOutside) -> Iterator[str]:
        if not 0 <= sum(after.heads.values()) - sum(before.heads.values()) <= 1:
            yield "a toss brings one head at most"
