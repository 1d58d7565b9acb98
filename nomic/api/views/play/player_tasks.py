"""The caller's tasks: turns, questions, votes and everything else that waits for them."""

from datetime import datetime
from typing import Any

from django.http import HttpResponse
from django.utils.cache import patch_vary_headers
from pydantic import Field
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request

from nomic.api.act_questions import QuestionShape
from nomic.api.query_parameters import NoQuery
from nomic.api.read_view import ApiView, cacheable_response, documented, not_modified, reads
from nomic.api.response_model import Shape
from nomic.api.views.play.actions import act_url, actor_of
from nomic.api.write_view import caller
from nomic.clauses.handlers.resume_after_questions import still_offered
from nomic.clauses.models import PendingQuestion
from nomic.clauses.runtime.pending_questions import unanswered_by
from nomic.clauses.views.player_tasks import QUESTION
from nomic.clauses.views.questions.open_questions import ShownQuestion, questions_of_player
from nomic.court.player_tasks import cycles_of
from nomic.cycles.actions.context import ReadContext
from nomic.cycles.domain.exceptions import Refused
from nomic.cycles.models import Cycle
from nomic.cycles.schedule.settle import cycles_now
from nomic.effects.asking.questions import question_data
from nomic.players.player_tasks import Urgency, Waiting, waiting_everywhere, waiting_for

MAX_NAMED = 200


class PendingShape(Shape):
    """A pending question of a rule. Answer it with the action `answer` and its code.

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

    `others_wait` says whether the game waits for you. `link` is a page of this site, for people. Tasks without a time
    limit have no `due_at`. `question` is null for everything but questions of rules.

    Do it by posting `arguments`, completed with your own choice, to `url`. The action's schema shows what is missing.
    """

    kind: str
    others_wait: bool
    says: str = Field(validation_alias="summary")
    link: str
    action: str | None = Field(description="the action that does it; null if it is not a game action")
    arguments: dict[str, Any] = Field(description="those of the action's arguments that the task determines")
    url: str | None = Field(description="the address of the action")
    begun_at: datetime | None = Field(validation_alias="began_at")
    due_at: datetime | None
    question: PendingShape | None


class WaitingList(Shape):
    """Every task that waits for you in a cycle, the most urgent first.

    `player` is your name, or null if you are not logged in.
    """

    player: str | None
    items: list[WaitingItem]


class WaitingSomewhere(Shape):
    """A task that waits for you in the cycle `cycle`. The other fields are those of the cycle's own list."""

    cycle: str
    kind: str
    others_wait: bool
    says: str = Field(validation_alias="summary")
    link: str
    action: str | None
    arguments: dict[str, Any]
    url: str | None
    begun_at: datetime | None = Field(validation_alias="began_at")
    due_at: datetime | None


class WaitingEverywhere(Shape):
    """Every task that waits for you in the running cycles in which you play, the most urgent first."""

    player: str
    items: list[WaitingSomewhere]


class AllQuestionsView(ApiView):
    permission_classes = [IsAuthenticated]

    @documented(
        WaitingEverywhere,
        NoQuery,
        name="all_questions",
        summary="List what is waiting for you in all cycles",
        description=(
            "Your name, and your tasks in the running cycles in which you play or judge. The options of a rule's "
            "question are in the cycle's own list."
        ),
        tag="acts",
        parts={},
    )
    def get(self, request: Request) -> HttpResponse:
        NoQuery.read(request)
        person = caller(request)
        found = waiting_everywhere(person, cycles_now(cycles_of(person)))
        items = [
            WaitingSomewhere.from_object(each.task, cycle=each.task.cycle.slug, **_how(request, each)) for each in found
        ]
        response = cacheable_response(WaitingEverywhere(player=actor_of(request).name, items=items))
        response = not_modified(request, response["ETag"].strip('"')) or response
        patch_vary_headers(response, ["Authorization", "Cookie"])
        return response


class QuestionsView(ApiView):
    @reads(
        WaitingList,
        name="questions",
        summary="List what is waiting for you",
        tag="acts",
        changes=None,
        personal=True,
    )
    def get(self, request: Request, cycle: Cycle, query: object) -> WaitingList:
        """Return your turns, choices, questions, votes, elections, offers, invitations, requests and suggestions."""
        ctx = ReadContext(cycle, actor_of(request), cycle.now())
        name = ctx.actor.name
        found = waiting_for(ctx)
        asked = _asked_of(ctx) if any(each.kind.name == QUESTION.name for each in found) else {}
        return WaitingList(player=name or None, items=[_item(request, each, asked) for each in found])


def _item(request: Request, waiting: Waiting, asked: dict[str, PendingShape]) -> WaitingItem:
    task = waiting.task
    question = asked.get(task.key) if waiting.kind.name == QUESTION.name else None
    return WaitingItem.from_object(task, question=question, **_how(request, waiting))


def _how(request: Request, waiting: Waiting) -> dict[str, Any]:
    """Return the fields that say which kind of task this is, and how to do it."""
    kind, task = waiting.kind, waiting.task
    return {
        "kind": kind.name,
        "others_wait": kind.urgency is Urgency.OTHERS_WAIT,
        "action": task.action or None,
        "arguments": dict(task.args),
        "url": act_url(request, task.cycle.slug, task.action) if task.action else None,
    }


def _asked_of(ctx: ReadContext) -> dict[str, PendingShape]:
    """Return the pending questions of the context's actor, by code."""
    name = ctx.actor.name
    rows = {row.code: row for row in unanswered_by(ctx.cycle, name)}
    return {
        shown.code: _shape(shown, _now(ctx, rows[shown.code], name))
        for shown in questions_of_player(ctx.cycle, name)
        if shown.code in rows
    }


def _now(ctx: ReadContext, row: PendingQuestion, name: str) -> QuestionShape | None:
    try:
        asked = still_offered(ctx, row, name)
    except Refused:  # It takes too many steps to find out. The question will expire.
        return None
    return None if asked is None else QuestionShape.model_validate(question_data(asked))


def _shape(shown: ShownQuestion, asked: QuestionShape | None) -> PendingShape:
    return PendingShape.from_object(shown, missing=shown.missing[:MAX_NAMED], asked=asked)
