"""Notices to players about corrections."""

from nomic.cycles.actions.context import Act
from nomic.notices.kinds import NoticeKind
from nomic.notices.notify import notify
from nomic.players.models import Player

CORRECTION = NoticeKind("correction", "The journal of a game that you play is corrected")


def address_of(slug: str, code: str) -> str:
    """Return the path of a correction's page."""
    return f"/c/{slug}/corrections/{code}/"


def tell_everybody(act: Act, text: str, code: str) -> None:
    """Notify all players except the actor. Forks send no notices."""
    if act.cycle.fork_of_id is not None:
        return
    playing = Player.objects.filter(cycle=act.cycle, left_at=None).exclude(name=act.actor.name)
    names = list(playing.values_list("name", flat=True))
    notify(act, names, CORRECTION.name, f"{act.cycle.title}: {text}", address_of(act.cycle.slug, code))
