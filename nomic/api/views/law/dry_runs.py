"""Dry runs of a proposal: the one stored with it, and new ones, alone or with all proposals that end with it."""

from datetime import datetime
from typing import Literal

from django.http import Http404
from pydantic import Field
from rest_framework.request import Request

from nomic.api.query_parameters import Query
from nomic.api.read_view import ApiView, reads
from nomic.api.response_model import Shape
from nomic.api.throttling import COSTLY
from nomic.api.views.law.proposals import REFERENCE, proposal_or_404
from nomic.cycles.models import Cycle
from nomic.forecast.dry_run_views import cached_dry_run, can_be_tried
from nomic.forecast.forecasts import forecast_of, kept_in


class ProposalInOrder(Shape):
    """A proposal, and whether it could take effect after the proposals before it.

    `because_of` is the number of the proposal that prevents it. It is 0 if the amendments do not apply to the current
    law.
    """

    number: int
    title: str
    applies: bool
    why: str
    because_of: int


class ForeseenHolding(Shape):
    """A holder's amount of an item: now, and at `until` without and with the proposals."""

    holder: str
    item: str
    held: int
    without: int
    with_: int = Field(serialization_alias="with")


class ForeseenChange(Shape):
    """A difference at `until`. A side is empty if the thing would not exist there."""

    what: str
    without: str
    with_: str = Field(serialization_alias="with")


class ForeseenRight(Shape):
    """An action that some players would gain or lose at once, and the reason."""

    action: str
    title: str
    gain: list[str]
    lose: list[str]
    why: str


class DryRun(Shape):
    """The forecast for the instant `until` if the proposals took effect now. Nothing of it has happened.

    It looks to the end of the phase, or further, until what the proposals add has acted once by the calendar, though
    not much further than fifteen days. The dice are rolled for this answer only. Nobody acts, and secrets, games,
    trades, questions and other votes are left out. `whole` is false if the computation was cut short; `until` is then
    the instant that it reached. `more` is the number of holdings that are not listed.
    """

    proposals: list[ProposalInOrder] = Field(validation_alias="places")
    until: datetime
    phases: int = Field(description="how many ends of phases it went through")
    idle: list[str] = Field(description="rules that get something to do at a time, and had not done so by then")
    holdings: list[ForeseenHolding]
    more: int
    changes: list[ForeseenChange] = Field(validation_alias="changed")
    rights: list[ForeseenRight]
    failures: list[str]
    words: list[str]
    whole: bool


class ForecastGain(Shape):
    """What the same people have more and fewer of with the proposal."""

    who: str = Field(description="“All 5 players”, “Ada and Ben”")
    more: list[str] = Field(description="“3 Coins”")
    fewer: list[str]


class ProposalForecast(Shape):
    """The dry run made when the proposal's vote began, and stored with the proposal.

    `status` is "waiting" until a worker makes it; `result` is null unless it is "made". `at`, `seq` and `revision`
    identify the state from which it was made.
    """

    status: Literal["waiting", "running", "made", "broken"]
    at: datetime | None
    seq: int | None = Field(description="the newest entry of the journal then")
    revision: int | None
    law_has_changed: bool = Field(description="whether another revision of the law is in force now")
    superseded: bool = Field(description="whether a correction has replaced that state since")
    trouble: str
    gains: list[ForecastGain] = Field(description="who gains or loses, the largest groups first")
    others: int = Field(description="how many more holders gain or lose something")
    result: DryRun | None


class DryRunQuery(Query):
    together: bool = Field(default=False, description="together with all proposals counted at the same instant")


class DryRunView(ApiView):
    throttle_classes = COSTLY

    @reads(
        DryRun,
        name="dry_run",
        summary="Dry-run a proposal",
        tag="proposals",
        query=DryRunQuery,
        parts={"reference": {"type": "string", "pattern": REFERENCE, "description": "its number, or its code"}},
    )
    def get(self, request: Request, cycle: Cycle, query: DryRunQuery, reference: str) -> DryRun:
        """Return the forecast for an open proposal, or for one that waits for enactment by hand."""
        proposal = proposal_or_404(cycle, reference)
        if not can_be_tried(cycle, proposal):
            raise Http404("This proposal is already decided.")
        return DryRun.from_object(cached_dry_run(cycle, proposal, together=query.together))


class ForecastView(ApiView):
    @reads(
        ProposalForecast,
        name="forecast",
        summary="Read the forecast of a proposal",
        tag="proposals",
        changes=None,
        parts={"reference": {"type": "string", "pattern": REFERENCE, "description": "its number, or its code"}},
    )
    def get(self, request: Request, cycle: Cycle, query: object, reference: str) -> ProposalForecast:
        """Return the forecast stored with a proposal. A decided proposal keeps the forecast made for its vote."""
        row = forecast_of(cycle, proposal_or_404(cycle, reference))
        kept = None if row is None else kept_in(row)
        made = None if row is None or kept is None else row
        return ProposalForecast(
            status="waiting" if row is None else row.status,
            at=None if made is None else made.at,
            seq=None if made is None else made.seq,
            revision=None if made is None else made.revision,
            law_has_changed=made is not None and made.revision != cycle.revision,
            superseded=made is not None and made.superseded,
            trouble="" if row is None else row.trouble,
            gains=[] if kept is None else [ForecastGain.from_object(gain) for gain in kept.gains],
            others=0 if kept is None else kept.others,
            result=None if kept is None else DryRun.from_object(kept.seen),
        )
