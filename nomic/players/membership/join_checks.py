"""Checks whether the actor may join a cycle, besides what its law says."""

from collections.abc import Callable

from nomic.cycles.actions.context import ReadContext
from nomic.cycles.domain.exceptions import Refused
from nomic.cycles.models import Joining
from nomic.law.rules.reference import RuleRef
from nomic.players.models import JoinRequest

RULE = RuleRef("/membership", "Players (R5)")
_bars: list[Callable[[ReadContext], str | None]] = []


def register_join_bar(objection: Callable[[ReadContext], str | None]) -> None:
    """Register a check that returns why the actor can never join a cycle, or None if it does not object."""
    if objection not in _bars:
        _bars.append(objection)


def check_is_not_barred(ctx: ReadContext) -> None:
    """Raise Refused if a registered check bars the actor from joining. Replays and practice cycles skip this."""
    if not ctx.cycle.is_live or ctx.cycle.practice:
        return
    for objection in _bars:
        if why := objection(ctx):
            raise Refused("barred-from-joining", why, RULE)


def check_is_let_in(ctx: ReadContext) -> None:
    """Raise Refused if the cycle takes no new players, or if a keeper has to approve the actor and has not.

    Replays skip this.
    """
    cycle = ctx.cycle
    if cycle.joining == Joining.ANYBODY or not cycle.is_live:
        return
    if cycle.joining == Joining.NOBODY:
        raise Refused("joining-closed", "This game no longer takes new players.", RULE)
    approvals = JoinRequest.objects.filter(cycle=cycle, person=ctx.actor.person_id, approved_at__isnull=False)
    if ctx.actor.person_id is None or not approvals.exists():
        raise Refused("not-let-in", "A keeper decides who joins this game. Ask on the game's page to be let in.", RULE)
