"""The court: the Judge, running votes, and the archive of requests and rulings."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Annotated, Literal

from django.http import Http404
from pydantic import Field, StringConstraints
from rest_framework.request import Request as HttpRequest

from nomic.api.query_parameters import Number, Paged
from nomic.api.read_view import ApiView, next_page, reads
from nomic.api.response_model import OrNone, Shape, TextOrNone
from nomic.court.lookup import request_or_none, ruling_or_none
from nomic.court.models import ConfidenceBallot, ConfidenceVote, Judgeship, Request, RequestStatus, Ruling
from nomic.court.overturning import counts_of, running_votes
from nomic.court.search import RequestFilter, ShownReference, searched, shown_references, with_rulings
from nomic.cycles.models import Cycle

REFERENCE = r"^[0-9a-z]{1,12}$"
MAX_VOTES = 100  # running votes of confidence
MAX_BALLOTS = 1000  # ballots on one ruling
Words = Annotated[str, StringConstraints(min_length=1, max_length=200, pattern=r"^[^\x00]+$")]
StateName = Literal["open", "ruled", "overturned"]
RulingStatusName = Literal["stands", "overturned", "taken-back"]
VoteStatusName = Literal["open", "affirmed", "overturned", "moot", "ended"]


class CourtReference(Shape):
    """A reference of a request or a ruling. `since` says whether its target was changed or deleted meanwhile."""

    kind: Literal["law", "entry"]
    label: str
    target: str = Field(description="a JSON pointer into the law, or the id of a journal entry")
    seq: int | None = Field(description="the number of the journal entry, if it refers to one")
    revision: int = Field(description="the revision of the law in force at that time")
    since: Annotated[Literal["changed", "gone"] | None, OrNone]


class Ballot(Shape):
    """A voter's ballot on a ruling."""

    name: str
    vote: Literal["affirm", "overturn", "unclear"] = Field(validation_alias="ballot")


class Confidence(Shape):
    """The vote of confidence on a ruling. While it runs, only the votes of current players are counted."""

    ruling: int
    request: int
    opened_by: str
    opened_at: datetime
    ends_at: datetime
    status: VoteStatusName
    affirm: int | None
    overturn: int | None
    unclear: int | None


class RulingShape(Shape):
    """A ruling in wikitext: the answer to a question, or the verdict on a statement, with the reasons."""

    number: int
    code: str
    request: int
    judge: str
    verdict: TextOrNone
    answer: TextOrNone
    reasoning: str
    ruled_at: datetime
    status: RulingStatusName
    ended_at: datetime | None
    ended_because: TextOrNone
    confidence: Confidence | None
    refers_to: list[CourtReference]


class RequestShape(Shape):
    """A request for justice with every ruling on it, the newest first."""

    number: int
    code: str
    author: str
    kind: Literal["question", "statement"]
    title: str
    text: str
    filed_at: datetime
    status: Literal["open", "ruled"]
    refers_to: list[CourtReference]
    rulings: list[RulingShape]


class RequestPage(Shape):
    """Requests, newest first."""

    items: list[RequestShape]
    next: str | None


class RulingDetail(Shape):
    """A ruling, its request, and who voted how in the vote of confidence on it."""

    ruling: RulingShape
    kind: Literal["question", "statement"]
    title: str
    text: str
    ballots: list[Ballot]


class Court(Shape):
    """The Judge, the number of requests without a ruling, and running votes of confidence.

    The Judge is null if the office is vacant.
    """

    judge: str | None
    since: datetime | None
    open_requests: int
    votes: list[Confidence]


class RequestsQuery(Paged):
    words: Words | None = Field(
        default=None, description="only requests with all these words, in the request or ruling"
    )
    rule: Words | None = Field(default=None, description="only requests that refer to this rule or something in it")
    named: Words | None = Field(
        default=None, description="only requests that refer to something of this name in the law"
    )
    entry: Number | None = Field(default=None, description="only requests that refer to this journal entry")
    state: StateName | None = Field(
        default=None, description="only requests that are open, ruled on, or whose ruling was overturned"
    )
    before: Number | None = Field(default=None, description="the number before which the page begins")


Counts = Mapping[int, Mapping[str, int]]


def _vote(vote: ConfidenceVote, ruling: Ruling, request: Request, counts: Counts) -> Confidence:
    return Confidence.from_object(vote, ruling=ruling.number, request=request.number, **counts.get(vote.pk, {}))


def _ruling(ruling: Ruling, request: Request, referred: Sequence[ShownReference], counts: Counts) -> RulingShape:
    vote: ConfidenceVote | None = getattr(ruling, "confidence", None)
    return RulingShape.from_object(
        ruling,
        request=request.number,
        confidence=None if vote is None else _vote(vote, ruling, request, counts),
        refers_to=referred,
    )


def _requests(cycle: Cycle, rows: Sequence[Request]) -> list[RequestShape]:
    """Convert requests whose rulings are loaded to their shapes. Sends two more queries in total."""
    shown = shown_references(cycle, [each for row in rows for each in row.references.all()])
    votes = [each.confidence for row in rows for each in row.rulings.all() if hasattr(each, "confidence")]
    running = [vote for vote in votes if vote.is_open]
    counts = counts_of(running) if running else {}
    return [_request(row, shown, counts) for row in rows]


def _whole(cycle: Cycle, key: int) -> RequestShape:
    """Return the shape of the request with this primary key."""
    (found,) = _requests(cycle, list(with_rulings(Request.objects.filter(pk=key))))
    return found


def _request(row: Request, shown: Mapping[int, ShownReference], counts: Counts) -> RequestShape:
    of: dict[int | None, list[ShownReference]] = {}
    for each in row.references.all():
        of.setdefault(each.ruling_id, []).append(shown[each.pk])
    return RequestShape.from_object(
        row,
        refers_to=of.get(None, []),
        rulings=[_ruling(each, row, of.get(each.pk, []), counts) for each in row.rulings.all()],
    )


class CourtView(ApiView):
    @reads(Court, name="court", summary="See the Judge and the open votes", tag="court")
    def get(self, request: HttpRequest, cycle: Cycle, query: object) -> Court:
        """Return the Judge, the number of requests without a ruling, and the running votes of confidence."""
        judge = Judgeship.objects.filter(cycle=cycle).first()
        votes = list(running_votes(cycle)[:MAX_VOTES])
        counts = counts_of(votes) if votes else {}
        return Court(
            judge=judge.name if judge else None,
            since=judge.since if judge else None,
            open_requests=Request.objects.filter(cycle=cycle, status=RequestStatus.OPEN).count(),
            votes=[_vote(vote, vote.ruling, vote.ruling.request, counts) for vote in votes],
        )


class RequestsView(ApiView):
    @reads(
        RequestPage, name="requests_list", summary="Search the archive of the court", tag="court", query=RequestsQuery
    )
    def get(self, request: HttpRequest, cycle: Cycle, query: RequestsQuery) -> RequestPage:
        """Return requests with their rulings, newest first. All given filters have to match."""
        wanted = RequestFilter(
            words=query.words or "",
            rule=query.rule or "",
            entry=query.entry,
            named=query.named or "",
            state=query.state or "",
        )
        found = searched(cycle, wanted)
        if query.before is not None:
            found = found.filter(number__lt=query.before)
        page, more = query.page(with_rulings(found))
        return RequestPage(
            items=_requests(cycle, page),
            next=next_page(request, before=page[-1].number) if more else None,
        )


REFERENCE_PART = {"reference": {"type": "string", "pattern": REFERENCE, "description": "its number, or its code"}}


class RequestView(ApiView):
    @reads(RequestShape, name="request", summary="Read a request", tag="court", parts=REFERENCE_PART)
    def get(self, request: HttpRequest, cycle: Cycle, query: object, reference: str) -> RequestShape:
        """Return a request by its number or code: the question or statement, its references and rulings."""
        found = request_or_none(cycle.pk, reference)
        if found is None:
            raise Http404(f"There is no request '{reference}' in this cycle.")
        return _whole(cycle, found.pk)


class RulingView(ApiView):
    @reads(RulingDetail, name="ruling", summary="Read a ruling", tag="court", parts=REFERENCE_PART)
    def get(self, request: HttpRequest, cycle: Cycle, query: object, reference: str) -> RulingDetail:
        """Return a ruling by its number or its code, and who voted how on it."""
        found = ruling_or_none(cycle.pk, reference)
        if found is None:
            raise Http404(f"There is no ruling '{reference}' in this cycle.")
        asked = _whole(cycle, found.request_id)
        ballots = ConfidenceBallot.objects.filter(vote__ruling=found).order_by("name")
        return RulingDetail.from_object(
            asked,
            ruling=next(each for each in asked.rulings if each.code == found.code),
            ballots=list(ballots[:MAX_BALLOTS]),
        )
