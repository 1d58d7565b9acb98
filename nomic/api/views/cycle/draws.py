"""Random draws, and the data of the whole journal that `verify_draws.py` checks."""

from datetime import datetime
from typing import Any, Literal

from django.http import Http404, HttpResponseBase
from pydantic import Field
from rest_framework.request import Request

from nomic.api.query_parameters import NoQuery, Number, Query
from nomic.api.read_view import (
    SLUG,
    ApiView,
    by_journal,
    cacheable,
    documented,
    next_page,
    not_modified,
    reads,
    tag_at,
)
from nomic.api.response_model import Shape
from nomic.api.throttling import COSTLY
from nomic.api.views.cycle.journal import Head, head_of
from nomic.cycles.history.draw_export import draws_of_phase, end_of_page
from nomic.cycles.history.export import as_response
from nomic.cycles.models import Cycle
from nomic.cycles.schedule.settle import settled_cycle

MAX_ENTRIES = 1_000  # maximum number of entries whose draws are in one answer


class PhaseSeal(Shape):
    """The host's commitment for a phase, and the seed itself once it is public."""

    phase: int
    commitment: str
    seed: str | None


class PhaseSealSince(PhaseSeal):
    """A commitment with the number of the entry that introduced it.

    Later entries draw from its seed. The number is 0 for a phase's first commitment.
    """

    since: int


class ForkSeal(Shape):
    """The commitment for a rewrite of history, and the seed itself."""

    commitment: str
    seed: str | None


class ExportedDraw(Shape):
    """A draw with everything that determines its value.

    `commitment` identifies its seed, which belongs to its phase or to a rewrite.
    """

    entry: str
    seq: int
    phase: int
    label: str
    index: int
    sides: int
    value: int
    purpose: str
    commitment: str | None


class Seal(Shape):
    """A sealed argument of an entry: its SHA-256, and its value and salt once they are public."""

    entry: str
    seq: int
    argument: str
    commitment: str
    value: Any
    salt: str | None


class DrawPage(Shape):
    """Draws and commitments of one phase, and the head of the journal.

    `next` leads to the rest of the phase, and then to the previous phase.
    """

    cycle: str
    scheme: str
    head: Head
    phases: list[PhaseSealSince]
    forks: list[ForkSeal]
    draws: list[ExportedDraw]
    seals: list[Seal]
    next: str | None


class FirstLink(Shape):
    """The state of a cycle before its first entry: the scheme, the digest of its law, and its start."""

    scheme: str
    law: str
    starts_at: datetime


class ChainedDraw(Shape):
    """A draw in the form that is digested. Numbers of more than 15 digits are strings."""

    label: str
    index: int
    sides: int | str
    value: int | str
    purpose: str


class ChainedEntry(Shape):
    """An entry in the form that is digested. `before` is the previous digest, `sealed` names the secret arguments.

    In `args` and `events`, a number is a string if it is not an integer or has more than 15 digits.
    """

    before: str
    seq: int
    key: str
    at: datetime
    actor_kind: Literal["person", "admin", "system"]
    actor: str
    action: str
    args: dict[str, Any]
    sealed: list[str]
    revision: int
    phase: int
    words: list[str]
    events: list[dict[str, Any]]
    draws: list[ChainedDraw]


class Proof(Shape):
    """The whole journal of a cycle with its draws and seeds, the input of `verify_draws.py`."""

    cycle: str
    scheme: str
    draw_scheme: str
    first: FirstLink
    head: Head
    phases: list[PhaseSeal]
    forks: list[ForkSeal] | None = Field(default=None, description="seeds of rewrites of history (R142)")
    replaced: list[list[ChainedEntry]] | None = Field(
        default=None, description="replaced histories, if the journal was rewritten (R128)"
    )
    entries: list[ChainedEntry]


class DrawsQuery(Query):
    phase: Number | None = Field(default=None, description="the phase; the current one by default")
    since: Number = Field(default=0, description="only draws after the entry with this number")


class DrawsView(ApiView):
    @reads(DrawPage, name="draws", summary="See the draws of a phase", tag="chance", query=DrawsQuery)
    def get(self, request: Request, cycle: Cycle, query: DrawsQuery) -> DrawPage:
        """Return the draws of one phase with its commitments, and its seeds once they are public.

        A long phase takes several pages.
        """
        phase = cycle.phase if query.phase is None else query.phase
        until = end_of_page(cycle, phase, query.since, MAX_ENTRIES)
        found: dict[str, Any] = draws_of_phase(cycle, phase, query.since, until)
        if not found["phases"]:
            raise Http404(f"Phase {phase} has no seed yet. The current phase is {cycle.phase}.")
        following: str | None = None
        if until is not None:
            following = next_page(request, phase=phase, since=until)
        elif phase:
            following = next_page(request, phase=phase - 1, since=0)
        return DrawPage.model_validate(found | {"head": head_of(cycle), "next": following})


class DrawExportView(ApiView):
    throttle_classes = COSTLY

    @documented(
        Proof,
        NoQuery,
        name="draws_export",
        summary="Export the journal with all draws",
        description="The proof of a cycle for `verify_draws.py`: an entry a line, each written as it is digested.",
        tag="chance",
        parts=SLUG,
    )
    def get(self, request: Request, slug: str) -> HttpResponseBase:
        NoQuery.read(request)
        cycle = settled_cycle(slug)
        tag = tag_at(request, by_journal(cycle))
        return not_modified(request, tag) or cacheable(as_response(cycle), tag)
