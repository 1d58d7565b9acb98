"""Replies that report what an act did, even if Discord sends its interaction again."""

from django.urls import reverse

from nomic.cycles.commands.act_stages import PerformedAct
from nomic.cycles.commands.idempotency import answers
from nomic.cycles.models import Entry
from nomic.discord.interactions.caller import Call
from nomic.discord.protocol.replies import Reply, message_reply
from nomic.effects.prose.second_person import addressable, all_addressed


def reply_after_act(performed: PerformedAct, slug: str, more: str = "") -> Reply:
    """Report what an act did, in the journal's words for its actor, with a link to its entry."""
    return _reply_about(performed.entry, slug, more)


def done_before(call: Call, slug: str) -> Reply | None:
    """Return the earlier reply if this interaction has already performed its act in the cycle, else None."""
    entry = answers(slug, call.actor, call.key).first()
    return None if entry is None else _reply_about(entry, slug)


def _reply_about(entry: Entry, slug: str, more: str = "") -> Reply:
    words = all_addressed(entry.words, addressable(entry.cycle.law, entry.actor))
    return message_reply(*(words or ["Done."]), more, link=reverse("web:entry", args=[slug, entry.seq]))
