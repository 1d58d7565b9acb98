"""Admin pages for corrections. A correction is an ordinary action, recorded in the journal with a reason."""

from typing import Any

from django.contrib import admin, messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse

from nomic.cycles.actions.context import ReadContext
from nomic.cycles.actions.forms import ActionForm, fields_of, form_for, show
from nomic.cycles.actions.registry import Action, Availability, availability, declared_action
from nomic.cycles.commands.idempotency import MAX_KEY_LENGTH
from nomic.cycles.commands.perform import new_idempotency_key, perform_form
from nomic.cycles.commands.preview import FIELD, Preview, perform_or_preview
from nomic.cycles.commands.stages import Performed
from nomic.cycles.domain.actor import Actor
from nomic.cycles.domain.exceptions import Refusal
from nomic.cycles.history.edits import UNTOUCHED
from nomic.cycles.models import Cycle, Entry
from nomic.cycles.schedule.practice_clock import ADVANCE_CLOCK
from nomic.cycles.schedule.settle import current

CHANNELS = ("admin",)
PRACTICE_CHANNELS = (*CHANNELS, "practice")
MAX_LOOKED_AT = 50  # newest acts of an ended cycle


def index(request: HttpRequest, pk: int) -> HttpResponse:
    """List the corrections of a cycle, each with the reason if it is unavailable."""
    moment = _moment(request, pk)
    return _page(
        request,
        moment,
        "corrections.html",
        title="Perform a correction",
        availability=_corrections(moment),
        last=None if moment.cycle.is_running else _last_act(moment.cycle),
    )


def _corrections(moment: ReadContext) -> list[Availability]:
    """Return the corrections available in the cycle. Actions for practice appear in practice cycles only."""
    channels = PRACTICE_CHANNELS if moment.cycle.practice else CHANNELS
    return [found for found in availability(moment) if found.action.channel in channels]


def _last_act(cycle: Cycle) -> Entry | None:
    """Return the last act of a person in an ended cycle that a correction of the past can undo, or None."""
    acts = Entry.objects.filter(cycle=cycle).exclude(actor_kind="system").order_by("-seq")[:MAX_LOOKED_AT]
    for entry in acts:
        action = declared_action(entry.action)
        if action is None or action.channel not in UNTOUCHED:
            return entry
    return None


def correct(request: HttpRequest, pk: int, name: str) -> HttpResponse:
    """Show the form of a correction, then its preview, and perform the correction when the form is sent again.

    Redirects if the correction has a page of its own. If it is refused, nothing changes and the input is kept.
    """
    moment = _moment(request, pk)
    found = {found.action.name: found for found in _corrections(moment)}.get(name)
    if found is None:
        raise Http404(f"no correction {name!r} here")
    form_class = form_for(found.action, moment)
    preview: Preview | None = None
    key = request.POST.get("once", "")[:MAX_KEY_LENGTH] or new_idempotency_key()
    if request.method == "POST":
        form = form_class(request.POST)
        done = _done_or_none(request, moment, found.action, form, key)
        if isinstance(done, Performed):
            entry = done.entry
            messages.success(request, f"Entry {entry.seq} of the journal says: {' '.join(entry.words)}")
            return redirect("web:entry", moment.cycle.slug, entry.seq)
        preview = done
    else:
        if found.available and (page := found.action.page_in(moment.cycle)):
            return redirect(page)
        form = form_class(initial=request.GET.dict())
    return _page(
        request, moment, "correct.html", title=found.action.title, form=form, once=key, found=found, preview=preview
    )


def _done_or_none(
    request: HttpRequest, moment: ReadContext, action: Action, form: ActionForm, key: str
) -> Performed | Preview | None:
    """Perform or preview the correction. Return None if it was refused; the form then shows the reason."""
    if not form.is_valid():
        return None
    fields, slug = fields_of(form), moment.cycle.slug
    try:
        if action.channel == "practice" and action.name != ADVANCE_CLOCK:  # seats of bots, and their things
            return perform_form(slug, moment.actor, action.name, fields, idempotency_key=key)
        token = request.POST.get(FIELD, "")
        return perform_or_preview(slug, moment.actor, action.name, fields, key=key, token=token)
    except Refusal as refusal:
        show(form, refusal)
        return None


def _moment(request: HttpRequest, pk: int) -> ReadContext:
    slug = get_object_or_404(Cycle.objects.only("slug"), pk=pk, fork_of=None).slug
    cycle = current(slug)
    return ReadContext(cycle, Actor.person(request.user), cycle.now())


def _page(request: HttpRequest, moment: ReadContext, template: str, **context: Any) -> HttpResponse:
    context |= {
        **admin.site.each_context(request),
        "cycle": moment.cycle,
        "cycle_address": reverse("admin:cycles_cycle_change", args=[moment.cycle.pk]),
    }
    return render(request, f"admin/cycles/cycle/{template}", context)
