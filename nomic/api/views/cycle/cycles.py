"""The list of cycles, and the state of each cycle."""

from datetime import datetime
from typing import Literal, TypeVar

from django.db.models import Count, Q
from django.http import HttpResponse
from django.utils.cache import patch_vary_headers
from pydantic import Field
from rest_framework.exceptions import NotAuthenticated
from rest_framework.request import Request

from nomic.api.query_parameters import Number, Paged
from nomic.api.read_view import ApiView, cacheable_response, documented, next_page, not_modified, reads
from nomic.api.response_model import Shape, TextOrNone
from nomic.api.rule_values import RuleLater, RuleValue, value_models
from nomic.api.views.cycle.standings import goal_in_words
from nomic.clauses.views.deferred_effects import later_in_cycle
from nomic.clauses.views.offices import offices_of
from nomic.clauses.views.values import values_of_cycle
from nomic.court.office import judge_of
from nomic.cycles.actions.registry import action_named
from nomic.cycles.law_section import Description
from nomic.cycles.models import Cycle, Deadline, PhaseSeed
from nomic.cycles.schedule.settle import cycles_now
from nomic.cycles.visibility import readable
from nomic.inventory.keeping_contents import keepings_of
from nomic.inventory.ledger import in_store
from nomic.inventory.models import Card
from nomic.players.guests import GUEST
from nomic.players.models import Player
from nomic.proposals.models import Proposal, ProposalStatus

MAX_NEXT = 20


class Phase(Shape):
    """A phase of a cycle, from `started_at` until just before `ends_at` (R1)."""

    number: int = Field(validation_alias="phase")
    kind: str = Field(validation_alias="phase_kind")
    title: str = Field(validation_alias="phase_title")
    started_at: datetime = Field(validation_alias="phase_started_at")
    ends_at: datetime = Field(validation_alias="phase_ends_at")


class CycleSummary(Shape):
    """A cycle. `seq` and `head` are the number and digest of its newest entry, `revision` is the number of its law.

    The clock of a practice cycle is ahead of real time by `clock_ahead_seconds` (negative if behind). If `condition` is
    "current", all fields are current. Otherwise they are slightly outdated, because a large amount of work is being
    settled ("settling"), or because of an error ("out-of-order").
    """

    slug: str
    title: str
    status: Literal["running", "ended"]
    practice: bool
    owner: TextOrNone = Field(validation_alias="owner_name")
    starts_at: datetime
    ended_at: datetime | None
    joining: Literal["anybody", "approved", "nobody"] = Field(
        description="who can join: anybody, only people whom a keeper lets in, or nobody"
    )
    archived_at: datetime | None = Field(description="since when nothing can be done in it, not even a correction")
    winner: TextOrNone
    phase: Phase
    seq: int
    head: str
    revision: int
    clock_ahead_seconds: float
    condition: Literal["current", "settling", "out-of-order"]


class CyclePage(Shape):
    """Cycles, newest first, with practice cycles at the end."""

    items: list[CycleSummary]
    next: str | None


class Numbers(Shape):
    """The current numbers of players, open proposals and cards."""

    players: int
    reputable: int
    open_proposals: int
    cards: int


class OfficeEnd(Shape):
    """The end of a term or of an election: an instant, or an event."""

    at: datetime | None
    when: str = Field(description="what has to happen, or empty if the instant is known")


class Office(Shape):
    """An office that a rule declares, with its holders and its election.

    The Judge is not among these offices: see the cycle's field `judge`. `rounds` describes the rounds of the last
    count.
    """

    name: str
    rule: str = Field(description="the id of the rule that declares it")
    seats: int
    holders: list[str]
    since_phase: int | None
    until: OfficeEnd | None
    candidates: list[str]
    election_ends: OfficeEnd | None
    vote: str = Field(description="the action of voting, or empty if the office is not filled by election")
    rounds: list[str]
    removal: list[str] = Field(description="players who want a holder removed")


class Due(Shape):
    """A scheduled event that will happen automatically."""

    at: datetime
    action: str
    title: str
    label: str


class Commitment(Shape):
    """The SHA-256 of a phase's secret seed, and the seed itself once it is public.

    If the phase had several seeds, it is the newest.
    """

    phase: int
    commitment: str
    committed_at: datetime
    seed: str | None


class KeepingContent(Shape):
    """What a rule keeps under a name, or a player's part of it. The cycle's own cards have no name."""

    keeping: str
    player: str
    title: str
    items: dict[str, int]
    cards: list[str] = Field(description="the species of each card")


class CycleDetail(CycleSummary):
    """The state of a cycle.

    `next` lists the next scheduled events. `commitments` covers the current phase and its neighbours.
    """

    summary: str
    goal: str = Field(description="how the cycle is won, in a short sentence; empty if no rule says so")
    standing: str = Field(description="who leads, in a line")
    judge: TextOrNone
    numbers: Numbers
    values: list[RuleValue] = Field(description="values that rules store for the cycle")
    offices: list[Office] = Field(description="offices that rules declare, with their elections")
    store: dict[str, int] = Field(description="the number of each item that the cycle itself owns")
    keepings: list[KeepingContent] = Field(description="what rules keep, and the cards of the cycle itself")
    later: list[RuleLater] = Field(description="scheduled effects of rules, the earliest first")
    next: list[Due]
    commitments: list[Commitment]


class CyclesQuery(Paged):
    practice: bool | None = Field(default=None, description="only practice cycles, or only real ones")
    archived: bool | None = Field(default=None, description="only cycles in the archive, or only others")
    mine: bool = Field(default=False, description="only cycles in which you play")
    offset: Number = Field(default=0, description="how many to skip")


Summary = TypeVar("Summary", bound=CycleSummary)


def summary_of(cycle: Cycle, shape: type[Summary], **fields: object) -> Summary:
    """Convert a cycle to this shape. `fields` are values that are not attributes of the cycle."""
    return shape.from_object(
        cycle,
        phase=Phase.from_object(cycle),
        clock_ahead_seconds=cycle.clock_offset.total_seconds(),
        condition=cycle.condition.value,
        **fields,
    )


class CyclesView(ApiView):
    @documented(
        CyclePage,
        CyclesQuery,
        name="cycles_list",
        summary="List the cycles",
        description="Every cycle, the real ones first, newest first.",
        tag="cycles",
        parts={},
    )
    def get(self, request: Request) -> HttpResponse:
        asked = CyclesQuery.read(request)
        found = Cycle.objects.filter(readable(), fork_of=None).exclude(practice=True, owner_name=GUEST)
        if asked.mine:
            person = request.user
            if not person.is_authenticated:
                raise NotAuthenticated("Log in to list the cycles in which you play.")
            found = found.filter(pk__in=Player.objects.filter(person=person, left_at=None).values("cycle"))
        if asked.practice is not None:
            found = found.filter(practice=asked.practice)
        if asked.archived is not None:
            found = found.filter(archived_at__isnull=not asked.archived)
        rows = cycles_now(
            found.order_by("practice", "-starts_at", "slug")[asked.offset : asked.offset + asked.limit + 1]
        )
        shown = rows[: asked.limit]
        more = len(rows) > asked.limit
        page = CyclePage(
            items=[summary_of(cycle, CycleSummary) for cycle in shown],
            next=next_page(request, offset=asked.offset + asked.limit) if more else None,
        )
        response = cacheable_response(page)
        response = not_modified(request, response["ETag"].strip('"')) or response
        if asked.mine:
            patch_vary_headers(response, ["Authorization", "Cookie"])
        return response


class CycleView(ApiView):
    @reads(CycleDetail, name="cycle", summary="See the state of a cycle", tag="cycles")
    def get(self, request: Request, cycle: Cycle, query: object) -> CycleDetail:
        """Return the phase, the counts, the next scheduled events, and the host's commitments."""
        playing = Player.objects.filter(cycle=cycle, left_at=None)
        players = playing.aggregate(all=Count("pk"), reputable=Count("pk", filter=Q(reputable_since__isnull=False)))
        due = Deadline.objects.filter(cycle=cycle).order_by("at", "rank", "order", "label")[:MAX_NEXT]
        seeds = PhaseSeed.objects.filter(cycle=cycle, phase__gte=cycle.phase - 1).order_by("phase", "since")
        newest = {seed.phase: seed for seed in seeds}
        goal, standing = goal_in_words(cycle)
        return summary_of(
            cycle,
            CycleDetail,
            summary=cycle.law.section("cycle", Description).summary,
            goal=goal,
            standing=standing,
            judge=judge_of(cycle),
            numbers=Numbers(
                players=players["all"],
                reputable=players["reputable"],
                open_proposals=Proposal.objects.filter(cycle=cycle, status=ProposalStatus.OPEN).count(),
                cards=Card.objects.filter(cycle=cycle).exclude(holder="").count(),
            ),
            values=value_models(values_of_cycle(cycle)),
            offices=offices_of(cycle),
            store=in_store(cycle),
            keepings=[KeepingContent.from_object(kept) for kept in keepings_of(cycle)],
            later=later_in_cycle(cycle),
            next=[Due.from_object(each, title=action_named(each.action).title) for each in due],
            commitments=[Commitment.from_object(seed, seed=seed.public_seed) for seed in newest.values()],
        )
