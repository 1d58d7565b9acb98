"""Notices to players about corrections."""

from nomic.cycles.actions.context import ActionContext
from nomic.notices.kinds import NoticeKind
from nomic.notices.models import Notice
from nomic.notices.notify import notify
from nomic.players.models import Player

CORRECTION = NoticeKind("correction", "The journal of a game that you play is corrected")


def address_of(slug: str, code: str) -> str:
    """Return the path of a correction's page."""
    return f"/c/{slug}/corrections/{code}/"


def notify_everybody(act: ActionContext, text: str, code: str) -> None:
    """Notify all players except the actor. Forks send no notices.

    An earlier unread notice about the same correction is replaced.
    """
    if act.cycle.fork_of_id is not None:
        return
    link = address_of(act.cycle.slug, code)
    Notice.objects.filter(cycle=act.cycle, kind=CORRECTION.name, link=link, read_at=None).delete()
    playing = Player.objects.filter(cycle=act.cycle, left_at=None).exclude(name=act.actor.name)
    names = list(playing.values_list("name", flat=True))
    notify(act, names, CORRECTION.name, f"{act.cycle.title}: {text}", link)
