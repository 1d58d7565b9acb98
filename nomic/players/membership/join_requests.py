"""Requests to join a cycle: for cycles that have not begun, or where a keeper admits players.

They belong to the cycle and not to its history. A replay repeats acts of joining without them.
"""

import structlog
from django.db.models import Q, QuerySet
from django.utils import timezone

from nomic.accounts.models import Person
from nomic.cycles.actions.context import ReadContext
from nomic.cycles.commands.perform import perform
from nomic.cycles.domain.actor import Actor
from nomic.cycles.domain.exceptions import NotCurrent, Refusal, Refused
from nomic.cycles.models import Cycle, Joining, Status
from nomic.players.membership.join_checks import RULE, check_is_not_barred
from nomic.players.models import JoinRequest, Player

MAX_AT_ONCE = 200  # people that one run of the task joins
logger = structlog.get_logger(__name__)


def request_of(ctx: ReadContext) -> JoinRequest | None:
    """Return the actor's row in the table of join requests, or None. A keeper's approval is such a row too.

    Sends at most one query.
    """
    if ctx.actor.person_id is None:
        return None
    return JoinRequest.objects.filter(cycle=ctx.cycle, person=ctx.actor.person_id).first()


def count_join_requests(cycle: Cycle) -> int:
    """Return the number of active people who have asked to join. Joining clears their requests."""
    return JoinRequest.objects.filter(cycle=cycle, asked_at__isnull=False, person__is_active=True).count()


def ask_to_join(ctx: ReadContext) -> None:
    """Sign the actor up for a cycle that has not begun, or ask a keeper to let them in. Asking twice counts once.

    Raises Refused if there is nothing to ask for.
    """
    cycle, who = ctx.cycle, ctx.actor
    if who.person_id is None:
        raise Refused("not-signed-in", "Log in to join.", RULE)
    if cycle.practice or cycle.fork_of_id is not None or not cycle.is_running:
        raise Refused("nothing-to-ask", "You cannot sign up for this game.", RULE)
    if cycle.joining == Joining.NOBODY:
        raise Refused("joining-closed", "This game no longer takes new players.", RULE)
    check_is_not_barred(ctx)
    if Player.objects.filter(cycle=cycle, name=who.name, left_at=None).exists():
        raise Refused("already-a-player", "You are a player of this cycle already.", RULE)
    if cycle.has_begun and cycle.joining == Joining.ANYBODY:
        raise Refused("nothing-to-ask", "This game has begun: you can join it now.", RULE)
    row, _ = JoinRequest.objects.get_or_create(cycle=cycle, person_id=who.person_id)
    if row.asked_at is None:
        row.asked_at = timezone.now()
        row.save(update_fields=["asked_at"])


def withdraw_request(ctx: ReadContext) -> None:
    """Withdraw the actor's request, if there is one. A keeper's approval remains."""
    _clear_requests(JoinRequest.objects.filter(cycle=ctx.cycle, person=ctx.actor.person_id))


def _clear_requests(rows: QuerySet[JoinRequest]) -> None:
    """Clear requests, but keep the approvals in the same rows."""
    rows.filter(approved_at=None).delete()
    rows.update(asked_at=None)


def approve(cycle: Cycle, person: Person) -> None:
    """Approve that a person may join a cycle. If they have asked to, they join when the task next runs."""
    JoinRequest.objects.update_or_create(cycle=cycle, person=person, defaults={"approved_at": timezone.now()})


def reject(cycle: Cycle, person: Person) -> bool:
    """Delete a person's request and approval, and return whether there was one.

    A person who already plays remains a player.
    """
    return JoinRequest.objects.filter(cycle=cycle, person=person).delete()[0] > 0


def join_those_who_asked() -> int:
    """Let all people join who asked to and are now allowed, in the order of asking. Return their number.

    Each joins by an act of their own. Requests of people who can no longer act, and of people whom the law refuses, are
    deleted. If a cycle cannot be settled now, or is hidden, its requests wait.
    """
    may = Q(cycle__joining=Joining.ANYBODY) | Q(cycle__joining=Joining.APPROVED, approved_at__isnull=False)
    waiting = JoinRequest.objects.filter(
        may,
        asked_at__isnull=False,
        cycle__hidden_at=None,
        cycle__status=Status.RUNNING,
        cycle__starts_at__lte=timezone.now(),
    )
    joined = 0
    unsettled = set[int]()
    for row in waiting.select_related("cycle", "person").order_by("asked_at", "pk"):
        if joined >= MAX_AT_ONCE:
            break
        if row.cycle_id in unsettled:
            continue
        try:
            joined += _join(row)
        except NotCurrent:
            unsettled.add(row.cycle_id)
    return joined


def _join(row: JoinRequest) -> bool:
    """Join somebody who asked, and return whether they are a player now.

    Raises NotCurrent if the cycle does not settle.
    """
    if not row.person.is_active:
        row.delete()
        return False
    key = f"asked-to-join-{row.pk}-{row.asked_at}"
    try:
        perform(row.cycle.slug, Actor.person(row.person), "join", {}, idempotency_key=key)
    except NotCurrent:  # a Refusal too, but only for now
        raise
    except Refusal as refused:
        logger.info("not joined", cycle=row.cycle.slug, request=row.pk, why=f"{refused}")
        row.delete()
        return False
    _clear_requests(JoinRequest.objects.filter(pk=row.pk))
    return True
