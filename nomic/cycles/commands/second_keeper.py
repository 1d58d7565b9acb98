"""Corrections in one's own favour: an admin who plays cannot correct their own player if another admin can do it."""

from nomic.accounts.lookalikes import folded
from nomic.accounts.names import tidy
from nomic.accounts.rights import admins
from nomic.cycles.actions.registry import Action, Args
from nomic.cycles.domain.actor import Actor
from nomic.cycles.domain.exceptions import Refused
from nomic.cycles.models import Cycle


def needs_second_keeper(slug: str, actor: Actor, action: Action, args: Args) -> None:
    """Raise Refused if an admin corrects their own player, or lets them win, and there is another admin who can.

    The owner of a practice cycle, and the only admin of a site, may. Replays do not come here.
    """
    named = [getattr(args, "player", None), *(getattr(args, "winners", None) or ())]
    if not action.is_admin or folded(actor.name) not in {folded(tidy(str(name or ""))) for name in named}:
        return
    if Cycle.objects.filter(slug=slug, practice=True).exists() or not admins().exclude(username=actor.name).exists():
        return
    raise Refused("second-keeper", "You cannot correct your own player. Ask another admin to do it.")
