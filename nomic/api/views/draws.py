"""Draws of chance in the form that `verify_draws.py` takes."""

from typing import Any

from django.http import Http404
from pydantic import Field
from rest_framework.request import Request

from nomic.api.queries import Number, Query
from nomic.api.reading import ApiView, next_page, reads
from nomic.api.shapes import Shape
from nomic.api.throttling import COSTLY
from nomic.cycles.draws import export
from nomic.cycles.models import Cycle


class PhaseSeal(Shape):
    """What the host committed to before a phase, and the seed itself where the phase is over."""

    phase: int
    commitment: str
    seed: str | None


class ExportedDraw(Shape):
    """A draw with all that its value follows from."""

    entry: str
    seq: int
    phase: int
    label: str
    index: int
    sides: int
    value: int
    purpose: str


class Seal(Shape):
    """An argument that an entry keeps secret, or kept: the SHA-256 shown then; value and salt once they are public."""

    entry: str
    seq: int
    argument: str
    commitment: str
    value: Any
    salt: str | None


class DrawExport(Shape):
    """All draws and seals of a cycle; what `verify_draws.py` takes."""

    cycle: str
    scheme: str
    phases: list[PhaseSeal]
    draws: list[ExportedDraw]
    seals: list[Seal]


class DrawPage(DrawExport):
    """The draws of one phase, to be verified by themselves; `next` is the phase before."""

    next: str | None


class DrawsQuery(Query):
    phase: Number | None = Field(default=None, description="which phase; the present one unless told")


class DrawsView(ApiView):
    @reads(DrawPage, name="draws", summary="See the draws of a phase", tag="chance", query=DrawsQuery)
    def get(self, request: Request, cycle: Cycle, query: DrawsQuery) -> DrawPage:
        """The draws of one phase with its commitment, and its seed once the phase is over."""
        phase = cycle.phase if query.phase is None else query.phase
        found: dict[str, Any] = export(cycle, phase)
        if not found["phases"]:
            raise Http404
        return DrawPage.model_validate(found | {"next": next_page(request, phase=phase - 1) if phase else None})


class DrawExportView(ApiView):
    throttle_classes = COSTLY

    @reads(DrawExport, name="draws_export", summary="Export all draws", tag="chance")
    def get(self, request: Request, cycle: Cycle, query: object) -> DrawExport:
        """Every draw of the cycle in one file, for `verify_draws.py`."""
        return DrawExport.model_validate(export(cycle))
