"""Lookup of requests and rulings by number or code."""

from collections.abc import Collection, Mapping
from typing import Annotated

from pydantic import Field, StringConstraints

from nomic.court.models import ConfidenceVote, Request, RequestStatus, Ruling
from nomic.cycles.actions.context import ReadContext
from nomic.cycles.actions.reference_types import Refers
from nomic.cycles.domain.exceptions import BadArguments
from nomic.cycles.models import Cycle
from nomic.db import Prepared

Ref = Annotated[str, StringConstraints(pattern=r"^[0-9a-z]{1,12}$", max_length=12)]
RequestRef = Annotated[
    Ref,
    Field(description="its number, or its code", examples=["12"]),
    Refers(lambda ctx, field, given: find_request(ctx, given).code),
]
RulingRef = Annotated[
    Ref,
    Field(description="its number, or its code", examples=["12"]),
    Refers(lambda ctx, field, given: find_ruling(ctx, given).code),
]


_first = Prepared(
    lambda cycle: Request.objects.filter(cycle_id=cycle).order_by().values_list("pk", flat=True)[:1],
    int,
    for_pages=True,
)
_open = Prepared(
    lambda cycle: Request.objects.filter(cycle_id=cycle, status=RequestStatus.OPEN).defer("text").order_by("number"),
    int,
    for_pages=True,
)


def was_asked(ctx: ReadContext) -> bool:
    """Return whether anybody has ever filed a request in this cycle. If not, callers can skip their queries."""
    return ctx.recall("anything was asked", lambda: bool(_first.all(ctx.cycle.pk)))


def open_requests(ctx: ReadContext) -> list[Request]:
    """Return the open requests, oldest first, without their texts."""
    return ctx.recall("open requests", lambda: _open.all(ctx.cycle.pk) if was_asked(ctx) else [])


def request_or_none(cycle_id: int, reference: str) -> Request | None:
    """Return a request of a cycle by its number or its code, or None."""
    of_cycle = Request.objects.filter(cycle=cycle_id)
    found = of_cycle.filter(code=reference).first()
    if found is None and _is_number(reference):
        found = of_cycle.filter(number=int(reference)).first()
    return found


def ruling_or_none(cycle_id: int, reference: str) -> Ruling | None:
    """Return a ruling of a cycle by its number or its code, with its request, or None."""
    of_cycle = Ruling.objects.filter(cycle=cycle_id).select_related("request")
    found = of_cycle.filter(code=reference).first()
    if found is None and _is_number(reference):
        found = of_cycle.filter(number=int(reference)).first()
    return found


def find_request(ctx: ReadContext, reference: str) -> Request:
    """Return a request by its number or its code. Raises BadArguments on "request" if there is none."""
    found = request_or_none(ctx.cycle.pk, reference)
    if found is None:
        raise BadArguments.on("request", f"there is no request {reference!r}")
    return found


def find_ruling(ctx: ReadContext, reference: str) -> Ruling:
    """Return a ruling by its number or its code, with its request. Raises BadArguments on "ruling" if there is none."""
    found = ruling_or_none(ctx.cycle.pk, reference)
    if found is None:
        raise BadArguments.on("ruling", f"there is no ruling {reference!r}")
    return found


def confidence_of(ruling: Ruling) -> ConfidenceVote | None:
    """Return the vote of confidence on a ruling, open or over, or None."""
    return ConfidenceVote.objects.filter(ruling=ruling).first()


def _is_number(reference: str) -> bool:
    return reference.isascii() and reference.isdecimal() and len(reference) < 9


def court_labels(cycle: Cycle, codes: Collection[str]) -> Mapping[str, str]:
    """Return labels of requests and rulings by code."""
    requests = Request.objects.filter(cycle=cycle, code__in=codes).values_list("code", "number", "title")
    rulings = Ruling.objects.filter(cycle=cycle, code__in=codes).values_list("code", "number", "request__title")
    return {code: f"request {number}, {title}" for code, number, title in requests} | {
        code: f"ruling {number}, on {title}" for code, number, title in rulings
    }
