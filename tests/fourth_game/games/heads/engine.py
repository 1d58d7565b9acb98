"""The rules: a toss is a move; so many heads win."""

from typing import Any

from msgspec import Struct

from nomic.matches.contract.external_events import Happening, Left
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
    """How often each player has tossed heads, who has won, and who has left."""

    heads: dict[str, int]
    winner: str = ""
    out: tuple[str, ...] = ()

    def may_toss(self, player: str) -> bool:
        """Return whether the game waits for this player."""
        return player in self.heads and player not in self.out and not self.winner


class Heads(PlainGame[int, State]):
    name, state_type, moves = "heads", State, (Toss,)

    def rules(self, document: dict[str, Any], number: int) -> int:
        return document["heads"]["heads"]

    def setup(self, rules: int, options: dict[str, Any]) -> State:
        return State(dict.fromkeys(options["players"], 0))

    def legal(self, rules: int, state: State, player: str, environment: Environment) -> list[LegalMove]:
        return [LegalMove(Toss(), "Toss a coin")] if state.may_toss(player) else []

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
        return Step(State(heads, player if heads[player] >= rules else "", state.out), (Event("tossed", told),))

    def react(
        self, rules: int, state: State, happening: Happening, chance: Chance, environment: Environment
    ) -> Step[State] | None:
        """Take out a player who leaves. The last one left wins."""
        if not isinstance(happening, Left) or not state.may_toss(happening.player):
            return None
        out = (*state.out, happening.player)
        left = [player for player in state.heads if player not in out]
        winner = left[0] if len(left) == 1 else ""
        return Step(State(state.heads, winner, out), (Event("left", f"{happening.player} has left."),))

    def seats(self, state: State) -> tuple[Seat, ...]:
        return tuple(
            Seat(player, "out" if player in state.out else "in", to_act=state.may_toss(player))
            for player in state.heads
        )

    def view(self, rules: int, state: State, viewer: str | None) -> View:
        return View(state.heads, rules, state.winner)

    def result(self, state: State) -> Result | None:
        return Result("won", (state.winner,)) if state.winner else None
