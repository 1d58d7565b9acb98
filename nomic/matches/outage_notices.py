"""Notices to players about outages that are recorded in their games, one for each person and outage."""

from nomic.cycles.actions.context import ActionContext
from nomic.cycles.domain.events import HistoryRewritten
from nomic.cycles.history.rewrite import HISTORY_REWRITTEN
from nomic.cycles.models import Entry
from nomic.effects.prose.english_grammar import sentences
from nomic.matches.events import Outage
from nomic.notices.kinds import Heading, NoticeKind
from nomic.notices.notify import notify_each
from nomic.players.models import Player

OUTAGE = NoticeKind("outage", "An outage moves your deadlines in a game that you play", Heading.GAMES)
RECORD = "record-outage"


def notify_of_outage(act: ActionContext, outage: Outage) -> None:
    """Notify the players if an outage has moved times. Forks send no notices."""
    if outage.moved and act.cycle.fork_of_id is None:
        _notify(act, sentences(act.words))


def notify_of_late_outage(act: ActionContext, rewritten: HistoryRewritten) -> None:
    """Notify the players of an outage that was recorded so late that the journal was rewritten."""
    if act.action.name != HISTORY_REWRITTEN or act.cycle.fork_of_id is not None:
        return
    before = act.cycle.forks.filter(head=rewritten.head).first()
    outages = Entry.objects.filter(cycle=act.cycle, action=RECORD)
    if before is not None:
        outages = outages.exclude(key__in=Entry.objects.filter(cycle=before, action=RECORD).values("key"))
    newest = outages.order_by("-seq").first()
    if newest is not None:
        _notify(act, sentences(newest.words))


def _notify(act: ActionContext, said: str) -> None:
    playing = Player.objects.filter(cycle=act.cycle, left_at=None).exclude(name=act.actor.name)
    texts = dict.fromkeys(playing.values_list("name", flat=True), f"{act.cycle.title}: {said}")
    notify_each(act, texts, OUTAGE.name, f"/c/{act.cycle.slug}/")
