"""What most games have not: secrets, moves begun and not ended, standing orders. Plain Python."""

from typing import Generic, TypeVar

import msgspec

from nomic.matches.contract.external_events import Happening
from nomic.matches.contract.game import Answers, BarredMove, Chance, Clock, Environment, IllegalMove, Question, Step
from nomic.matches.contract.moves import Move, Order

S = TypeVar("S")
R = TypeVar("R")


class PlainGame(Generic[R, S]):
    """A start for an engine: what `Game` answers for a game that lacks what is asked about.

    An engine defines what its game has, and at least `name`, `rules`, `setup`, `legal`, `play`, `seats`, `view` and
    `result`; `state_type` is the type of its states.
    """

    state_type: type[S]
    moves: tuple[type[Move], ...] = ()
    orders: tuple[type[Order], ...] = ()
    happenings: tuple[type[Happening], ...] = ()

    def bound_to(self, state: S) -> int | None:
        """The law in force holds: no move is begun and not ended."""
        return None

    def is_sealed(self, move: Move) -> bool:
        """Nothing is secret."""
        return False

    def barred(self, rules: R, state: S, player: str, environment: Environment) -> list[BarredMove]:
        """Nothing that a player could look for in vain."""
        return []

    def clocks(self, rules: R, state: S) -> tuple[Clock, ...]:
        """Everybody has all the time in the world."""
        return ()

    def expire(self, rules: R, state: S, clock: str, chance: Chance, environment: Environment) -> Step[S]:
        """No clock of this game can run out."""
        raise ValueError(f"{type(self).__name__} has no clock {clock!r}")

    def react(
        self, rules: R, state: S, happening: Happening, chance: Chance, environment: Environment
    ) -> Step[S] | None:
        """Nothing outside touches the game; the host stops it when the cycle ends."""
        return None

    def question(self, rules: R, state: S, environment: Environment) -> Question | None:
        """No move is begun and not ended."""
        return None

    def answers(self, state: S) -> Answers:
        """No move is begun and not ended."""
        return ()

    def check_order(self, rules: R, state: S, player: str, order: Order) -> None:
        """Raises IllegalMove, whatever the order."""
        raise IllegalMove("no-orders", "This game has no standing orders.", "R110")

    def order_move(
        self, rules: R, state: S, player: str, order: Order, environment: Environment
    ) -> tuple[Move, Answers] | None:
        """No standing order's moment comes."""
        return None

    def encode(self, state: S) -> bytes:
        """The state as JSON, its fields in order."""
        return msgspec.json.encode(state)

    def decode(self, data: bytes) -> S:
        """The state from what `encode` gave."""
        return msgspec.json.decode(data, type=self.state_type)
