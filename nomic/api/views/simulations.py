"""Simulations of a proposal: what bots came to before and after."""

from datetime import datetime
from typing import Any, Literal, cast

from django.http import Http404, HttpResponse
from drf_spectacular.utils import extend_schema
from pydantic import BaseModel, ConfigDict, Field, ValidationError
from rest_framework.permissions import IsAuthenticatedOrReadOnly
from rest_framework.request import Request

from nomic.accounts.models import Person
from nomic.api.bodies import ArgumentsParser
from nomic.api.reading import ApiView, reads, refusals
from nomic.api.shapes import Shape
from nomic.api.throttling import COSTLY
from nomic.api.views.comments import PARTS, in_path
from nomic.api.views.proposals import proposal_or_404
from nomic.cycles.models import Cycle
from nomic.cycles.refusals import BadArguments, field_errors
from nomic.cycles.settle import current
from nomic.foresight.models import Simulation
from nomic.foresight.shown import can_be_tried
from nomic.foresight.simulating import MOST_WEEKS, ask_for, simulations_of

MOST_LISTED = 20


class SimulationDetail(Shape):
    """Weeks that bots play before and after a proposal. `report` is empty until they are played."""

    id: int
    weeks: int
    asked_by: str
    asked_at: datetime
    status: Literal["waiting", "running", "done", "broken", "cancelled"]
    done: int
    of: int
    trouble: str
    report: dict[str, Any]


class SimulationList(Shape):
    """The newest simulations of a proposal."""

    items: list[SimulationDetail]


class AskSimulation(BaseModel):
    """How many weeks bots are to play."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    weeks: int = Field(ge=1, le=MOST_WEEKS)


def detail_of(row: Simulation) -> SimulationDetail:
    """A simulation as everybody sees it."""
    return SimulationDetail(
        id=row.pk, **{name: getattr(row, name) for name in SimulationDetail.model_fields if name != "id"}
    )


class SimulationsView(ApiView):
    parser_classes = [ArgumentsParser]
    permission_classes = [IsAuthenticatedOrReadOnly]
    throttle_classes = COSTLY

    @reads(
        SimulationList,
        name="simulations",
        summary="See what bots made of a proposal",
        tag="proposals",
        changes=None,
        parts=PARTS,
    )
    def get(self, request: Request, cycle: Cycle, query: object, reference: str) -> SimulationList:
        """The newest simulations first; what was played stays."""
        rows = simulations_of(cycle, proposal_or_404(cycle, reference))[:MOST_LISTED]
        return SimulationList(items=[detail_of(row) for row in rows])

    @extend_schema(
        operation_id="ask_simulation",
        summary="Have bots play a proposal",
        description="In the background, before and after. One at a time in a cycle, and so many of each person a day.",
        tags=["proposals"],
        parameters=in_path(PARTS),
        request=AskSimulation,
        responses={202: SimulationDetail, **refusals(400, 401, 403, 404, 409, 413, 415, 422, 429, 503)},
    )
    def post(self, request: Request, slug: str, reference: str) -> HttpResponse:
        cycle = current(slug)
        proposal = proposal_or_404(cycle, reference)
        if not can_be_tried(cycle, proposal):
            raise Http404("It is decided.")
        told = request.data or {}
        try:
            weeks = AskSimulation.model_validate(told).weeks
        except ValidationError as error:
            raise BadArguments(field_errors(AskSimulation, error, told)) from None
        row = ask_for(cast(Person, request.user), cycle, proposal, weeks)
        response = HttpResponse(detail_of(row).as_bytes(), status=202, content_type="application/json")
        response["Cache-Control"] = "no-store"
        return response
