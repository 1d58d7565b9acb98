"""Endpoints for moves with their answers, and for standing orders."""

from typing import Any, Literal

from django.http import HttpResponse
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework.request import Request

from nomic.api.act_questions import Asked, QuestionShape
from nomic.api.read_view import ApiView, refusals
from nomic.api.request_bodies import body_of
from nomic.api.response_model import Shape
from nomic.api.views.cycle.journal import DrawnEntry, drawn_entry
from nomic.api.views.matches.matches import CODE, MATCH_PART, no_such_match
from nomic.api.views.play.actions import Performed, accepted, actor_of
from nomic.api.write_view import IDEMPOTENCY_KEY, idempotency_key
from nomic.cycles.actions.context import ReadContext
from nomic.cycles.actions.registry import Args, NoArgs
from nomic.cycles.commands.act_stages import PerformedAct
from nomic.cycles.commands.perform import perform
from nomic.cycles.domain.exceptions import BadArguments, Refusal
from nomic.cycles.schedule.settle import settled_cycle
from nomic.cycles.visibility import is_hidden_from
from nomic.effects.asking.questions import question_data
from nomic.matches.events import MatchStepped, StandingOrderGiven
from nomic.matches.hosting.cycle_of_match import slug_for_move
from nomic.matches.hosting.lifecycle import find_match
from nomic.matches.hosting.moves.actions import MoveBody, NextQuestion
from nomic.matches.hosting.moves.standing_orders import OrderBody
from nomic.matches.hosting.views.visible_match import VisibleMatch

ACT_STATUSES = (400, 401, 403, 404, 409, 413, 415, 422, 429, 503)


class Moved(Shape):
    """A move that was made. If it has begun and `question` asks for more, continue it with the move {"kind": "answer"}.

    The answers of that move must begin with `answers`, the ones that are still valid. The others did not fit the draws
    and were dropped. `version` is the match's version after the move. `entry` is the journal entry with all its
    changes.
    """

    status: Literal["done"] = "done"
    version: int
    question: QuestionShape | None
    answers: list[list[str | int]]
    entry: DrawnEntry


class GivenOrder(Performed):
    """The response to giving a standing order. The order can be withdrawn by its `code`."""

    code: str


def act_in_match(request: Request, code: str, action: str, shape: type[Args], **more: Any) -> tuple[str, PerformedAct]:
    """Perform an action on a match with the arguments in the body. Return the cycle's slug and the performed act.

    `shape` holds the fields of the body: the action's arguments without those in the address. Raises Http404 if there
    is no such match, and the errors of `perform`.
    """
    slug = slug_for_move(code)
    if slug is None:
        raise no_such_match(code)
    arguments: Any = request.data or {}
    try:
        if "match" in arguments:
            raise BadArguments.on("match", "the address says which match")
        performed = perform(
            slug,
            actor_of(request),
            action,
            {**arguments, **more, "match": code},
            idempotency_key=idempotency_key(request),
        )
    except BadArguments as wrong:
        # The action has an argument more than the body, so the body's own errors are the ones to show.
        if is_hidden_from(slug, request.user):
            raise no_such_match(code) from None
        if "match" not in arguments:
            body_of(shape, request)
        raise wrong
    except Refusal:  # Only then it is asked whether the caller may know of the match: a move costs no query for it.
        if is_hidden_from(slug, request.user):
            raise no_such_match(code) from None
        raise
    return slug, performed


def moved(request: Request, slug: str, code: str, performed: PerformedAct) -> Moved:
    """Return the response to a move."""
    entry = performed.entry
    version = next(step.version for step in MatchStepped.among(entry.events) if step.match == code)
    asking = entry.reply if isinstance(entry.reply, NextQuestion) else asked_again(request, slug, code, version)
    data = None if asking.question is None else question_data(asking.question)
    return Moved(
        version=version,
        question=None if data is None else QuestionShape.model_validate(data),
        answers=[list(answer) for answer in asking.answers],
        entry=drawn_entry(entry),
    )


def asked_again(request: Request, slug: str, code: str, version: int) -> NextQuestion:
    """Return the next question of a move that was already made, or None if the match has continued since."""
    cycle = settled_cycle(slug)
    ctx = ReadContext(cycle, actor_of(request), cycle.now())
    match = find_match(ctx, code)
    reading = VisibleMatch(ctx, match)
    return NextQuestion(reading.question, reading.answers) if match.version == version else NextQuestion(None)


class MovesView(ApiView):
    @extend_schema(
        operation_id="match_move",
        summary="Make a move",
        description="A move with the answers to what it asks. An answer 200 is the next question: nothing has changed, "
        "send the move again with one answer more. An answer 201 is the move, made or begun: one that has drawn cannot "
        'be given up, and goes on with the move {"kind": "answer"} and all answers. Answers that do not fit what was '
        "drawn are dropped, from the first on, and so are answers too many: `answers` are those that stand.",
        tags=["matches"],
        parameters=[OpenApiParameter("code", MATCH_PART["code"], OpenApiParameter.PATH), IDEMPOTENCY_KEY],
        request=MoveBody,
        responses={
            200: OpenApiResponse(Asked, "The move needs an answer first; nothing has changed."),
            201: OpenApiResponse(Moved, "The move is made, or has begun and asks for more."),
            **refusals(*ACT_STATUSES),
        },
    )
    def post(self, request: Request, code: str) -> HttpResponse:
        slug, performed = act_in_match(request, code, "move", MoveBody)
        return accepted(request, slug, performed, moved(request, slug, code, performed))


class OrdersView(ApiView):
    @extend_schema(
        operation_id="match_order",
        summary="Place a standing order",
        description="An order is carried out for you once, when its condition is met. At most one is used in a turn "
        "(R110). Nobody else sees it before it is used. The match shows you your waiting orders.",
        tags=["matches"],
        parameters=[OpenApiParameter("code", MATCH_PART["code"], OpenApiParameter.PATH), IDEMPOTENCY_KEY],
        request=OrderBody,
        responses={201: OpenApiResponse(GivenOrder, "The order is waiting."), **refusals(*ACT_STATUSES)},
    )
    def post(self, request: Request, code: str) -> HttpResponse:
        slug, performed = act_in_match(request, code, "give-standing-order", OrderBody)
        entry = performed.entry
        order = next(StandingOrderGiven.among(entry.events)).order
        return accepted(request, slug, performed, GivenOrder(entry=drawn_entry(entry), code=order))


class WithdrawOrderView(ApiView):
    @extend_schema(
        operation_id="match_order_withdraw",
        summary="Withdraw a standing order",
        description="Withdraw one of your waiting standing orders (R110).",
        tags=["matches"],
        parameters=[
            OpenApiParameter("code", MATCH_PART["code"], OpenApiParameter.PATH),
            OpenApiParameter("order", {"type": "string", "pattern": CODE}, OpenApiParameter.PATH),
            IDEMPOTENCY_KEY,
        ],
        request=None,
        responses={201: OpenApiResponse(Performed, "The order is withdrawn."), **refusals(*ACT_STATUSES)},
    )
    def post(self, request: Request, code: str, order: str) -> HttpResponse:
        if request.data:
            raise BadArguments.on("", "there is nothing to say here")
        slug, performed = act_in_match(request, code, "withdraw-standing-order", NoArgs, order=order)
        return accepted(request, slug, performed, Performed(entry=drawn_entry(performed.entry)))
