"""The parts of a match that one viewer may see, built from the game's own view."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from nomic.cycles.actions.context import ReadContext
from nomic.law.schema.json_reader import Json
from nomic.matches.contract.game import Answers, BarredMove, LegalMove, Question
from nomic.matches.contract.moves import Move
from nomic.matches.contract.question_after_answers import asked_next
from nomic.matches.hosting.loaded_match import LoadedMatch, RecordedEnvironment, loaded_match
from nomic.matches.hosting.moves.due_orders import order_content
from nomic.matches.models import Match, MatchStep, OrderStatus, StandingOrder


@dataclass(frozen=True, slots=True)
class OwnOrder:
    """A standing order as its owner sees it."""

    code: str
    order: dict[str, Json]
    given_seq: int
    status: str


class VisibleMatch:
    """A match as the context's actor may see it, with or without a seat. Each part is computed once."""

    def __init__(self, ctx: ReadContext, match: Match) -> None:
        self.ctx = ctx
        self.match = match
        self.table: LoadedMatch = loaded_match(ctx, match)

    @cached_property
    def viewer(self) -> str | None:
        """The actor's name if they have a seat at this match, otherwise None."""
        name = self.ctx.actor.name
        return name if name and self.table.is_seated(name) else None

    @cached_property
    def _rules(self) -> Any:
        return self.table.rules

    @cached_property
    def _environment(self) -> RecordedEnvironment:
        return RecordedEnvironment(self.ctx, self.table.hosted)

    @property
    def _goes_on(self) -> bool:
        return self.ctx.cycle.is_running and not self.match.is_over

    @cached_property
    def view(self) -> Any:
        """The game's view for the viewer."""
        return self.table.game.view(self._rules, self.table.state, self.viewer)

    @cached_property
    def legal(self) -> Sequence[LegalMove]:
        """Every move that the viewer can make now. Empty for spectators and in a match that is over."""
        if self.viewer is None or not self._goes_on:
            return []
        return self.table.game.legal(self._rules, self.table.state, self.viewer, self._environment)

    @cached_property
    def barred(self) -> Sequence[BarredMove]:
        """Moves that the viewer might expect but cannot make now, each with the reason."""
        if self.viewer is None or not self._goes_on:
            return []
        return self.table.game.barred(self._rules, self.table.state, self.viewer, self._environment)

    @cached_property
    def question(self) -> Question | None:
        """The question that the viewer's begun move waits for, or None. Questions to others are never shown."""
        if self.viewer is None or not self._goes_on:
            return None
        asked = self.table.game.question(self._rules, self.table.state, self._environment)
        return asked if asked is not None and asked.who == self.viewer else None

    @property
    def answers(self) -> Answers:
        """The answers of the viewer's begun move, with which the move continues (R126)."""
        return () if self.question is None else self.table.game.answers(self.table.state)

    def next_question(self, move: Move, answers: Answers) -> Question | None:
        """Return the next question of the viewer's move after these answers, or None.

        Raises IllegalMove or BadAnswer, as `asked_next` does.
        """
        game, state = self.table.game, self.table.state
        return asked_next(game, self._rules, state, self.viewer or "", move, answers, self._environment)

    @property
    def orders(self) -> list[OwnOrder]:
        """The viewer's own waiting standing orders, oldest first."""
        if self.viewer is None or not self.match.orders:
            return []
        rows = StandingOrder.objects.filter(match=self.match, player=self.viewer, status=OrderStatus.WAITING)
        return [
            OwnOrder(row.code, order_content(row), row.entry.seq, row.status)
            for row in rows.select_related("entry").order_by("entry__seq")
        ]


def newest_steps(match: Match, most: int, before: int | None = None) -> list[MatchStep]:
    """Return the newest steps with their entries, newest first, and at most `most` of them.

    If `before` is given, only steps before that version are returned.
    """
    found = MatchStep.objects.filter(match=match).select_related("entry").defer("entry__draws", "entry__moved")
    if before is not None:
        found = found.filter(version__lt=before)
    steps = list(found.order_by("-version")[:most])
    for step in steps:
        step.match = match
    return steps
