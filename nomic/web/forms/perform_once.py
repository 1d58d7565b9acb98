"""Acts by forms. A form that is sent several times acts once, and the next page reports the result."""

import re
from functools import partial
from typing import Any

from django.contrib import messages
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html

from nomic.cycles.actions.context import ReadContext
from nomic.cycles.commands.act_stages import PerformedAct
from nomic.cycles.commands.perform import perform
from nomic.cycles.commands.price_seen import PriceSeen
from nomic.cycles.domain.exceptions import KeyReused
from nomic.cycles.history.edits import is_correctable
from nomic.cycles.models import Entry
from nomic.effects.prose.english_grammar import sentences
from nomic.effects.prose.second_person import addressable, all_addressed
from nomic.notices.settled_notices import mark_settled_read
from nomic.web.hooks.redirects import is_revealed

FORM_KEY = re.compile(r"[0-9a-z]{32}")


def form_key(request: HttpRequest) -> str | None:
    """Return the idempotency key of the submitted form, or None if it is malformed."""
    key = request.POST.get("idempotency_key", "")
    return key if FORM_KEY.fullmatch(key) else None


def perform_once(
    ctx: ReadContext,
    name: str,
    args: dict[str, Any],
    key: str | None,
    *,
    is_form: bool = False,
    price_seen: PriceSeen | None = None,
) -> PerformedAct:
    """Perform an action with a form's idempotency key.

    A form that is sent again is the same act. If its arguments have changed, it is another act, performed without the
    key. Notices to the actor that the act has settled are marked as read. `is_form` is passed to `perform`. Raises the
    errors of `perform`, except KeyReused.
    """
    once = partial(perform, ctx.cycle.slug, ctx.actor, name, args, is_form=is_form, price_seen=price_seen)
    try:
        performed = once(idempotency_key=key)
    except KeyReused:
        performed = once()
    mark_settled_read(performed.entry.cycle, ctx.actor.person_id)
    return performed


def report_on_next_page(request: HttpRequest, performed: PerformedAct) -> None:
    """Report the effects of an act on the next page, unless a dedicated page reveals them.

    The actor is addressed as "you". For an act of an admin, the report links to the form that reverses or changes it.
    """
    if performed.is_repeated:
        messages.warning(request, f"You have done this already (entry {performed.entry.seq}), so nothing has changed.")
        return
    if is_revealed(performed.entry.events):
        return
    entry = performed.entry
    ends = _end_of(entry) if entry.actor_kind == "admin" else None
    if entry.words:
        you = addressable(entry.cycle.law, entry.actor)
        text = sentences(all_addressed(entry.words, you))
        undoable = entry.actor_kind == "admin" and ends is None and is_correctable(entry.cycle, entry)
        link = format_html('{} <a href="{}">Correct this…</a>', text, _correct_link(entry))
        messages.success(request, link if undoable else text)
    if ends is not None:
        text = 'With this the game has ended. {} If that was not meant, <a href="{}">take it back</a>.'
        messages.warning(request, format_html(text, sentences(ends.words), _correct_link(entry)))


def _end_of(entry: Entry) -> Entry | None:
    """Return the entry by which an admin's act has ended its game, or None."""
    return Entry.objects.filter(cycle=entry.cycle_id, action="end-cycle", seq__gt=entry.seq, at=entry.at).first()


def _correct_link(entry: Entry) -> str:
    return f"{reverse('web:correct', args=[entry.cycle.slug])}?entry={entry.key}"
