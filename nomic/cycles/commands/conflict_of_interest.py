"""Conflict of interest: an admin who plays cannot correct their own player if another admin can."""

from nomic.accounts.admin_permission import admins
from nomic.accounts.lookalikes import folded_name
from nomic.accounts.name_rules import tidy_name
from nomic.cycles.actions.context import ReadContext
from nomic.cycles.actions.registry import Action, Args
from nomic.cycles.domain.actor import Actor
from nomic.cycles.domain.exceptions import Refused
from nomic.cycles.models import Cycle


def refuse_conflict_of_interest(slug: str, actor: Actor, action: Action, args: Args) -> None:
    """Raise Refused if an admin corrects their own player, or lets them win, and another admin could do so.

    Practice cycles and sites with a single admin are exempt. Replays do not run this check.
    """
    if action.is_admin and _is_own(slug, actor, action, args) and needs_second_admin(slug, actor):
        raise Refused("second-keeper", "You cannot correct your own player. Ask another admin to do it.")


def needs_second_admin(slug: str, actor: Actor) -> bool:
    """Return whether acts that favour this actor are left to another admin: in real cycles, if there is another one."""
    if Cycle.objects.filter(slug=slug, practice=True).exists():
        return False
    return admins().exclude(username=actor.name).exists()


def _is_own(slug: str, actor: Actor, action: Action, args: Args) -> bool:
    """Return whether the arguments name the actor, or the action's own check says that it favours the actor."""
    named = [getattr(args, field, None) for field in ("player", "key")]
    for field in ("winners", "players", "members"):
        named += getattr(args, field, None) or ()
    if folded_name(actor.name) in {folded_name(tidy_name(str(name or ""))) for name in named}:
        return True
    if action.is_own is None:
        return False
    cycle = Cycle.objects.filter(slug=slug, fork_of=None).first()
    return cycle is not None and action.is_own(ReadContext(cycle, actor, cycle.now()), args)
