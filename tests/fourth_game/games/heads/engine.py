"""The rules: a toss is a move; so many heads win."""

from typing import Any

from msgspec import Struct

from nomic.matches.contract.game import (
    Answers,
    Asked,
    Chance,
    Environment,
    Event,
    IllegalMove,
    LegalMove,
    Result,
    Seat,
    Step,
)
from nomic.matches.contract.moves import Move
from nomic.matches.contract.plain_game import PlainGame


class Toss(Move, frozen=True, tag="toss"):
    """Toss a coin."""


class View(Struct, frozen=True):
    """How often each player has tossed heads, how many win, and who has won."""

    heads: dict[str, int]
    needed: int
    winner: str


class State(Struct, frozen=True):
    """How often each player has tossed heads, and who has won."""

    heads: dict[str, int]
    winner: str = ""


class Heads(PlainGame[int, State]):
    name, state_type, moves = "heads", State, (Toss,)

    def rules(self, document: dict[str, Any], number: int) -> int:
        return document["heads"]["heads"]

    def setup(self, rules: int, options: dict[str, Any]) -> State:
        return State(dict.fromkeys(options["players"], 0))

    def legal(self, rules: int, state: State, player: str, environment: Environment) -> list[LegalMove]:
        return [LegalMove(Toss(), "Toss a coin")] if player in state.heads and not state.winner else []

    def play(
        self,
        rules: int,
        state: State,
        player: str,
        move: Move,
        answers: Answers,
        chance: Chance,
        environment: Environment,
    ) -> Step[State] | Asked:
        if answers or not self.legal(rules, state, player, environment):
            raise IllegalMove("no-toss", "All that can be done is to toss a coin, while nobody has won.", "Heads")
        tossed = chance.below(2, "toss", "heads or tails")
        heads = {**state.heads, player: state.heads[player] + tossed}
        told = f"{player} tosses {'heads' if tossed else 'tails'}."
        return Step(State(heads, player if heads[player] >= rules else ""), (Event("tossed", told),))

    def seats(self, state: State) -> tuple[Seat, ...]:
        return tuple(Seat(player, "in", to_act=not state.winner) for player in state.heads)

    def view(self, rules: int, state: State, viewer: str | None) -> View:
        return View(state.heads, rules, state.winner)

    def result(self, state: State) -> Result | None:
        return Result("won", (state.winner,)) if state.winner else None
