"""Corrections of history, and the changes that each would make."""

from datetime import datetime
from typing import Any, Literal

from django.http import Http404
from pydantic import Field
from rest_framework.request import Request

from nomic.api.query_parameters import Number, Paged
from nomic.api.read_view import ApiView, next_page, reads
from nomic.api.response_model import Shape
from nomic.corrections.models import Correction, CorrectionStatus
from nomic.corrections.queries import corrections_of_cycle, why_not_adoptable
from nomic.corrections.replaced_histories import replaced_in, rewrite_by
from nomic.cycles.models import Cycle

CODE = r"^[0-9a-z]{1,12}$"
StatusName = Literal["waiting", "building", "built", "broken", "adopted", "dropped"]


class CorrectionSummary(Shape):
    """A correction of the past.

    Of `all_acts`, `replayed_acts` have been replayed. `version` counts the edits of the correction.
    """

    code: str
    version: int
    status: StatusName
    opened_by: str
    opened_at: datetime
    reason: str
    following: str
    ruling: str = Field(description="the code of the ruling that asked for it; empty if none did")
    proposal: str = Field(description="the code of the proposal that asked for it; empty if none did")
    undoes: str = Field(description="the code of the correction that it takes back; empty if it takes none back")
    replayed_acts: int
    all_acts: int
    closed_by: str
    closed_at: datetime | None
    closed_because: str


class CorrectionPage(Shape):
    """Corrections, newest first."""

    items: list[CorrectionSummary]
    next: str | None


class ImpossibleAct(Shape):
    """An act that is impossible in the fork, the reason and the rule. `entry` is its id, empty for an inserted act."""

    entry: str
    seq: int
    action: str
    actor: str
    words: str
    detail: str
    rule: str
    rule_id: str = Field(default="", description="the rule's id in the law; empty if the law has no such rule")


class ChangedThing(Shape):
    """A thing that the correction changes: what it is, its current state, and its state afterwards.

    The state of a thing that does not exist is empty.
    """

    what: str
    before: str
    after: str


class ChangedKind(Shape):
    """The differences of one kind. Of `count` differences, the first ones are listed."""

    title: str
    count: int
    rows: list[ChangedThing]


class CorrectionDetail(CorrectionSummary):
    """A correction with all its edits, the changes they cause, and the acts that become impossible."""

    edits: list[dict[str, Any]]
    commitment: str = Field(description="the SHA-256 of the seed for draws that only the fork has")
    first: int = Field(description="the first entry that differs; 0 until the fork is built")
    impossible: list[ImpossibleAct]
    difference: list[ChangedKind]
    trouble: str
    not_adoptable: str = Field(
        description="why it can no longer be adopted, whatever is decided about it; empty if it can"
    )
    told_by: int | None = Field(description="once adopted: the number of the entry that records the rewriting")
    history: str | None = Field(description="the name of the history that it replaced")


class CorrectionsQuery(Paged):
    before: Number | None = Field(default=None, description="cursor of the page; take it from `next`")
    ruling: str | None = Field(
        default=None, pattern=CODE, description="only corrections that this ruling asked for, by its code"
    )
    proposal: str | None = Field(
        default=None, pattern=CODE, description="only corrections that this proposal asked for, by its code"
    )


class CorrectionsView(ApiView):
    @reads(
        CorrectionPage,
        name="corrections",
        summary="List the corrections of the journal",
        tag="journal",
        changes=None,
        query=CorrectionsQuery,
    )
    def get(self, request: Request, cycle: Cycle, query: CorrectionsQuery) -> CorrectionPage:
        """Corrections with their reasons, and whether they were adopted."""
        rows = corrections_of_cycle(cycle)
        if query.before is not None:
            rows = rows.filter(pk__lt=query.before)
        for name, code in (("ruling", query.ruling), ("proposal", query.proposal)):
            rows = rows if code is None else rows.filter(**{name: code})
        shown, more = query.page(rows)
        following = next_page(request, before=shown[-1].pk) if more else None
        return CorrectionPage(items=[CorrectionSummary.from_object(row) for row in shown], next=following)


class CorrectionView(ApiView):
    @reads(
        CorrectionDetail,
        name="correction",
        summary="Read a correction of the journal",
        tag="journal",
        changes=None,
        parts={"code": {"type": "string", "pattern": CODE, "description": "the correction's code"}},
    )
    def get(self, request: Request, cycle: Cycle, query: object, code: str) -> CorrectionDetail:
        """Return a correction: its edits, the progress of its fork, its changes, and acts that become impossible."""
        row = Correction.objects.filter(cycle=cycle, code=code).first()
        if row is None:
            raise Http404("There is no such correction.")
        rewrite = rewrite_by(row.commitment, cycle) if row.status == CorrectionStatus.ADOPTED else None
        return CorrectionDetail.from_object(
            row,
            not_adoptable=why_not_adoptable(row),
            told_by=None if rewrite is None else rewrite.seq,
            history=None if rewrite is None else replaced_in(cycle, rewrite) or None,
            impossible=[dict.fromkeys(ImpossibleAct.model_fields, "") | each for each in row.impossible],
        )
