"""Simulations of a proposal: results of games between bots, without and with the proposal."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Literal

from django.http import Http404
from pydantic import Field
from rest_framework.request import Request

from nomic.api.read_view import ApiView, reads
from nomic.api.request_bodies import Body
from nomic.api.response_model import Shape
from nomic.api.throttling import COSTLY
from nomic.api.views.law.comments import PARTS
from nomic.api.views.law.proposals import proposal_or_404
from nomic.api.write_view import caller, writes
from nomic.cycles.models import Cycle
from nomic.forecast.confidence_intervals import estimates
from nomic.forecast.dry_run_views import can_be_tried
from nomic.forecast.models import Simulation
from nomic.forecast.simulation_jobs import MAX_WEEKS, ask_for, cancel_simulation, simulation_of, simulations_of

MAX_LISTED = 20
ONE: Mapping[str, Any] = {**PARTS, "number": {"type": "integer", "minimum": 0, "description": "the simulation's id"}}


class SimulatedDifference(Shape):
    """The additional amount of an item that a bot has at the end with the proposal: the average, and its 95 % interval.

    `low` and `high` are null if only one game was played.
    """

    item: str
    without: float
    with_: float = Field(serialization_alias="with")
    difference: float
    low: float | None
    high: float | None
    games: int


class SimulationDetail(Shape):
    """Simulated weeks of play by bots, without and with a proposal. `report` is empty until they are finished.

    `asked_by` is empty if it was started with the proposal's forecast.
    """

    id: int
    weeks: int
    asked_by: str
    asked_at: datetime
    status: Literal["waiting", "running", "done", "broken", "cancelled"]
    done: int
    of: int
    trouble: str
    report: dict[str, Any]
    estimates: list[SimulatedDifference] = Field(description="what it changes, and how sure that is")


class SimulationList(Shape):
    """The newest simulations of a proposal."""

    items: list[SimulationDetail]


class AskSimulation(Body):
    """The number of weeks to simulate."""

    weeks: int = Field(ge=1, le=MAX_WEEKS)


class CancelSimulation(Body):
    """An empty request body."""


class SimulationsView(ApiView):
    throttle_classes = COSTLY

    @reads(
        SimulationList,
        name="simulations",
        summary="List the simulations of a proposal",
        tag="proposals",
        changes=None,
        parts=PARTS,
    )
    def get(self, request: Request, cycle: Cycle, query: object, reference: str) -> SimulationList:
        """Return the newest simulations first. Finished ones are kept."""
        rows = simulations_of(cycle, proposal_or_404(cycle, reference))[:MAX_LISTED]
        return SimulationList(items=[_detail(row) for row in rows])

    @writes(
        SimulationDetail,
        AskSimulation,
        name="ask_simulation",
        summary="Simulate a proposal",
        description=(
            "Bots play with the law before and after the proposal, in the background. Each cycle runs one "
            "simulation at a time, and each person may start a limited number a day."
        ),
        tag="proposals",
        parts=PARTS,
        status=202,
    )
    def post(self, request: Request, cycle: Cycle, body: AskSimulation, reference: str) -> SimulationDetail:
        proposal = proposal_or_404(cycle, reference)
        if not can_be_tried(cycle, proposal):
            raise Http404("This proposal is already decided.")
        return _detail(ask_for(caller(request), cycle, proposal, body.weeks))


class SimulationView(ApiView):
    @reads(
        SimulationDetail,
        name="simulation",
        summary="See the progress and result of a simulation",
        tag="proposals",
        changes=None,
        parts=ONE,
    )
    def get(self, request: Request, cycle: Cycle, query: object, reference: str, number: int) -> SimulationDetail:
        """One simulation of a proposal. A finished one is kept, whatever happens to the proposal."""
        return _detail(_simulation_or_404(cycle, reference, number))


class CancelSimulationView(ApiView):
    @writes(
        SimulationDetail,
        CancelSimulation,
        name="cancel_simulation",
        summary="Cancel a simulation",
        description=(
            "Allowed for the person who asked for it and for admins. If that person is not a player, any "
            "player may cancel it too. A finished simulation stays as it is."
        ),
        tag="proposals",
        parts=ONE,
    )
    def post(
        self, request: Request, cycle: Cycle, body: CancelSimulation, reference: str, number: int
    ) -> SimulationDetail:
        row = _simulation_or_404(cycle, reference, number)
        cancel_simulation(caller(request), row)
        row.refresh_from_db()
        return _detail(row)


def _detail(row: Simulation) -> SimulationDetail:
    return SimulationDetail.from_object(row, estimates=estimates(row.report) if row.report else [])


def _simulation_or_404(cycle: Cycle, reference: str, number: int) -> Simulation:
    row = simulation_of(cycle, proposal_or_404(cycle, reference), number)
    if row is None:
        raise Http404("There is no such simulation.")
    return row
