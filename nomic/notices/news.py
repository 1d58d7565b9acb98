"""Notices to all players about a cycle as a whole: it has ended."""

from nomic.cycles.actions.context import Act
from nomic.cycles.domain.events import CycleEnded
from nomic.notices.kinds import ENDED
from nomic.notices.notify import notify
from nomic.players.models import Player


def tell_of_the_end(act: Act, ended: CycleEnded) -> None:
    """Notify all players that their cycle has ended, with a link to its story. Forks send no notices."""
    result = f"{ended.winner} won" if ended.winner else "nobody won"
    _tell_players(act, ENDED.name, f"{act.cycle.title} has ended: {result}.", "story/")


def _tell_players(act: Act, kind: str, text: str, page: str) -> None:
    if act.cycle.fork_of_id is None:
        playing = Player.objects.filter(cycle=act.cycle, left_at=None).exclude(person=None)
        notify(act, list(playing.values_list("name", flat=True)), kind, text, f"/c/{act.cycle.slug}/{page}")
