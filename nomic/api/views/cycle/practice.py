"""Opening a practice cycle."""

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from pydantic import Field, ValidationError
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request

from nomic.api.bodies import Body
from nomic.api.read_view import ApiView, refusals
from nomic.api.throttling import COSTLY
from nomic.api.views.cycle.cycles import CycleSummary, summary_of
from nomic.api.views.play.actions import actor_of
from nomic.cycles.domain.exceptions import BadArguments, field_errors
from nomic.cycles.practice_setup import open_practice_cycle
from nomic.law.document.templates import templates


class OpenPractice(Body):
    """The law of the new practice cycle: the name of a template, for example cycle-16."""

    template: str = Field(min_length=1, max_length=60)


class PracticeView(ApiView):
    permission_classes = [IsAuthenticated]
    throttle_classes = COSTLY

    @extend_schema(
        operation_id="open_practice_cycle",
        summary="Open a practice cycle",
        description="You play in it from the start, with two bots, and its clock is yours to advance.",
        tags=["cycles"],
        request=OpenPractice,
        responses={201: CycleSummary, **refusals(400, 401, 403, 409, 413, 415, 422, 429, 503)},
    )
    def post(self, request: Request) -> HttpResponse:
        body = request.data or {}
        try:
            asked = OpenPractice.model_validate(body)
        except ValidationError as error:
            raise BadArguments(field_errors(OpenPractice, error, body)) from None
        if asked.template not in templates():
            raise BadArguments.on("template", f"one of {', '.join(sorted(templates()))}")
        cycle = open_practice_cycle(asked.template, actor_of(request))
        shape = summary_of(cycle, CycleSummary)
        response = HttpResponse(shape.as_bytes(), status=201, content_type="application/json")
        response["Location"] = request.build_absolute_uri(f"/api/v1/cycles/{cycle.slug}/")
        response["Cache-Control"] = "no-store"
        return response
