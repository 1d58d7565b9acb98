"""The engine's protocol, as the host uses it. Plain Python: an engine does not depend on Django, HTTP or the clock.

An engine works on immutable states. Everything else is passed in: the rules (a parsed law), the chance of the journal's
entry, and the environment of the match. So a match can be replayed from its record alone.
"""

from collections.abc import Sequence
from typing import Any, Generic, Literal, Protocol, TypeVar

from msgspec import Struct

from nomic.effects.asking.environment import Chance as Chance
from nomic.effects.asking.environment import Environment as Environment
from nomic.effects.asking.questions import Option as Option
from nomic.effects.asking.questions import Question as Question
from nomic.effects.asking.refusals import BadAnswer as BadAnswer
from nomic.effects.asking.refusals import IllegalMove as IllegalMove
from nomic.matches.contract.external_events import Happening
from nomic.matches.contract.moves import Move, Order

S = TypeVar("S")  # a game's state: immutable
R = TypeVar("R")  # a game's rules: a law document as the game reads it
Answers = Sequence[Sequence[str | int]]


class LegalMove(Struct, frozen=True):
    """A move that a player can make now. `question` is its first question before a draw, or None.

    `costs` is the player's certain loss, as text, or "". The label names it too.
    """

    move: Move
    label: str
    question: Question | None = None
    costs: str = ""


class BarredMove(Struct, frozen=True):
    """A move that a player might expect but cannot make now, with the reason and the rule."""

    move: Move
    label: str
    reason: str
    rule: str


class Event(Struct, frozen=True):
    """An event of the game: a sentence for people, and a kind with facts (JSON values) for programs.

    Every event is public, so an engine must never put a secret into one.
    """

    kind: str
    text: str = ""
    facts: dict[str, Any] = {}


class Clock(Struct, frozen=True):
    """A timer that expires `minutes` after the step in which its name first appeared.

    A clock keeps its due instant as long as it keeps its name. It stops when the game no longer lists it. `players` are
    those whose time is running. If `only_in` is given, an instant outside that kind of phase is moved to the beginning
    of the next such phase. An `aligned` clock is due at the next whole multiple of its minutes in UTC (with 1440, at
    the next midnight). A clock with `until` has no minutes of its own and expires with the phase, by the calendar.
    While a clock runs, the clocks that it `holds` are paused. When they are listed again, they continue with their
    remaining time.
    """

    name: str
    minutes: int
    players: tuple[str, ...]
    only_in: str | None = None
    aligned: bool = False
    until: Literal["phase"] | None = None
    holds: tuple[str, ...] = ()


class Seat(Struct, frozen=True):
    """A player at the table, in the order of sitting down.

    `to_act` is true if the game waits for the player now. `owes` is true if the player has a postponed choice to make,
    for which the game does not wait (R41).
    """

    player: str
    status: Literal["invited", "in", "out"]
    to_act: bool = False
    owes: bool = False


class Result(Struct, frozen=True):
    """The end of a match: `won` by the winners, `drawn`, or without a result (`off`, `terminated`, `stopped`)."""

    ending: Literal["won", "drawn", "off", "terminated", "stopped"]
    winners: tuple[str, ...] = ()


class Step(Struct, Generic[S], frozen=True):
    """The result of a move, an expired clock or an external event: the new state and the events.

    If `question` is set, the move has begun and cannot be abandoned (R18), because the state contains its draws. The
    player who is asked continues with the move `Answer`, all answers so far and the new one.
    """

    state: S
    events: tuple[Event, ...]
    question: Question | None = None


class Asked(Struct, frozen=True):
    """The outcome of a move that needs an answer before it can draw: its question. Nothing has changed."""

    question: Question


class Game(Protocol[R, S]):
    """Interface of a game's engine.

    `rules` are always the rules in force at the step; `player` is a player's name.
    """

    name: str

    @property
    def moves(self) -> tuple[type[Move], ...]:
        """A struct for each kind of move."""

    @property
    def orders(self) -> tuple[type[Order], ...]:
        """A struct for each kind of standing order; empty if the game has no standing orders."""

    @property
    def happenings(self) -> tuple[type[Happening], ...]:
        """The types of external events that the game's own package sends."""

    def rules(self, document: dict[str, Any], number: int) -> R:
        """Return the rules parsed from the law document of a revision. `number` is the revision's number."""

    def bound_to(self, state: S) -> int | None:
        """Return the revision under which a begun move continues (R106), or None if the law in force applies."""

    def is_sealed(self, move: Move) -> bool:
        """Return whether a move's answers are secret until an event of the kind "unsealed" names the player."""

    def setup(self, rules: R, options: dict[str, Any]) -> S:
        """Return the initial state of a match. `options` are JSON, stored with the match."""

    def legal(self, rules: R, state: S, player: str, environment: Environment) -> list[LegalMove]:
        """Return every move that a player can make now.

        The list is empty if the player cannot do anything now or has no seat.
        """

    def barred(self, rules: R, state: S, player: str, environment: Environment) -> list[BarredMove]:
        """Return moves that a player might expect but cannot make now, each with the reason."""

    def play(
        self,
        rules: R,
        state: S,
        player: str,
        move: Move,
        answers: Answers,
        chance: Chance,
        environment: Environment,
    ) -> Step[S] | Asked:
        """Make a move.

        Returns a Step, or Asked if the move needs an answer before its first draw. A draw is final (R126): once
        `chance` was used, the method must return a Step, even if an answer is invalid. See
        `nomic.effects.asking.begun_moves`. Raises IllegalMove if the move cannot be made, and BadAnswer for an answer
        that was not offered.
        """

    def clocks(self, rules: R, state: S) -> tuple[Clock, ...]:
        """Return the clocks that run in this state."""

    def expire(self, rules: R, state: S, clock: str, chance: Chance, environment: Environment) -> Step[S]:
        """Return the step that results from the expiry of a clock in `clocks`."""

    def react(
        self, rules: R, state: S, happening: Happening, chance: Chance, environment: Environment
    ) -> Step[S] | None:
        """Handle an external event (R104), such as `Left("Ada")`.

        Returns None if the event does not affect the match.
        """

    def question(self, rules: R, state: S, environment: Environment) -> Question | None:
        """Return the question that a begun move waits for, or None."""

    def answers(self, state: S) -> Answers:
        """Return the answers of a begun move, or none if no move is begun.

        The player who continues the move must send these first.
        """

    def check_order(self, rules: R, state: S, player: str, order: Order) -> None:
        """Raise IllegalMove if the player cannot give this standing order."""

    def order_move(
        self, rules: R, state: S, player: str, order: Order, environment: Environment
    ) -> tuple[Move, Answers] | None:
        """Return the move and answers that carry out a standing order now (R110).

        Returns None if the order's moment has not come.
        """

    def may_act(self, rules: R, state: S) -> frozenset[str]:
        """Return the players who have something useful to do without a time limit, such as placing a piece.

        These may include players for whom the game is waiting.
        """

    def seats(self, state: S) -> tuple[Seat, ...]:
        """Return the players at the table."""

    def view(self, rules: R, state: S, viewer: str | None) -> Struct:
        """Return everything that this viewer may see, built by an allow-list. None is a viewer without a seat."""

    def result(self, state: S) -> Result | None:
        """Return the end of the match, or None while it continues."""

    def encode(self, state: S) -> bytes:
        """Serialize the state as JSON."""

    def decode(self, data: bytes) -> S:
        """Parse a state serialized by `encode`."""
