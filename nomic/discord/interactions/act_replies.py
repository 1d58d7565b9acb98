"""Replies that say what an act did, also when Discord sends its interaction again."""

from django.urls import reverse

from nomic.cycles.commands.act_stages import PerformedAct
from nomic.cycles.commands.idempotency import answers
from nomic.cycles.models import Entry
from nomic.discord.interactions.caller import Call
from nomic.discord.protocol.replies import Reply, say


def done(performed: PerformedAct, slug: str, more: str = "") -> Reply:
    """Say what an act did, in the words of the journal, with a link to its entry."""
    return _reply_about(performed.entry, slug, more)


def done_before(call: Call, slug: str) -> Reply | None:
    """Return the earlier reply if this interaction has already performed its act in the cycle, else None."""
    entry = answers(slug, call.actor, call.key).first()
    return None if entry is None else _reply_about(entry, slug)


def _reply_about(entry: Entry, slug: str, more: str = "") -> Reply:
    return say(*(entry.words or ["Done."]), more, link=reverse("web:entry", args=[slug, entry.seq]))
