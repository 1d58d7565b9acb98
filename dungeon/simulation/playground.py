"""Simulation of Dungeon. Everybody joins at the beginning, and there is no environment."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from dungeon.bots.policy import GreedyBot
from dungeon.engine.game import DungeonGame
from dungeon.engine.parsed_law import Rules
from dungeon.engine.state import State
from nomic.chance.draw_source import Source
from nomic.law.schema.json_reader import Json
from nomic.matches.contract.bots import Bot, RandomBot
from nomic.matches.contract.external_events import Happening, Joined
from nomic.matches.contract.game import Event, Game
from nomic.matches.simulation.plain_playground import PlainPlayground
from nomic.matches.simulation.run import Usage
from nomic.matches.simulation.unhosted_match import NothingOutside


class Dungeons(PlainPlayground[Rules, State]):
    """Simulation setup of Dungeon."""

    name = "dungeon"
    game: Game[Rules, State] = DungeonGame()
    bots: Mapping[str, Bot] = {"random": RandomBot(), "greedy": GreedyBot()}

    def deal(
        self, rules: Rules, document: Mapping[str, Any], players: Sequence[str], chance: Source
    ) -> tuple[State, NothingOutside, list[Happening]]:
        joining: list[Happening] = [Joined(player) for player in players]
        return self.game.setup(rules, {}), NothingOutside(), joining

    def order(self, state: State) -> Sequence[str]:
        """Return the players in the order of joining. All of them act at once."""
        return [explorer.player for explorer in state.explorers]

    def turns(self, state: State) -> int:
        """Return the number of past periods."""
        return state.period - 1

    def uses(self, state: State, event: Event) -> Iterator[Usage]:
        """Yield a `Usage` for each thing that a player finds in a chest."""
        if event.kind == "looted":
            yield from (Usage(event.facts["player"], loot, "played") for loot in event.facts["loot"])

    def standing(self, state: State) -> dict[str, Json]:
        return {
            "period": state.period,
            "levels": [len(dungeon.levels) for dungeon in state.dungeons],
            "escaped": [len(dungeon.escaped) for dungeon in state.dungeons],
            "pockets": [explorer.pocket for explorer in state.seated],
            "stores": [explorer.store for explorer in state.seated],
        }
