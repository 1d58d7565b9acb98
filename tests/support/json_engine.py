"""A wrapper of a game engine whose moves, events and views are JSON, as at the host's interface."""

from typing import Any

from nomic.matches.contract.external_events import read_happening
from nomic.matches.contract.game import Answers, BarredMove, Chance, Environment, Game, LegalMove, Step
from nomic.matches.contract.moves import move_data, read_move
from nomic.matches.contract.views import view_data

Json = Any


class AsJson:
    """All else is the engine's own."""

    def __init__(self, game: Game[Any, Any]) -> None:
        self._game = game

    def __getattr__(self, name: str) -> Any:
        return getattr(self._game, name)

    def legal(self, rules: Any, state: Any, player: str, environment: Environment) -> list[LegalMove]:
        found = self._game.legal(rules, state, player, environment)
        return [LegalMove(move_data(each.move), each.label, each.question) for each in found]

    def barred(self, rules: Any, state: Any, player: str, environment: Environment) -> list[BarredMove]:
        found = self._game.barred(rules, state, player, environment)
        return [BarredMove(move_data(each.move), each.label, each.reason, each.rule) for each in found]

    def play(
        self,
        rules: Any,
        state: Any,
        player: str,
        move: Json,
        answers: Answers,
        chance: Chance,
        environment: Environment,
    ) -> Any:
        return self._game.play(rules, state, player, read_move(self._game, move), answers, chance, environment)

    def react(
        self, rules: Any, state: Any, happening: Json, chance: Chance, environment: Environment
    ) -> Step[Any] | None:
        return self._game.react(rules, state, read_happening(self._game, happening), chance, environment)

    def view(self, rules: Any, state: Any, viewer: str | None) -> Json:
        return view_data(self._game.view(rules, state, viewer))
