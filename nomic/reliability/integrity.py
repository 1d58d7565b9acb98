"""Integrity checks: invariants that hold at any time, even in a running deployment."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import Max, Q
from django.utils import timezone

from nomic.cycles.history.replay import discard_fork, replay_journal
from nomic.cycles.journal.append import lock_cycle
from nomic.cycles.models import Cycle, Entry
from nomic.cycles.schedule.deadlines import next_deadline
from nomic.inventory.ledger import discrepancies
from nomic.law.models import Revision
from nomic.notices.models import Delivery, State, Webhook
from nomic.outbox.leases import abandoned
from nomic.reliability.journal_check import wrong_with_the_proof
from nomic.wiki.models import Publisher, WikiPage

GRACE = timedelta(minutes=5)  # for what is due or waiting: a worker may be busy or restarting for so long
MAX_TOLD = 20  # findings reported per check: if there are more, something is wrong in general

Found = Iterator[str]


@dataclass(frozen=True, slots=True)
class Finding:
    """A violated invariant: its cycle (empty for the whole deployment), its check, and a description."""

    cycle: str
    check: str
    what: str

    def __str__(self) -> str:
        return f"{self.cycle or 'the house'}: {self.check}: {self.what}"


def integrity_violations(cycle: Cycle, *, quick: bool = False, grace: timedelta = GRACE) -> Iterator[Finding]:
    """Yield the violations in a cycle. `quick` skips the replay of the cycle's journal."""
    for name, check in (QUICK if quick else QUICK | COSTLY).items():
        yield from _findings_of(cycle.slug, name, check(cycle, grace))


def findings_of_the_house(grace: timedelta = GRACE) -> Iterator[Finding]:
    """Yield the violations outside of cycles: in deliveries and in the publisher."""
    yield from _findings_of("", "notices", _deliveries(grace))
    yield from _findings_of("", "wiki", _publisher(grace))


def _findings_of(slug: str, name: str, found: Found) -> Iterator[Finding]:
    """Yield the findings of one check, up to MAX_TOLD.

    An error of the check itself, for example because rows are missing, is a finding, too.
    """
    try:
        for number, what in enumerate(found):
            if number == MAX_TOLD:
                yield Finding(slug, name, "and more of the kind")
                return
            yield Finding(slug, name, what)
    except Exception as error:
        yield Finding(slug, name, f"could not be checked: {type(error).__name__}: {error}")


def _row(cycle: Cycle, grace: timedelta) -> Found:
    """Check that the cycle's row agrees with the journal, the law and the deadlines."""
    with transaction.atomic():
        now = lock_cycle(cycle.slug)
        newest = Entry.objects.filter(cycle=now).order_by("-seq").first()
        first = next_deadline(now)
        revision = Revision.objects.filter(book=now.book_id).aggregate(newest=Max("number"))["newest"]
    if newest is None:
        yield "the journal is empty"
        return
    pairs = (
        ("newest entry", now.seq, newest.seq),
        ("head of the chain", now.head, newest.digest),
        ("instant of the newest entry", now.last_at, newest.at),
        ("revision of the law", now.revision, revision),
    )
    for name, kept, is_so in pairs:
        if kept != is_so:
            yield f"its row says that the {name} is {kept or 'none'}, and it is {is_so or 'none'}"
    if first is not None and (now.due_at is None or now.due_at > first.at):
        yield f"its row says that nothing is due before {now.due_at or 'ever'}, and the first deadline is {first.at}"


def _ledger(cycle: Cycle, grace: timedelta) -> Found:
    """Check that items and cards add up."""
    with transaction.atomic():  # so that nothing moves during the check
        lock_cycle(cycle.slug)
        wrong = discrepancies(cycle.pk)
    yield from wrong


def _chain(cycle: Cycle, grace: timedelta) -> Found:
    """Check that the journal is complete, so that anybody can verify all its draws, ids and seals."""
    yield from wrong_with_the_proof(Cycle.objects.get(pk=cycle.pk))


def _due(cycle: Cycle, grace: timedelta) -> Found:
    """Check that no deadline is overdue."""
    row = Cycle.objects.get(pk=cycle.pk)
    if not row.is_running:
        for deadline in row.deadlines.order_by("at", "label"):
            yield f"it has ended, and something is still due: {deadline}"
        return
    for deadline in row.deadlines.filter(at__lt=row.now() - grace).order_by("at", "label"):
        yield f"not done: {deadline}"


def _pages(cycle: Cycle, grace: timedelta) -> Found:
    """Check that wiki pages are published within the usual time, and no page is leased forever."""
    if not cycle.published:
        return
    now = timezone.now()
    pages = WikiPage.objects.filter(cycle=cycle).order_by("title")
    late = now - grace - timedelta(seconds=settings.WIKI_QUIET_SECONDS)
    waiting = pages.filter(stale_since__lt=late, parked_at=None, claimed_at=None)
    waiting = waiting.filter(Q(rests_until=None) | Q(rests_until__lt=late))
    for page in waiting.filter(Q(next_try_at=None) | Q(next_try_at__lt=late)):
        yield f"{page.title} is stale since {page.stale_since:%d %B, %H:%M} UTC"
    held = pages.filter(claimed_at__lt=now - grace)
    for title in held.filter(claim__in=abandoned(held)).values_list("title", flat=True):
        yield f"{title} is held by nobody who is still there"


def _channels(cycle: Cycle, grace: timedelta) -> Found:
    """Check that webhooks of the cycle's channels are up to date with the journal."""
    row = Cycle.objects.get(pk=cycle.pk)
    hooks = Webhook.objects.filter(cycle=row, stopped_at=None)
    for hook in hooks.filter(last_read_seq__gt=row.seq):
        yield f"{hook} was told of entry {hook.last_read_seq}, and there are {row.seq}"
    old = Entry.objects.filter(cycle=row, at__lt=row.now() - grace).aggregate(seq=Max("seq"))["seq"] or 0
    for hook in hooks.filter(last_read_seq__lt=old):
        yield f"{hook} was told of nothing after entry {hook.last_read_seq}, and entry {old} is older than {grace}"


def _replay(cycle: Cycle, grace: timedelta) -> Found:
    """Check that a replay of the journal reproduces the state's digest."""
    replayed = replay_journal(cycle)
    discard_fork(replayed.fork)
    if not replayed.same:
        yield replayed.difference or f"the digest is {replayed.digest}, and was {replayed.original_digest}"


def _deliveries(grace: timedelta) -> Found:
    """Check that messages are delivered or given up, and none is leased forever."""
    now = timezone.now()
    waiting = Delivery.objects.filter(state=State.WAITING, next_at__lt=now - grace)
    free = Q(webhook=None) | Q(webhook__stopped_at=None) & (
        Q(webhook__quiet_until=None) | Q(webhook__quiet_until__lt=now - grace)
    )
    for delivery in waiting.filter(free).order_by("pk"):
        yield f"{delivery} since {delivery.next_at:%d %B, %H:%M} UTC"
    held = Delivery.objects.filter(state=State.SENDING, claimed_at__lt=now - grace)
    for delivery in held.filter(claim__in=abandoned(held)).order_by("pk"):
        yield f"{delivery} is held by nobody who is still there"


def _publisher(grace: timedelta) -> Found:
    """Check that the publisher makes progress."""
    for publisher in Publisher.objects.filter(stopped_at__lt=timezone.now() - grace):
        yield f"publishing is {publisher}"


Check = Callable[[Cycle, timedelta], Found]
QUICK: dict[str, Check] = {
    "row": _row,
    "ledger": _ledger,
    "chain": _chain,
    "due": _due,
    "wiki": _pages,
    "notices": _channels,
}
COSTLY: dict[str, Check] = {"replay": _replay}
