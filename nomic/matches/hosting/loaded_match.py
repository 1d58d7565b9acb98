"""A match at hand: its state read once, the law that holds for it, and the world outside as it is or was read."""

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from nomic.cycles.actions.context import Act, Moment
from nomic.cycles.models import Cycle
from nomic.law.document.sections import Law
from nomic.law.models import law_at
from nomic.law.schema.json_reader import Json
from nomic.matches.contract.game import Clock, Game, Seat
from nomic.matches.hosting.registry import HostedGame, game_named
from nomic.matches.models import Match


class RecordedEnvironment:
    """The world outside, as it is at a moment."""

    def __init__(self, moment: Moment, hosted: HostedGame) -> None:
        self._moment = moment
        self._hosted = hosted
        self._known: dict[tuple[str, ...], Json] = {}

    def read(self, *question: str) -> Json:
        """The answer to a question; the same question has one answer for the whole step."""
        if question not in self._known:
            self._known[question] = self._hosted.read(self._moment, question)
        return self._known[question]

    @property
    def record(self) -> list[list[Json]]:
        """All that was read, as pairs of question and answer, in the order of first asking."""
        return [[list(question), answer] for question, answer in self._known.items()]


class ActChance:
    """The draws of an act. Its seed is read at the first one, for most steps draw nothing."""

    def __init__(self, act: Act) -> None:
        self._act = act

    def below(self, sides: int, label: str, purpose: str) -> int:
        """A uniform whole number in [0, sides)."""
        return self._act.chance.below(sides, label, purpose)


def law_at_revision(cycle: Cycle, number: int) -> Law:
    """The law of a revision; the one in force may have been made by this very transaction."""
    law = cycle.law
    return law if law.number == number else law_at(cycle.book_id, number)


class LoadedMatch:
    """A match at hand. Its columns and `state` change in `nomic.matches.hosting.steps` only."""

    def __init__(self, cycle: Cycle, match: Match) -> None:
        self.cycle = cycle
        self.match = match
        self.hosted = game_named(match.game)
        self._seats: tuple[Any, Sequence[Seat]] = (None, ())

    @property
    def game(self) -> Game[Any, Any]:
        return self.hosted.engine

    @cached_property
    def state(self) -> Any:
        """The state as the engine knows it."""
        return self.game.decode(bytes(self.match.state))

    @property
    def law(self) -> Law:
        """The law that the next step is judged by (R106).

        That is the one in force; for a begun move the one it began under, and where the law in force does not have
        the game any more, the one of the newest step.
        """
        bound = self.game.bound_to(self.state)
        if bound is not None:
            return law_at_revision(self.cycle, bound)
        law = self.cycle.law
        return law if self.hosted.in_force(law) else law_at_revision(self.cycle, self.match.revision)

    @property
    def rules(self) -> Any:
        """That law as the game reads it."""
        return self.hosted.rules(self.law)

    @property
    def seats(self) -> Sequence[Seat]:
        state = self.state
        if self._seats[0] is not state:  # which is never changed, but replaced
            self._seats = state, self.game.seats(state)
        return self._seats[1]

    @property
    def clocks(self) -> Sequence[Clock]:
        return self.game.clocks(self.rules, self.state)

    def is_seated(self, player: str) -> bool:
        """Whether a player sits at this match, whatever has become of them."""
        return any(seat.player == player for seat in self.seats)


def loaded_match(moment: Moment, match: Match) -> LoadedMatch:
    """The match at hand in this moment: one for all who ask within it, however they came by the row."""
    return moment.recall(("table", match.pk), lambda: LoadedMatch(moment.cycle, match))
