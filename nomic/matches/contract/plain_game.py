"""Defaults for features that most games lack: secrets, begun moves, standing orders. Plain Python."""

from typing import Generic, TypeVar

import msgspec

from nomic.matches.contract.external_events import Happening
from nomic.matches.contract.game import Answers, BarredMove, Chance, Clock, Environment, IllegalMove, Question, Step
from nomic.matches.contract.moves import Move, Order

S = TypeVar("S")
R = TypeVar("R")


class PlainGame(Generic[R, S]):
    """Base class for engines, with default implementations of the optional parts of `Game`.

    A subclass implements at least `name`, `rules`, `setup`, `legal`, `play`, `seats`, `view` and `result`. `state_type`
    is the type of its states.
    """

    state_type: type[S]
    moves: tuple[type[Move], ...] = ()
    orders: tuple[type[Order], ...] = ()
    happenings: tuple[type[Happening], ...] = ()

    def bound_to(self, state: S) -> int | None:
        """Return None: the game has no begun moves, so the law in force applies."""
        return None

    def is_sealed(self, move: Move) -> bool:
        """Return False: no answers are secret."""
        return False

    def barred(self, rules: R, state: S, player: str, environment: Environment) -> list[BarredMove]:
        """Return an empty list."""
        return []

    def clocks(self, rules: R, state: S) -> tuple[Clock, ...]:
        """Return no clocks: the game has no time limits."""
        return ()

    def may_act(self, rules: R, state: S) -> frozenset[str]:
        """Return no players: nobody can act while the game waits for others."""
        return frozenset()

    def expire(self, rules: R, state: S, clock: str, chance: Chance, environment: Environment) -> Step[S]:
        """Raise ValueError: this game has no clock that could expire."""
        raise ValueError(f"{type(self).__name__} has no clock {clock!r}")

    def react(
        self, rules: R, state: S, happening: Happening, chance: Chance, environment: Environment
    ) -> Step[S] | None:
        """Return None: external events do not affect the game. The host stops the match when the cycle ends."""
        return None

    def question(self, rules: R, state: S, environment: Environment) -> Question | None:
        """Return None: the game has no begun moves."""
        return None

    def answers(self, state: S) -> Answers:
        """Return no answers: the game has no begun moves."""
        return ()

    def check_order(self, rules: R, state: S, player: str, order: Order) -> None:
        """Raise IllegalMove for every order."""
        raise IllegalMove("no-orders", "This game has no standing orders.", "R110")

    def order_move(
        self, rules: R, state: S, player: str, order: Order, environment: Environment
    ) -> tuple[Move, Answers] | None:
        """Return None: the game has no standing orders."""
        return None

    def encode(self, state: S) -> bytes:
        """Serialize the state as JSON, with its fields in order."""
        return msgspec.json.encode(state)

    def decode(self, data: bytes) -> S:
        """Parse a state serialized by `encode`."""
        return msgspec.json.decode(data, type=self.state_type)
