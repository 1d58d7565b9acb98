"""Games of Knucklebones for simulations, in which players hold some of the law's Dice."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from knucklebones.bots.policy import GreedyBot, random_bot
from knucklebones.engine.game import Knucklebones
from knucklebones.engine.parsed_law import Rules
from knucklebones.engine.state import State
from knucklebones.simulation.memory_environment import Pockets
from nomic.chance.draw_source import Source
from nomic.matches.contract.bots import Bot
from nomic.matches.contract.external_events import Begun, Happening
from nomic.matches.contract.game import Event, Game
from nomic.matches.simulation.run import Usage

PLAYERS = range(2, 3)  # it is a game for two


class Bones:
    """Simulation of games of Knucklebones.

    It also works under a law in which the game is not in force yet.
    """

    name = "knucklebones"
    game: Game[Rules, State] = Knucklebones()
    bots: Mapping[str, Bot] = {"random": random_bot(), "greedy": GreedyBot()}

    def is_for(self, document: dict[str, Any]) -> bool:
        return "knucklebones" in document

    def deal(
        self, rules: Rules, document: dict[str, Any], players: Sequence[str], chance: Source
    ) -> tuple[State, Pockets, list[Happening]]:
        pockets = Pockets(players, tuple(rules.dice))
        for player in players:
            for name in rules.dice:
                pockets.items[player, name] = chance.below(2, "pockets", f"whether {player} has {name}")
        return self.game.setup(rules, {"players": list(players)}), pockets, [Begun()]

    def order(self, state: State) -> Sequence[str]:
        return state.players

    def turns(self, state: State) -> int:
        return state.turn

    def uses(self, state: State, event: Event) -> Iterator[Usage]:
        """Yield the Dice that were used."""
        if event.kind in ("rolled", "used") and event.facts["dice"]:
            yield Usage(event.facts["player"], event.facts["dice"], "played")

    def standing(self, state: State) -> dict[str, Any]:
        return {"turn": state.turn, "dice": [sum(map(len, side.field)) for side in state.sides]}
