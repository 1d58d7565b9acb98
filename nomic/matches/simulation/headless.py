"""A match without a host: no database, no clock, no journal. For simulations, measurements and tests. Plain Python."""

from collections.abc import Iterable, Sequence
from copy import copy
from typing import Any, Generic, Protocol, TypeVar

from msgspec import Struct

from nomic.chance.draws import Drawn
from nomic.chance.source import Source
from nomic.law.schema.json_reader import Json
from nomic.matches.contract.external_events import Happening, LawChanged
from nomic.matches.contract.game import Answers, Asked, Environment, Event, Game, Step
from nomic.matches.contract.moves import Move

R = TypeVar("R")
S = TypeVar("S")
MAX_ECHOES = 1_000
FIRST = 1  # the first revision of a law


class Surroundings(Environment, Protocol):
    """What lies outside a match, kept in memory, and changed as the match says."""

    def carry_out(self, events: Sequence[Event], chance: Source) -> Iterable[Happening]:
        """Do what the events tell the host to do; what comes back to the match by that, as happenings."""

    def copy(self) -> "Surroundings":
        """The same, to change from here on by itself."""


class NothingOutside:
    """The surroundings of a game that reads nothing and does nothing outside its matches."""

    def read(self, *question: str) -> Json:
        """Raises KeyError: nobody knows anything."""
        raise KeyError(question)

    def carry_out(self, events: Sequence[Event], chance: Source) -> tuple[Happening, ...]:
        """Nothing follows from any event."""
        return ()

    def copy(self) -> "NothingOutside":
        """Itself, for it never changes."""
        return self


class Act(Struct, frozen=True):
    """What was done to a match: a move with its answers, a clock that ran out, or a happening."""

    player: str = ""
    move: Move | None = None
    answers: Answers = ()
    clock: str = ""
    happening: Happening | None = None


class Made(Struct, frozen=True):
    """A step as it is recorded: under which law, what was done, what it read outside and drew, and the new state."""

    law: int
    act: Act
    reads: tuple[tuple[tuple[str, ...], Json], ...]
    drawn: tuple[Drawn, ...]
    state: bytes


class Reading:
    """The outside, with every question and answer noted."""

    def __init__(self, environment: Environment) -> None:
        self._outside = environment
        self.reads: list[tuple[tuple[str, ...], Json]] = []

    def read(self, *question: str) -> Json:
        answer: Json = self._outside.read(*question)
        self.reads.append((question, answer))
        return answer


class UnhostedMatch(Generic[R, S]):
    """A match and what lies outside it. Each step draws from a source of its own, keyed by the seed and its number.

    `start` is the state in the beginning; `laws` are the rules that were ever in force, by the numbers of their
    revisions. `events` are those of the latest act, with all that came of it. `record`, where one is kept, has every
    step taken.
    """

    def __init__(
        self,
        game: Game[R, S],
        rules: R,
        state: S,
        surroundings: Surroundings,
        seed: str,
        *,
        record: list[Made] | None = None,
    ) -> None:
        self.game = game
        self.laws = {FIRST: rules}
        self.start = self.state = state
        self.surroundings = surroundings
        self.events: list[Event] = []
        self.record = record
        self._seed = seed
        self._steps = 0

    @property
    def law(self) -> int:
        """The revision by which the match goes on: the latest, or the one under which a move was begun (R106)."""
        bound = self.game.bound_to(self.state)
        return max(self.laws) if bound is None else bound

    @property
    def rules(self) -> R:
        """The rules by which the match goes on."""
        return self.laws[self.law]

    def enact(self, rules: R) -> None:
        """Another law is in force from now on."""
        self.laws[max(self.laws) + 1] = rules
        self.happen(LawChanged())

    def source(self, entry: str) -> Source:
        """The chance of a step."""
        return Source(self._seed, entry)

    def copy(self) -> "UnhostedMatch[R, S]":
        """The same match, to go on from here by itself; without the record."""
        other = copy(self)
        other.laws, other.events, other.record = dict(self.laws), list(self.events), None
        other.surroundings = self.surroundings.copy()
        return other

    def play(self, player: str, move: Move, answers: Answers = ()) -> Step[S] | Asked:
        """Make a move. Raises IllegalMove and BadAnswer; nothing has changed then, nor where something is asked."""
        self.events = []
        return self._take(Act(player=player, move=move, answers=answers))

    def expire(self, clock: str) -> None:
        """The time of a clock is up."""
        self.events = []
        self._take(Act(clock=clock))

    def happen(self, happening: Happening) -> None:
        """Something happens outside."""
        self.events = []
        self._take(Act(happening=happening))

    def _take(self, act: Act) -> Step[S] | Asked:
        made = self._step(act)
        echoes = 0
        waiting = [] if isinstance(made, Asked) else self._carried_out(made)
        while waiting:
            echoes += 1
            if echoes > MAX_ECHOES:
                raise RecursionError(f"what {act} leads to comes to no end")
            echo = self._step(Act(happening=waiting.pop(0)))
            waiting += self._carried_out(echo)
        return made

    def _step(self, act: Act) -> Step[S] | Asked:
        chance, environment = self.source(f"step {self._steps}"), Reading(self.surroundings)
        law = self.law
        made = perform(self.game, self.laws[law], self.state, act, chance, environment)
        if isinstance(made, Step):
            self.state = made.state
            self.events += made.events
            self._steps += 1
            if self.record is not None:
                state = self.game.encode(made.state)
                self.record.append(Made(law, act, tuple(environment.reads), tuple(chance.drawn), state))
        return made

    def _carried_out(self, step: Step[S] | Asked) -> list[Happening]:
        if isinstance(step, Asked):
            return []
        return list(self.surroundings.carry_out(step.events, self.source(f"after step {self._steps}")))


def perform(game: Game[R, S], rules: R, state: S, act: Act, chance: Any, environment: Environment) -> Step[S] | Asked:
    """Do something to a match, whatever it is."""
    if act.move is not None:
        return game.play(rules, state, act.player, act.move, act.answers, chance, environment)
    if act.clock:
        return game.expire(rules, state, act.clock, chance, environment)
    if act.happening is not None:
        return game.react(rules, state, act.happening, chance, environment) or Step(state, ())
    raise ValueError("nothing is done")
