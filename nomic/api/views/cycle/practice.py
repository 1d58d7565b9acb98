"""Opening a practice cycle."""

from django.http import HttpResponse
from drf_spectacular.utils import OpenApiParameter, extend_schema
from pydantic import Field
from rest_framework.request import Request

from nomic.api.query_parameters import NoQuery
from nomic.api.read_view import ApiView, cacheable_response, documented, not_modified, refusals
from nomic.api.request_bodies import Body, body_of
from nomic.api.response_model import Shape
from nomic.api.throttling import COSTLY
from nomic.api.views.cycle.cycles import CycleSummary, summary_of
from nomic.api.views.play.actions import actor_of
from nomic.api.write_view import IDEMPOTENCY_KEY, idempotency_key, success_response
from nomic.cycles.domain.exceptions import BadArguments
from nomic.cycles.practice_setup import open_practice_cycle
from nomic.law.document.templates import described_templates, law_templates

KEY = OpenApiParameter(
    IDEMPOTENCY_KEY.name,
    IDEMPOTENCY_KEY.type,
    OpenApiParameter.HEADER,
    description="An id that you choose for this request. If you repeat it with the same template, no other cycle is "
    "opened: the first one comes back.",
)


class OpenPractice(Body):
    """The law of the new practice cycle: the name of a template, for example cycle-16. GET lists them."""

    template: str = Field(min_length=1, max_length=60)


class Template(Shape):
    """A law for a practice cycle: its name, the title of its game, and what the game is about."""

    name: str
    title: str
    summary: str


class TemplateList(Shape):
    """The laws for practice cycles."""

    items: list[Template]


class PracticeView(ApiView):
    throttle_classes = COSTLY

    @documented(
        TemplateList,
        NoQuery,
        name="practice_templates",
        summary="List the laws for practice cycles",
        description="Send the `name` of one to open a practice cycle with it.",
        tag="cycles",
        parts={},
    )
    def get(self, request: Request) -> HttpResponse:
        NoQuery.read(request)
        response = cacheable_response(
            TemplateList(items=[Template.from_object(each) for each in described_templates()])
        )
        return not_modified(request, response["ETag"].strip('"')) or response

    @extend_schema(
        operation_id="open_practice_cycle",
        summary="Open a practice cycle",
        description="You play in it from the start, with two bots, and its clock is yours to advance.",
        tags=["cycles"],
        parameters=[KEY],
        request=OpenPractice,
        responses={201: CycleSummary, **refusals(400, 401, 403, 409, 413, 415, 422, 429, 503)},
    )
    def post(self, request: Request) -> HttpResponse:
        asked = body_of(OpenPractice, request)
        if asked.template not in law_templates():
            raise BadArguments.on("template", f"one of {', '.join(sorted(law_templates()))}")
        cycle = open_practice_cycle(asked.template, actor_of(request), idempotency_key(request))
        response = success_response(summary_of(cycle, CycleSummary), 201)
        response["Location"] = request.build_absolute_uri(f"/api/v1/cycles/{cycle.slug}/")
        return response
