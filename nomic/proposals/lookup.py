"""Looks up a proposal by its number or its code."""

from typing import Annotated, Any

from pydantic import BeforeValidator, Field, StringConstraints

from nomic.cycles.actions.context import ReadContext
from nomic.cycles.actions.reference_types import Refers
from nomic.cycles.actions.registry import Choice, Choices
from nomic.cycles.domain.exceptions import BadArguments
from nomic.db import Prepared
from nomic.proposals.models import Proposal, ProposalStatus

MAX_NUMBER = 99_999_999
MAX_OFFERED = 100  # newest proposals that a correction of the past offers
Reference = Annotated[str, StringConstraints(pattern=r"^[0-9a-z]{1,12}$", max_length=12)]


def _as_text(given: Any) -> Any:
    """Return a positive integer as text, because lists show proposals by number.

    Other values are returned unchanged.
    """
    is_number = isinstance(given, int) and not isinstance(given, bool)
    return str(given) if is_number and 0 < given <= MAX_NUMBER else given


ProposalRef = Annotated[
    Reference,
    BeforeValidator(_as_text, json_schema_input_type=Reference | Annotated[int, Field(ge=1, le=MAX_NUMBER)]),
    Field(description="its number, or its code", examples=["12"]),
    Refers(lambda ctx, field, given: find_proposal(ctx, given).code),
]

_coded = Prepared(lambda cycle, code: Proposal.objects.filter(cycle_id=cycle, code=code), int, str)
_numbered = Prepared(lambda cycle, number: Proposal.objects.filter(cycle_id=cycle, number=number), int, int)


def with_status(status: ProposalStatus) -> Prepared[Proposal]:
    """Return a query for a cycle's proposals with this status by number, without their texts and amendments."""
    return Prepared(
        lambda cycle: (
            Proposal.objects.filter(cycle_id=cycle, status=status)
            .defer("text", "amendments", "effects")
            .order_by("number")
        ),
        int,
        cacheable=True,
    )


def proposal_with_code(ctx: ReadContext, code: str) -> Proposal | None:
    """Return a proposal by its code, or None."""
    return _coded.first(ctx.cycle.pk, code)


def find_proposal(ctx: ReadContext, reference: str) -> Proposal:
    """Return a proposal by its number or its code. Raises BadArguments on "proposal" if there is none."""
    proposal = _coded.first(ctx.cycle.pk, reference)
    if proposal is None and reference.isascii() and reference.isdecimal() and len(reference) < 9:
        proposal = _numbered.first(ctx.cycle.pk, int(reference))
    if proposal is None:
        raise BadArguments.on("proposal", f"there is no proposal {reference!r}")
    return proposal


def every_proposal(ctx: ReadContext) -> Choices:
    """Return the newest proposals as choices, including decided ones, for corrections of the past."""
    rows = Proposal.objects.filter(cycle=ctx.cycle).order_by("-number").only("code", "number", "title", "status")
    return {"proposal": [Choice(row.code, str(row)) for row in rows[:MAX_OFFERED]]}
