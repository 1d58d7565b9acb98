"""A match loaded for a context: its decoded state, the law that applies to it, and its environment."""

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from nomic.cycles.actions.context import ActionContext, ReadContext
from nomic.cycles.models import Cycle
from nomic.law.document.sections import Law
from nomic.law.models import law_at
from nomic.law.schema.json_reader import Json
from nomic.matches.contract.game import Clock, Game, Seat
from nomic.matches.hosting.registry import HostedGame, game_named
from nomic.matches.models import Match


class RecordedEnvironment:
    """The environment of a match in a context. It records what the engine reads."""

    def __init__(self, ctx: ReadContext, hosted: HostedGame) -> None:
        self._ctx = ctx
        self._hosted = hosted
        self._known: dict[tuple[str, ...], Json] = {}

    def read(self, *question: str) -> Json:
        """Return the result of a query of the environment. Within a step, the same query always has the same result."""
        if question not in self._known:
            self._known[question] = self._hosted.read(self._ctx, question)
        return self._known[question]

    @property
    def record(self) -> list[list[Json]]:
        """All reads, as pairs of query and result, in the order of the first read."""
        return [[list(question), answer] for question, answer in self._known.items()]


class ActChance:
    """The draws of an act, for an engine. The seed is loaded at the first draw, since most steps draw nothing."""

    def __init__(self, act: ActionContext) -> None:
        self._act = act

    def below(self, sides: int, label: str, purpose: str) -> int:
        """Draw a uniform integer in [0, sides) for the act. `label` identifies the draw, and `purpose` explains it."""
        return self._act.chance.below(sides, label, purpose)


def law_at_revision(cycle: Cycle, number: int) -> Law:
    """Return the law of a revision, even if the revision was enacted in the current transaction."""
    law = cycle.law
    return law if law.number == number else law_at(cycle.book_id, number)


class LoadedMatch:
    """A match's row with its decoded state. Both change only in `nomic.matches.hosting.steps`."""

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
        """The state, decoded from the match's row."""
        return self.game.decode(bytes(self.match.state))

    @property
    def law(self) -> Law:
        """The law that applies to the next step (R106).

        That is the law in force, except for a begun move, which continues under the law in which it began. If the law
        in force no longer has the game, it is the law of the newest step.
        """
        bound = self.game.bound_to(self.state)
        if bound is not None:
            return law_at_revision(self.cycle, bound)
        law = self.cycle.law
        return law if self.hosted.in_force(law) else law_at_revision(self.cycle, self.match.revision)

    @property
    def rules(self) -> Any:
        """The game's rules, parsed from the law that applies."""
        return self.hosted.rules(self.law)

    @property
    def seats(self) -> Sequence[Seat]:
        state = self.state
        if self._seats[0] is not state:  # a state is never changed, only replaced
            self._seats = state, self.game.seats(state)
        return self._seats[1]

    @property
    def clocks(self) -> Sequence[Clock]:
        return self.game.clocks(self.rules, self.state)

    @property
    def may_act(self) -> frozenset[str]:
        """The players who have something useful to do without a time limit."""
        return frozenset() if self.match.is_over else self.game.may_act(self.rules, self.state)

    def is_seated(self, player: str) -> bool:
        """Return whether a player has a seat at this match, even if they are out of the game."""
        return any(seat.player == player for seat in self.seats)


def loaded_match(ctx: ReadContext, match: Match) -> LoadedMatch:
    """Return the loaded match of a row. Within a context, all callers share one object per match."""
    return ctx.recall(("table", match.pk), lambda: LoadedMatch(ctx.cycle, match))
