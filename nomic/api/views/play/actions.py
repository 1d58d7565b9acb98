"""The list of actions with the reasons why some are unavailable, and the endpoint that performs them."""

import json
from functools import lru_cache
from typing import Any

from django.http import HttpResponse
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from pydantic import Field
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from nomic.api.act_questions import Asked
from nomic.api.query_parameters import Query
from nomic.api.read_view import SLUG, ApiView, reads, refusals
from nomic.api.response_model import Shape
from nomic.api.throttling import CostlyThrottle
from nomic.api.views.cycle.journal import DrawnEntry, drawn_entry
from nomic.api.write_view import IDEMPOTENCY_KEY, idempotency_key
from nomic.cycles.actions.context import ReadContext
from nomic.cycles.actions.registry import Action, Args, action_or_none, availability
from nomic.cycles.commands.act_stages import PerformedAct
from nomic.cycles.commands.perform import perform
from nomic.cycles.commands.price_seen import HEADER, MAX_LENGTH, PriceSeen, read_price_seen
from nomic.cycles.domain.actor import Actor
from nomic.cycles.domain.exceptions import Refused
from nomic.cycles.models import Cycle, Entry
from nomic.law.rules.reference import named_in
from nomic.recipes.plain_rules.executable_sentences import could_act

SUBMIT = "submit-proposal"


class Reason(Shape):
    """The reason why an action is unavailable: a code for programs, words for people, and the rule."""

    code: str
    detail: str
    rule: str = Field(description="its title in the law, and the rulings on it")
    rule_id: str | None = Field(description="its id in the law; null if the law has no such rule")


class ChoiceOffered(Shape):
    """A value that an argument can have now."""

    value: str | int
    label: str
    price: dict[str, int] | None = Field(
        default=None,
        description="what the act costs once with this value, by item, as `Price-At-Most` takes it; "
        "null if the value sets no price",
    )


class NumberBounds(Shape):
    """The inclusive bounds of a number."""

    least: int
    most: int


class ActionState(Shape):
    """An action and its availability to you. Post its arguments to `url`; `arguments` is their JSON schema."""

    name: str
    url: str
    channel: str
    title: str
    summary: str
    now: str = Field(description="amounts that are worked out, as they are for you now; empty if there are none")
    rule: str = Field(description="the title in the law of the rule that allows it")
    rule_id: str | None = Field(description="its id in the law; null if the law has no such rule")
    arguments: dict[str, Any]
    available: bool
    reason: Reason | None
    choices: dict[str, list[ChoiceOffered]] | None = Field(
        description="the current choices of each argument; null unless asked for, or if the action is unavailable"
    )
    price: dict[str, int] | None = Field(
        description="what the act costs now, by item, as `Price-At-Most` takes it; null if it costs nothing, if a "
        "choice has the price or an argument decides it, and whenever `choices` is"
    )
    bounds: dict[str, NumberBounds] | None = Field(
        description="the current bounds of numeric arguments whose bounds vary; null whenever `choices` is"
    )


class ActionList(Shape):
    """Every action of the cycle. `actor` is your name, or null if you are not logged in."""

    actor: str | None
    items: list[ActionState]


class ActionsQuery(Query):
    choices: bool = Field(default=False, description="also list the current choices of each argument")


class Performed(Shape):
    """An accepted act: its entry with all changes and draws."""

    entry: DrawnEntry
    could_act: list[str] = Field(
        default=[],
        description="after `submit-proposal`: what the words of the proposal could do by themselves and do not, as "
        "sentences. The composer drafts the clauses that do it. Empty if there is nothing",
    )


@lru_cache(maxsize=512)
def _schema_text(args: type[Args]) -> str:
    return json.dumps(args.model_json_schema())


def actor_of(request: Request) -> Actor:
    """Return the caller as an actor: a person, by token or session, or nobody."""
    return Actor.person(request.user) if request.user.is_authenticated else Actor.nobody()


def act_url(request: Request, slug: str, action: str) -> str:
    """Return the address to which an act is posted."""
    return request.build_absolute_uri(f"/api/v1/cycles/{slug}/actions/{action}/")


def _offered(action: Action, ctx: ReadContext) -> dict[str, list[ChoiceOffered]]:
    return {
        name: [
            ChoiceOffered(
                value=choice.value, label=choice.label, price=None if choice.price is None else dict(choice.price)
            )
            for choice in choices
        ]
        for name, choices in action.offered(ctx).items()
    }


def _priced(action: Action, ctx: ReadContext) -> dict[str, int] | None:
    return None if action.price is None else dict(action.price(ctx)) or None


def _bounded(action: Action, ctx: ReadContext) -> dict[str, NumberBounds]:
    found = action.offered_bounds(ctx)
    return {name: NumberBounds(least=each.least, most=each.most) for name, each in found.items()}


class ActionsView(ApiView):
    @reads(
        ActionList,
        name="actions",
        summary="List your actions, and the reason for each that is unavailable",
        tag="acts",
        query=ActionsQuery,
        changes=None,
        personal=True,
    )
    def get(self, request: Request, cycle: Cycle, query: ActionsQuery) -> ActionList:
        """Every action with the schema of its arguments. An unavailable action also has the reason and the rule."""
        actor = actor_of(request)
        ctx = ReadContext(cycle, actor, cycle.now())
        return ActionList(
            actor=actor.name or None,
            items=[
                ActionState(
                    name=each.action.name,
                    url=act_url(request, cycle.slug, each.action.name),
                    channel=each.action.channel,
                    title=each.action.title,
                    summary=each.action.summary,
                    now=each.amounts_now,
                    rule=str(rule := named_in(cycle.law, each.action.rule)),
                    rule_id=rule.at or None,
                    arguments=json.loads(_schema_text(each.action.args)),
                    available=each.available,
                    reason=None if each.reason is None else reason_of(each.reason),
                    choices=_offered(each.action, ctx) if query.choices and each.available else None,
                    price=_priced(each.action, ctx) if query.choices and each.available else None,
                    bounds=_bounded(each.action, ctx) if query.choices and each.available else None,
                )
                for each in availability(ctx)
            ],
        )


def reason_of(refused: Refused) -> Reason:
    """Return the reason why an action is unavailable, in the form of the API."""
    return Reason(code=refused.code, detail=refused.detail, rule=str(refused.rule), rule_id=refused.rule_id or None)


PRICE_AT_MOST = OpenApiParameter(
    HEADER,
    {"type": "string", "maxLength": MAX_LENGTH},
    OpenApiParameter.HEADER,
    description='The most that you pay, by item, as JSON: `{"Coin": 4}`. If the action costs more by now, it is '
    "refused with the code `price-risen`, and you pay nothing.",
)


def sent_price(request: Request) -> PriceSeen | None:
    """Return the highest price that the caller accepts, or None. Raises BadArguments if the header is malformed."""
    return read_price_seen(request.META.get("HTTP_PRICE_AT_MOST"))


def accepted(request: Request, slug: str, performed: PerformedAct, shape: Shape) -> HttpResponse:
    """Return the response to an accepted act, with the address of its entry."""
    response = HttpResponse(shape.as_bytes(), status=201, content_type="application/json")
    response["Location"] = request.build_absolute_uri(f"/api/v1/cycles/{slug}/journal/{performed.entry.seq}/")
    response["Cache-Control"] = "no-store"
    if performed.is_repeated:
        response["Idempotent-Replayed"] = "true"  # the published name
    return response


class ActView(ApiView):
    """The endpoint of all actions. The OpenAPI document has an operation for each action (see `documentation`)."""

    def get_throttles(self) -> list[BaseThrottle]:
        """Return the throttles of the request. An action with costly checks also counts as costly."""
        throttles: list[BaseThrottle] = super().get_throttles()
        action = action_or_none(self.kwargs["name"])
        return [*throttles, CostlyThrottle()] if action is not None and action.prepare else throttles

    @extend_schema(
        operation_id="act",
        tags=["acts"],
        parameters=[
            OpenApiParameter("slug", SLUG["slug"], OpenApiParameter.PATH),
            OpenApiParameter("name", str, OpenApiParameter.PATH),
            IDEMPOTENCY_KEY,
            PRICE_AT_MOST,
        ],
        request={"application/json": {"type": "object"}},
        responses={
            200: OpenApiResponse(Asked, "The action needs an answer first; nothing has changed."),
            201: OpenApiResponse(Performed, "Performed; the answer is its journal entry."),
            **refusals(400, 401, 403, 404, 409, 413, 415, 422, 429, 503),
        },
    )
    def post(self, request: Request, slug: str, name: str) -> HttpResponse:
        """Perform an action. Everything that is due is settled first, and a refused act changes nothing."""
        key = idempotency_key(request)
        arguments: Any = request.data or {}  # a request without a body has no arguments
        performed = perform(
            slug, actor_of(request), name, arguments, idempotency_key=key, price_seen=sent_price(request)
        )
        entry = performed.entry
        hint = _could_act(entry) if name == SUBMIT else []
        return accepted(request, slug, performed, Performed(entry=drawn_entry(entry), could_act=hint))


def _could_act(entry: Entry) -> list[str]:
    """Return what the text of a just submitted proposal could do automatically, as sentences."""
    sent = entry.args
    return could_act(entry.cycle.law, str(sent.get("text") or ""), sent.get("amendments") or ())
