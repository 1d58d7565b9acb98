"""Tasks about the court: requests and proposals for the Judge, and votes of confidence."""

from collections.abc import Iterator

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.urls import reverse

from nomic.accounts.models import Person
from nomic.court.models import ConfidenceBallot, ConfidenceStatus, ConfidenceVote, Judgeship, Request, RequestStatus
from nomic.cycles.models import Cycle, Status
from nomic.cycles.visibility import readable_by
from nomic.players.lookup import player_or_none
from nomic.players.models import Player
from nomic.players.player_tasks import MAX_CYCLES, PlayerQuery, Task, TaskLookup, Urgency, WaitingKind
from nomic.proposals.models import Proposal, ProposalStatus

_judgeships = PlayerQuery(
    lambda cycles, name: (
        Judgeship.objects.filter(cycle_id__in=cycles, name=name).order_by().values_list("cycle_id", flat=True)
    )
)
_requests = PlayerQuery(
    lambda cycles, name: (
        Request.objects.filter(cycle_id__in=cycles, status=RequestStatus.OPEN)
        .exclude(author=name)
        .order_by("number")
        .values_list("cycle_id", "number", "title", "filed_at")
    )
)
_unvoted = PlayerQuery(
    lambda cycles, name: (
        ConfidenceVote.objects.filter(ruling__cycle_id__in=cycles, status=ConfidenceStatus.OPEN)
        .exclude(Exists(ConfidenceBallot.objects.filter(vote=OuterRef("pk"), name=name)))
        .order_by("ends_at", "pk")
        .values_list(
            "ruling__cycle_id",
            "ruling__number",
            "ruling__request__number",
            "ruling__request__title",
            "opened_at",
            "ends_at",
        )
    )
)


def cycles_of(person: Person) -> QuerySet[Cycle]:
    """Return a query for the running cycles in which a person plays or is the Judge, earliest due action first.

    Stops at MAX_CYCLES.
    """
    playing = Player.objects.filter(person=person, left_at=None).values("cycle")
    judging = Judgeship.objects.filter(name=person.username).values("cycle")
    mine = Cycle.objects.filter(
        readable_by(person), Q(pk__in=playing) | Q(pk__in=judging), fork_of=None, status=Status.RUNNING
    )
    return mine.order_by("due_at", "pk")[:MAX_CYCLES]


def _cycles_as_judge(asked: TaskLookup) -> list[int]:
    """Return the primary keys of the cycles in which the person is the Judge. A Judge need not be a player (R100)."""
    cycles = [pk for pk, ctx in asked.contexts.items() if ctx.law.has("court")]
    return asked.recall("cycles as the Judge", lambda: _judgeships.all(asked, cycles))


def requests(asked: TaskLookup) -> Iterator[Task]:
    """Yield a task for each request on which the person may rule. Nobody rules on their own request (R138)."""
    for pk, number, title, filed_at in _requests.all(asked, _cycles_as_judge(asked)):
        cycle = asked.cycle(pk)
        link = reverse("web:court-request", args=[cycle.slug, number])
        summary, args = f"Rule on request {number}, {title}", {"request": str(number)}
        yield Task(cycle, f"request {number}", summary, link, filed_at, None, "rule", args)


def by_hand(asked: TaskLookup) -> Iterator[Task]:
    """Yield a task for each popular proposal that the person may enact by hand, as the Judge or an admin (R13)."""
    as_judge = _cycles_as_judge(asked)
    cycles = [pk for pk, ctx in asked.contexts.items() if ctx.actor.is_admin or pk in as_judge]
    if not cycles:
        return
    rows = Proposal.objects.filter(cycle_id__in=cycles, status=ProposalStatus.BY_HAND).order_by("number")
    for pk, number, title, decided_at in rows.values_list("cycle_id", "number", "title", "decided_at"):
        cycle = asked.cycle(pk)
        link = f"{reverse('web:proposal', args=[cycle.slug, number])}#carry-out"
        summary, args = f"Carry out proposal {number}, {title}, by hand", {"proposal": number}
        action = "judge-enacts" if pk in as_judge else "enact-by-hand"
        yield Task(cycle, f"by hand {number}", summary, link, decided_at, None, action, args)


def confidence(asked: TaskLookup) -> Iterator[Task]:
    """Yield a task for each vote of confidence in which the player has not voted (R15)."""
    cycles = [pk for pk, ctx in asked.contexts.items() if ctx.law.has("court")]
    for pk, ruling, request, title, opened_at, ends_at in _unvoted.all(asked, cycles):
        if player_or_none(asked.contexts[pk]) is None:
            continue
        cycle = asked.cycle(pk)
        link = reverse("web:court-request", args=[cycle.slug, request])
        summary = f"Your vote of confidence on ruling {ruling}, {title}"
        args = {"ruling": str(ruling)}
        yield Task(cycle, f"ruling {ruling}", summary, link, opened_at, ends_at, "vote-on-ruling", args)


REQUEST = WaitingKind("request", "Requests before you as the Judge", Urgency.CAN_REST, requests, button="Rule")
BY_HAND = WaitingKind("by-hand", "Proposals to carry out", Urgency.CAN_REST, by_hand, button="Carry out")
CONFIDENCE = WaitingKind("confidence", "Votes of confidence", Urgency.ENDS, confidence, ends="counted", button="Vote")
KINDS = (REQUEST, BY_HAND, CONFIDENCE)
