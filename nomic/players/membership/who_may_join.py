"""Checks who may join a cycle, and stores requests to join: before it begins, or if a keeper approves players.

All of this belongs to the cycle and not to its history. A replay repeats acts of joining without these checks.
"""

from collections.abc import Callable

import structlog
from django.db.models import Q
from django.utils import timezone

from nomic.accounts.models import Person
from nomic.cycles.actions.context import ReadContext
from nomic.cycles.commands.perform import perform
from nomic.cycles.domain.actor import Actor
from nomic.cycles.domain.exceptions import NotCurrent, Refusal, Refused
from nomic.cycles.models import Cycle, Joining, Past, Status
from nomic.law.rules.reference import RuleRef
from nomic.players.models import JoinRequest, Player

RULE = RuleRef("/membership", "Players (R5)")
MAX_AT_ONCE = 200  # people that one run of the task joins
logger = structlog.get_logger(__name__)
_bars: list[Callable[[ReadContext], str]] = []


def bar(why_not: Callable[[ReadContext], str]) -> None:
    """Register a check that returns why the actor can never join a cycle, or "" if it does not object."""
    if why_not not in _bars:
        _bars.append(why_not)


def check_is_not_barred(ctx: ReadContext) -> None:
    """Raise Refused if a registered check bars the actor from joining. Replays and practice cycles skip this."""
    if ctx.cycle.fork_of_id is not None or ctx.cycle.past is not Past.UNTOLD or ctx.cycle.practice:
        return
    for why_not in _bars:
        if why := why_not(ctx):
            raise Refused("barred-from-joining", why, RULE)


def check_is_let_in(ctx: ReadContext) -> None:
    """Raise Refused if the cycle takes no new players, or if a keeper has to approve the actor and has not."""
    cycle = ctx.cycle
    if cycle.joining == Joining.ANYBODY or cycle.fork_of_id is not None or cycle.past is not Past.UNTOLD:
        return
    if cycle.joining == Joining.NOBODY:
        raise Refused("joining-closed", "This game no longer takes new players.", RULE)
    let_in = JoinRequest.objects.filter(cycle=cycle, person=ctx.actor.person_id, approved_at__isnull=False)
    if ctx.actor.person_id is None or not let_in.exists():
        raise Refused("not-let-in", "A keeper decides who joins this game. Ask on the game's page to be let in.", RULE)


def request_of(ctx: ReadContext) -> JoinRequest | None:
    """Return the actor's row in the table of join requests, or None. A keeper's approval is such a row too.

    Sends at most one query.
    """
    if ctx.actor.person_id is None:
        return None
    return JoinRequest.objects.filter(cycle=ctx.cycle, person=ctx.actor.person_id).first()


def how_many_want_in(cycle: Cycle) -> int:
    """Return the number of people who have asked to join and are not players."""
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
    mine = JoinRequest.objects.filter(cycle=ctx.cycle, person=ctx.actor.person_id)
    mine.filter(approved_at=None).delete()
    mine.update(asked_at=None)


def let_in(cycle: Cycle, person: Person) -> None:
    """Approve that a person may join a cycle. If they have asked to, they join soon."""
    JoinRequest.objects.update_or_create(cycle=cycle, person=person, defaults={"approved_at": timezone.now()})


def turn_away(cycle: Cycle, person: Person) -> bool:
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
    behind = set[int]()
    for row in waiting.select_related("cycle", "person").order_by("asked_at", "pk"):
        if row.cycle_id in behind or joined >= MAX_AT_ONCE:
            continue
        try:
            joined += _join(row)
        except NotCurrent:
            behind.add(row.cycle_id)
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
    except NotCurrent:
        raise
    except Refusal as refused:
        logger.info("not joined", cycle=row.cycle.slug, request=row.pk, why=f"{refused}")
        row.delete()
        return False
    mine = JoinRequest.objects.filter(pk=row.pk)
    mine.filter(approved_at=None).delete()
    mine.update(asked_at=None)
    return True
