"""A match without a host, and therefore without database, clock or journal.

For simulations, benchmarks and tests. Plain Python.
"""

from collections.abc import Iterable, Sequence
from copy import copy
from typing import Any, Generic, Protocol, TypeVar

from msgspec import Struct

from nomic.chance.draw_scheme import Drawn
from nomic.chance.draw_source import Source
from nomic.law.schema.json_reader import Json
from nomic.matches.contract.external_events import Happening, LawChanged
from nomic.matches.contract.game import Answers, Asked, Environment, Event, Game, Step
from nomic.matches.contract.moves import Move

R = TypeVar("R")
S = TypeVar("S")
MAX_CONSEQUENCES = 1_000  # external events that one act can cause
FIRST_REVISION = 1


class FakeEnvironment(Environment, Protocol):
    """An in-memory environment of a match. Events of the match can change it."""

    def carry_out(self, events: Sequence[Event], chance: Source) -> Iterable[Happening]:
        """Apply events to the environment, and return the external events that result for the match."""

    def copy(self) -> "FakeEnvironment":
        """Return an independent copy."""


class NothingOutside:
    """The environment of a game that neither reads nor changes anything outside its matches."""

    def read(self, *question: str) -> Json:
        """Raise KeyError, because the game has no environment."""
        raise KeyError(question)

    def carry_out(self, events: Sequence[Event], chance: Source) -> tuple[Happening, ...]:
        """Do nothing, because events of such a game have no effects outside of it."""
        return ()

    def copy(self) -> "NothingOutside":
        """Return itself, since it never changes."""
        return self


class Act(Struct, frozen=True):
    """An act in a match: a move with its answers, an expired clock, or an external event."""

    player: str = ""
    move: Move | None = None
    answers: Answers = ()
    clock: str = ""
    happening: Happening | None = None


class RecordedStep(Struct, frozen=True):
    """A recorded step: the revision of the law, the act, the reads of the environment, the draws, and the new state."""

    law: int
    act: Act
    reads: tuple[tuple[tuple[str, ...], Json], ...]
    drawn: tuple[Drawn, ...]
    state: bytes


class RecordingEnvironment:
    """Wrapper of an environment that records every query with its result."""

    def __init__(self, environment: Environment) -> None:
        self._environment = environment
        self.reads: list[tuple[tuple[str, ...], Json]] = []

    def read(self, *question: str) -> Json:
        answer: Json = self._environment.read(*question)
        self.reads.append((question, answer))
        return answer


class UnhostedMatch(Generic[R, S]):
    """A match with its environment. Each step draws from a source of its own, keyed by seed and step number.

    `start` is the initial state. `laws` maps revision numbers to the rules that were ever in force. `events` lists
    the events of the latest act and its consequences. `record`, if given, collects every step.
    """

    def __init__(
        self,
        game: Game[R, S],
        rules: R,
        state: S,
        fake_environment: FakeEnvironment,
        seed: str,
        *,
        record: list[RecordedStep] | None = None,
    ) -> None:
        self.game = game
        self.laws = {FIRST_REVISION: rules}
        self.start = self.state = state
        self.fake_environment = fake_environment
        self.events: list[Event] = []
        self.record = record
        self._seed = seed
        self._steps = 0

    @property
    def law(self) -> int:
        """The number of the revision that applies to the match: the latest, or the one of a begun move (R106)."""
        bound = self.game.bound_to(self.state)
        return max(self.laws) if bound is None else bound

    @property
    def rules(self) -> R:
        """The rules that apply to the match."""
        return self.laws[self.law]

    def enact(self, rules: R) -> None:
        """Put new rules into force, and send the match the event of the changed law."""
        self.laws[max(self.laws) + 1] = rules
        self.happen(LawChanged())

    def source(self, entry: str) -> Source:
        """Return the source of draws for the step with the key `entry`."""
        return Source(self._seed, entry)

    def copy(self) -> "UnhostedMatch[R, S]":
        """Return an independent copy of the match, without its record. Its next steps have the same draws."""
        other = copy(self)
        other.laws, other.events, other.record = dict(self.laws), list(self.events), None
        other.fake_environment = self.fake_environment.copy()
        return other

    def play(self, player: str, move: Move, answers: Answers = ()) -> Step[S] | Asked:
        """Make a move. Raises IllegalMove or BadAnswer if it cannot be made.

        After an error or a returned question, the state of the match is unchanged, and `events` is empty.
        """
        self.events = []
        return self._take(Act(player=player, move=move, answers=answers))

    def expire(self, clock: str) -> None:
        """Make a clock expire."""
        self.events = []
        self._take(Act(clock=clock))

    def happen(self, happening: Happening) -> None:
        """Send an external event to the match."""
        self.events = []
        self._take(Act(happening=happening))

    def _take(self, act: Act) -> Step[S] | Asked:
        step = self._step(act)
        consequences = 0
        waiting = self._carry_out(step)
        while waiting:
            consequences += 1
            if consequences > MAX_CONSEQUENCES:
                raise RuntimeError(f"{act} caused more than {MAX_CONSEQUENCES} external events")
            waiting += self._carry_out(self._step(Act(happening=waiting.pop(0))))
        return step

    def _step(self, act: Act) -> Step[S] | Asked:
        chance, environment = self.source(f"step {self._steps}"), RecordingEnvironment(self.fake_environment)
        law = self.law
        step = call_engine(self.game, self.laws[law], self.state, act, chance, environment)
        if isinstance(step, Step):
            self.state = step.state
            self.events += step.events
            self._steps += 1
            if self.record is not None:
                state = self.game.encode(step.state)
                self.record.append(RecordedStep(law, act, tuple(environment.reads), tuple(chance.drawn), state))
        return step

    def _carry_out(self, step: Step[S] | Asked) -> list[Happening]:
        if isinstance(step, Asked):
            return []
        return list(self.fake_environment.carry_out(step.events, self.source(f"after step {self._steps}")))


def call_engine(
    game: Game[R, S], rules: R, state: S, act: Act, chance: Any, environment: Environment
) -> Step[S] | Asked:
    """Call the engine for an act, and return its result.

    The act is a move, the expiry of a clock, or an external event. An external event that does not affect the match
    returns a step with the same state and no events.
    """
    if act.move is not None:
        return game.play(rules, state, act.player, act.move, act.answers, chance, environment)
    if act.clock:
        return game.expire(rules, state, act.clock, chance, environment)
    if act.happening is not None:
        return game.react(rules, state, act.happening, chance, environment) or Step(state, ())
    raise ValueError("the act is empty")
