"""Concerns that wait for staff although nothing is wrong."""

from collections.abc import Iterator
from urllib.parse import urlencode

from django.db.models import Min, Q
from django.urls import reverse

from nomic.accounts.models import Person
from nomic.accounts.roles import Duty
from nomic.clauses.handlers.triggers import MAX_FAILURES
from nomic.clauses.models import Failures
from nomic.comments.models import Comment
from nomic.comments.notify import address_of
from nomic.comments.topics import subject_of
from nomic.corrections.models import OPEN, Correction
from nomic.court.models import Judgeship, Request, RequestStatus
from nomic.cycles.models import Joining, Status
from nomic.office.concerns import CheckContext, Concern, ConcernKind
from nomic.players.models import JoinRequest
from nomic.proposals.models import Proposal, ProposalStatus
from nomic.wiki.models import WikiPage

LIVE = Q(cycle__fork_of=None, cycle__practice=False, cycle__status=Status.RUNNING)


def enactments_by_hand(look: CheckContext) -> Iterator[Concern]:
    """Yield the passed proposals that an admin has to carry out by hand (R13)."""
    rows = Proposal.objects.filter(LIVE, status=ProposalStatus.BY_HAND).order_by("decided_at", "pk")
    names = ("cycle__slug", "cycle__title", "number", "title", "decided_at")
    for slug, cycle, number, title, at in rows.values_list(*names)[:MOST_READ]:
        link = f"{reverse('web:proposal', args=[slug, number])}#carry-out"
        yield Concern(f"{cycle}: proposal {number}, {title}", link, at)


def requests(look: CheckContext) -> Iterator[Concern]:
    """Yield the open requests for a ruling in games without a Judge."""
    with_judge = Judgeship.objects.exclude(name="").values("cycle")
    rows = (
        Request.objects.filter(LIVE, status=RequestStatus.OPEN).exclude(cycle__in=with_judge).order_by("filed_at", "pk")
    )
    names = ("cycle__slug", "cycle__title", "number", "title", "filed_at")
    for slug, cycle, number, title, at in rows.values_list(*names)[:MOST_READ]:
        fields = urlencode({"reason": f"To answer request {number}", "next": f"/c/{slug}/court/{number}/"})
        link = f"{reverse('web:act', args=[slug, 'appoint-judge'])}?{fields}"
        yield Concern(f"{cycle}: request {number}, {title}", link, at)


def pages_set_aside(look: CheckContext) -> Iterator[Concern]:
    """Yield the wiki pages that are not published until a person decides."""
    rows = WikiPage.objects.filter(cycle__fork_of=None, left_at=None).exclude(parked_at=None).order_by("parked_at")
    for pk, slug, title, at in rows.values_list("pk", "cycle__slug", "title", "parked_at")[:MOST_READ]:
        yield Concern(title, reverse("web:wiki-page", args=[slug, pk]), at)


def resting_rules(look: CheckContext) -> Iterator[Concern]:
    """Yield the clauses of rules that are suspended because they have failed too often in a row."""
    rows = Failures.objects.filter(LIVE, times__gte=MAX_FAILURES).order_by("pk")
    for slug, cycle, clause, why in rows.values_list("cycle__slug", "cycle__title", "clause", "reason")[:MOST_READ]:
        rule = clause.partition("_")[0]
        yield Concern(f"{cycle}: {rule}. {why}", f"{reverse('web:ruleset', args=[slug])}#rule-{rule}")


def corrections(look: CheckContext) -> Iterator[Concern]:
    """Yield the corrections that are neither adopted nor dropped, also of ended games and of games for practice."""
    rows = Correction.objects.filter(cycle__fork_of=None, status__in=OPEN).order_by("pk")
    columns = ("cycle__slug", "cycle__title", "code", "opened_by", "reason")
    for slug, cycle, code, by, reason in rows.values_list(*columns)[:MOST_READ]:
        words = f"{cycle}: correction “{reason}”, opened by {by}"
        yield Concern(words, reverse("web:correction", args=[slug, code]))


def replies_of_suspended(look: CheckContext) -> Iterator[Concern]:
    """Yield the suspended people whose replies nobody has read yet, the earliest first."""
    rows = Person.objects.exclude(suspended_reply_at=None).filter(closed_at=None).order_by("suspended_reply_at", "pk")
    for name, at in rows.values_list("username", "suspended_reply_at")[:MOST_READ]:
        yield Concern(name, reverse("office:person", args=[name]), at)


def people_who_ask(look: CheckContext) -> Iterator[Concern]:
    """Yield the people who ask to join games that need a keeper's approval, the earliest first."""
    rows = JoinRequest.objects.filter(
        cycle__joining=Joining.APPROVED, cycle__status=Status.RUNNING, approved_at=None, person__is_active=True
    )
    rows = rows.exclude(asked_at=None).order_by("asked_at", "pk")
    for slug, title, name, at in rows.values_list("cycle__slug", "cycle__title", "person__username", "asked_at")[
        :MOST_READ
    ]:
        yield Concern(f"{title}: {name}", reverse("office:cycle", args=[slug]), at)


def reported_comments(look: CheckContext) -> Iterator[Concern]:
    """Yield the comments with unsettled reports, in the order of their first reports."""
    waiting = Q(reports__settled_at=None, reports__isnull=False, hidden_at=None, cycle__fork_of=None)
    rows = Comment.objects.filter(waiting).annotate(since=Min("reports__reported_at")).order_by("since", "pk")
    for comment in rows.select_related("cycle")[:MOST_READ]:
        subject = subject_of(comment.cycle, comment.topic)
        link = "" if subject is None else address_of(comment.cycle, subject, comment)
        yield Concern(f"{comment.cycle.title}: a comment of {comment.author}", link, comment.since)


MOST_READ = 21  # one more than the office shows, so that it can say that there are more

BY_HAND = ConcernKind(
    "by-hand",
    "Proposals to carry out by hand",
    "Carry it out",
    "Opens the proposal, with forms for what its words ask for, and the form that closes it.",
    False,
    enactments_by_hand,
    Duty.GAMES,
)
REQUESTS = ConcernKind(
    "requests",
    "Questions about the rules without a Judge",
    "Appoint a Judge",
    "Opens the form that appoints a Judge in this game, who then answers it.",
    False,
    requests,
    Duty.GAMES,
)
PAGES = ConcernKind(
    "wiki-pages",
    "Wiki pages set aside",
    "Look and answer",
    "Shows what people changed on the wiki, and lets you put the page back or leave it.",
    False,
    pages_set_aside,
)
RESTING = ConcernKind(
    "resting-rules",
    "Rules that rest after failing",
    "Read the rule",
    "Opens the rule. It does nothing until a vote amends it, or you wake it with a correction.",
    False,
    resting_rules,
)
CORRECTIONS = ConcernKind(
    "corrections",
    "Corrections that are not finished",
    "Finish or drop it",
    "Shows what the correction would change. You can then adopt it or drop it.",
    False,
    corrections,
)
JOINING = ConcernKind(
    "joining",
    "People who ask to join",
    "Decide",
    "Shows who asks to join this game. You let them in or turn them away, with a reason.",
    False,
    people_who_ask,
)
REPLIES = ConcernKind(
    "suspension-replies",
    "Replies of suspended people",
    "Read it",
    "Opens their account. You can end or change the suspension there, or mark the reply as read.",
    False,
    replies_of_suspended,
)
REPORTS = ConcernKind(
    "reports",
    "Comments that people report",
    "Read it",
    "Opens the comment, with who reports it and why. You hide it, give its author a time-out, or dismiss the report.",
    False,
    reported_comments,
    Duty.COMMENTS,
)
KINDS = (BY_HAND, REQUESTS, PAGES, RESTING, CORRECTIONS, JOINING, REPLIES, REPORTS)
