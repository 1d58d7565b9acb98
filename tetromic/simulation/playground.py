"""Simulation of Tetromic. A phase ends as soon as everybody has gained."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from nomic.chance.draw_source import Source
from nomic.matches.contract.bots import Bot, RandomBot
from nomic.matches.contract.external_events import Happening, Joined
from nomic.matches.contract.game import Event, Game
from nomic.matches.simulation.plain_playground import PlainPlayground
from nomic.matches.simulation.run import Usage
from nomic.matches.simulation.unhosted_match import NothingOutside
from tetromic.bots.policy import GreedyBot
from tetromic.engine.game import Tetromic
from tetromic.engine.parsed_law import Rules
from tetromic.engine.state import State


class Boards(PlainPlayground[Rules, State]):
    """Simulation setup of Tetromic."""

    name = "tetromic"
    game: Game[Rules, State] = Tetromic()
    bots: Mapping[str, Bot] = {"random": RandomBot(), "greedy": GreedyBot()}

    def deal(
        self, rules: Rules, document: dict[str, Any], players: Sequence[str], chance: Source
    ) -> tuple[State, NothingOutside, list[Happening]]:
        joining: list[Happening] = [Joined(player) for player in players]
        return self.game.setup(rules, {"phase": 0}), NothingOutside(), joining

    def order(self, state: State) -> Sequence[str]:
        """Return the players in the order of joining. All of them act at once."""
        return [board.player for board in state.boards]

    def turns(self, state: State) -> int:
        """Return the number of phases so far."""
        return state.phase + 1

    def uses(self, state: State, event: Event) -> Iterator[Usage]:
        """Yield the pieces gained and the pieces placed."""
        if event.kind == "gained":
            yield from (Usage(event.facts["player"], piece, "had") for piece in event.facts["pieces"])
        elif event.kind == "placed":
            yield Usage(event.facts["player"], event.facts["piece"], "played")

    def standing(self, state: State) -> dict[str, Any]:
        return {
            "phase": state.phase,
            "levels": [board.level for board in state.seated],
            "points": [board.points for board in state.seated],
            "hands": [len(board.hand) for board in state.seated],
        }
