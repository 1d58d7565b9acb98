"""Everything that waits for the caller: questions of rules, turns, and choices owed in matches."""

from datetime import datetime

from pydantic import Field
from rest_framework.request import Request

from nomic.api.questions import QuestionShape
from nomic.api.reading import ApiView, reads
from nomic.api.shapes import Shape
from nomic.api.views.play.actions import actor_of
from nomic.clauses.handlers.open_questions import ShownQuestion, questions_of_player, unanswered_by
from nomic.clauses.handlers.resume import still_offered
from nomic.clauses.models import PendingQuestion
from nomic.cycles.actions.context import Moment
from nomic.cycles.domain.exceptions import Refused
from nomic.cycles.models import Cycle
from nomic.effects.asking.questions import question_data
from nomic.notices.reminders import clocks_that_wait_for

MAX_NAMED = 200


class PendingShape(Shape):
    """A pending question of a rule. Answer it by the action `answer` with its code.

    `missing` are the players who have not answered. `asked` is what you can choose now, or null if no choice is left.
    If it is `sealed`, nobody sees an answer before all have answered or the time is up.
    """

    code: str
    prompt: str
    rule: str
    title: str
    sealed: bool
    missing: list[str]
    answered: int
    asked: QuestionShape | None


class WaitingItem(Shape):
    """A task that waits for you.

    `link` is a path on this site. `question` is null for turns and choices in a match.
    """

    says: str
    link: str
    begun_at: datetime = Field(validation_alias="began_at")
    due_at: datetime
    question: PendingShape | None


class WaitingList(Shape):
    """Every task that waits for you in a cycle, the earliest deadline first.

    `player` is your name, or null if you are not logged in.
    """

    player: str | None = Field(description="the rule or player that asks")
    items: list[WaitingItem]


class QuestionsView(ApiView):
    @reads(
        WaitingList,
        name="questions",
        summary="List the questions that you have to answer",
        tag="acts",
        changes=None,
        personal=True,
    )
    def get(self, request: Request, cycle: Cycle, query: object) -> WaitingList:
        """Questions of rules with their options, your turns, and the choices that you owe in matches."""
        moment = Moment(cycle, actor_of(request), cycle.now())
        name = moment.actor.name
        asked = _asked_of(moment) if name else {}
        clocks = sorted(clocks_that_wait_for(cycle, name), key=lambda clock: clock.due_at) if name else []
        items = [
            WaitingItem.from_object(clock, says=clock.begun or clock.nearly_up, question=asked.get(clock.key))
            for clock in clocks
        ]
        return WaitingList(player=name or None, items=items)


def _asked_of(moment: Moment) -> dict[str, PendingShape]:
    """Return the pending questions of the context's actor, by the keys of their clocks."""
    name = moment.actor.name
    rows = {row.code: row for row in unanswered_by(moment.cycle, name)}
    return {
        f"question {shown.code}": _shape(shown, _now(moment, rows[shown.code], name))
        for shown in questions_of_player(moment.cycle, name)
        if shown.code in rows
    }


def _now(moment: Moment, row: PendingQuestion, name: str) -> QuestionShape | None:
    try:
        asked = still_offered(moment, row, name)
    except Refused:  # It takes too many steps to find out. The question will expire.
        return None
    return None if asked is None else QuestionShape.model_validate(question_data(asked))


def _shape(shown: ShownQuestion, asked: QuestionShape | None) -> PendingShape:
    return PendingShape.from_object(shown, missing=shown.missing[:MAX_NAMED], asked=asked)
