"""Notices to players about corrections of the journal, and about what staff correct of theirs."""

from nomic.cycles.actions.context import ActionContext
from nomic.cycles.models import Entry
from nomic.inventory.corrections import corrected_by
from nomic.notices.kinds import NoticeKind
from nomic.notices.models import Notice
from nomic.notices.notify import notify, notify_each
from nomic.players.models import Player

CORRECTION = NoticeKind("correction", "The journal of a game that you play is corrected")
GRANT = NoticeKind("grant", "Staff give you something, or take or change something of yours")


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


def notify_corrected(act: ActionContext) -> None:
    """Notify the players whom an admin's act corrects, except the admin, with the admin's name and the reason."""
    found = corrected_by(act)
    if found is None:
        return
    cycle, by, reason = act.cycle, act.actor.name, found.reason
    texts = {
        name: f"{cycle.title}: correction by {by}: {said}. Reason: {reason}"
        for name, said in found.sentences.items()
        if name != by
    }

    def send(entry: Entry) -> None:
        notify_each(act, texts, GRANT.name, f"/c/{cycle.slug}/journal/{entry.seq}/")

    act.when_saved(send)
