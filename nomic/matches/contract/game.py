"""What a game is to its host. Plain Python: an engine knows nothing of Django, HTTP or the clock.

An engine works on immutable states. Whatever it needs from elsewhere is handed in: the rules (a law read once), the
chance of the journal's entry, and what lies outside the match. So a match can be played again from its record alone.
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
R = TypeVar("R")  # a game's rules: a law document read through the game's eyes
Answers = Sequence[Sequence[str | int]]


class LegalMove(Struct, frozen=True):
    """A move that a seat can make now; `question` is the first thing that will be asked before anything is drawn."""

    move: Move
    label: str
    question: Question | None = None


class BarredMove(Struct, frozen=True):
    """A move that a player could look for and cannot make, and why."""

    move: Move
    label: str
    reason: str
    rule: str


class Event(Struct, frozen=True):
    """Something that happened: for people a sentence, for programs a kind with facts (JSON values).

    Everybody may know it: an engine never puts a secret into an event.
    """

    kind: str
    text: str = ""
    facts: dict[str, Any] = {}


class Clock(Struct, frozen=True):
    """Something that is due `minutes` after the step in which its name first appeared.

    A clock that keeps its name keeps its instant; one that is no longer named is stopped. `players` are those whose
    time it is. With `only_in`, an instant outside that kind of phase moves to the next such phase's beginning. An
    `aligned` one is due at the next whole multiple of its minutes (of 1440, say, at the next midnight) in UTC. One that
    runs `until` the phase ends has no minutes of its own and follows the calendar. While it runs, those that it `holds`
    stand still: when they are named again, they go on with the time that they had left.
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

    `to_act`: the game waits for them now. `owes`: something is theirs to choose, for which it does not wait (R41).
    """

    player: str
    status: Literal["invited", "in", "out"]
    to_act: bool = False
    owes: bool = False


class Result(Struct, frozen=True):
    """How a match ended: `won` by the winners, `drawn`, or without a result (`off`, `terminated`, `stopped`)."""

    ending: Literal["won", "drawn", "off", "terminated", "stopped"]
    winners: tuple[str, ...] = ()


class Step(Struct, Generic[S], frozen=True):
    """What came of a move, an expired clock or a happening: the new state and what happened.

    With `question`, the move has begun and cannot be given up (R18): the state holds what was drawn, and
    whoever is asked goes on with the move `Answer` and all answers so far and the new one.
    """

    state: S
    events: tuple[Event, ...]
    question: Question | None = None


class Asked(Struct, frozen=True):
    """A move that nothing was drawn for yet needs this answer first; nothing has changed."""

    question: Question


class Game(Protocol[R, S]):
    """A game's engine. `rules` always are those in force at the step; `player` is a player's name."""

    name: str

    @property
    def moves(self) -> tuple[type[Move], ...]:
        """A struct for each kind of move."""

    @property
    def orders(self) -> tuple[type[Order], ...]:
        """A struct for each kind of standing order; none where the game has no standing orders."""

    @property
    def happenings(self) -> tuple[type[Happening], ...]:
        """A struct for each kind of happening that the game's own package tells of."""

    def rules(self, document: dict[str, Any], number: int) -> R:
        """The law document of a revision as this game reads it."""

    def bound_to(self, state: S) -> int | None:
        """The revision under which a begun move goes on (R106), or None where the law in force holds."""

    def is_sealed(self, move: Move) -> bool:
        """Whether a move's answers are secret until an event of the kind "unsealed" names the player."""

    def setup(self, rules: R, options: dict[str, Any]) -> S:
        """A match before anybody has done anything. `options` are JSON, kept with the match."""

    def legal(self, rules: R, state: S, player: str, environment: Environment) -> list[LegalMove]:
        """Every move that a player can make now; none for somebody who has nothing to do or is not seated."""

    def barred(self, rules: R, state: S, player: str, environment: Environment) -> list[BarredMove]:
        """Moves that a player might look for now and cannot make, each with the reason."""

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
        """Make a move. Raises IllegalMove, or BadAnswer for an answer outside what was asked.

        What has drawn stands (R126): once `chance` was asked, a Step comes of it, whatever was wrong with the answers.
        See `nomic.effects.asking.begun`.
        """

    def clocks(self, rules: R, state: S) -> tuple[Clock, ...]:
        """What is due in this state."""

    def expire(self, rules: R, state: S, clock: str, chance: Chance, environment: Environment) -> Step[S]:
        """The time of a clock of `clocks` is up."""

    def react(
        self, rules: R, state: S, happening: Happening, chance: Chance, environment: Environment
    ) -> Step[S] | None:
        """Take in what happened outside (R104), as `Left("Ada")`; None where it touches nothing."""

    def question(self, rules: R, state: S, environment: Environment) -> Question | None:
        """What a begun move waits for, or None."""

    def answers(self, state: S) -> Answers:
        """The answers that a begun move has so far, with which whoever goes on with it has to begin; else none."""

    def check_order(self, rules: R, state: S, player: str, order: Order) -> None:
        """Raises IllegalMove where this cannot be a standing order of that player."""

    def order_move(
        self, rules: R, state: S, player: str, order: Order, environment: Environment
    ) -> tuple[Move, Answers] | None:
        """The move and answers by which a standing order is used now, or None while its moment has not come (R110)."""

    def seats(self, state: S) -> tuple[Seat, ...]:
        """Who sits at the table."""

    def view(self, rules: R, state: S, viewer: str | None) -> Struct:
        """All that this viewer may see, built from what is allowed; None is somebody who is not seated."""

    def result(self, state: S) -> Result | None:
        """How the match ended, or None while it goes on."""

    def encode(self, state: S) -> bytes:
        """The state as JSON."""

    def decode(self, data: bytes) -> S:
        """The state from what `encode` gave."""
