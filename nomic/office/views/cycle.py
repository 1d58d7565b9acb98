"""The page of one game for staff: its state, who may join, and forms that end, hide and archive it."""

import hashlib
import json
from typing import Any, cast

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from nomic.accounts.models import Person
from nomic.accounts.roles import Duty
from nomic.accounts.time_zones import as_typed
from nomic.cycles.actions.context import ReadContext
from nomic.cycles.actions.forms import ActionForm, fields_of, form_for, show_errors
from nomic.cycles.actions.registry import Action, action_named
from nomic.cycles.commands.idempotency import MAX_KEY_LENGTH, was_performed
from nomic.cycles.commands.perform import new_idempotency_key, perform
from nomic.cycles.domain.actor import Actor
from nomic.cycles.domain.exceptions import NoSuchCycle, Refusal
from nomic.cycles.models import Cycle, Entry, Joining
from nomic.cycles.schedule.settle import settled_cycle
from nomic.effects.prose.english_grammar import sentences
from nomic.office.access import for_duty
from nomic.office.cycles import archive, change_title, hiding, joining, wiki_pages
from nomic.office.cycles.ending import STOP, effect_of_stopping
from nomic.office.cycles.joining import requests_of
from nomic.office.cycles.new_beginning import Beginning, change_beginning, preview_beginning
from nomic.office.cycles.opening import NotDone
from nomic.players.membership.join_requests import count_join_requests
from nomic.players.models import Player

FIELDS = ("joining", "person", "reason", "begins", "zone", "title")
BEGINNING = "beginning"
ACTIONS = {**archive.ACTIONS, **hiding.ACTIONS, **joining.ACTIONS, **change_title.FORMS, **wiki_pages.ACTIONS}
MAX_KINDS = 20  # boxes that a form may tick
MAX_SEEN = 64  # characters of a digest


@require_http_methods(["GET", "HEAD", "POST"])
@for_duty(Duty.GAMES)
def cycle(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a game. End, hide or archive it, or decide who may join.

    The form that ends it first shows a preview; sent again, it ends the game.
    """
    ctx, by, error = _context(request, slug), cast(Person, request.user), ""
    stop = action_named(STOP)
    form, preview, seen = form_for(stop, ctx)(), list[str](), ""
    once = request.POST.get("once", "")[:MAX_KEY_LENGTH] or new_idempotency_key()
    action, typed = request.POST.get("do", "")[:20], _typed(request)
    other: Beginning | None = None
    if request.method == "POST" and (action == BEGINNING or action in ACTIONS):
        try:
            if action == BEGINNING:
                other = preview_beginning(ctx.cycle, typed)
            if other is None or request.POST.get("seen", "")[:MAX_SEEN] == other.seen:
                messages.success(request, (change_beginning if other else ACTIONS[action])(by, ctx.cycle, typed))
                return redirect("office:cycle", slug=slug)
        except NotDone as refused:
            error = f"{refused}"
    elif request.method == "POST":
        form = form_for(stop, ctx)(request.POST)
        if form.is_valid():
            preview, seen, entry = _previewed_or_ended(request, ctx, stop, form, once)
            if entry is not None:
                messages.success(request, sentences(entry.words))
                return redirect("office:cycle", slug=slug)
    zone = typed["zone"] or by.zone or "UTC"
    context = _state(ctx) | {
        "error": error,
        "typed": typed,
        "tried": action if error or other else "",
        "other_beginning": other,
        "zone": zone,
        "shows_own_zone": action != BEGINNING and not by.zone,
        "begins": typed["begins"] if action == BEGINNING else as_typed(ctx.cycle.starts_at, zone),
        "form": form,
        "preview": preview,
        "seen": seen,
        "once": once,
    }
    return render(request, "office/cycle.html", context, status=422 if form.errors or error else 200)


def _typed(request: HttpRequest) -> dict[str, str]:
    """Return the submitted fields by name, each cut to its maximum length. Missing fields are empty."""
    typed = {field: request.POST.get(field, "").replace("\x00", "")[:1000] for field in FIELDS}
    typed["kinds"] = " ".join(request.POST.getlist("kinds")[:MAX_KINDS])[:1000]
    return typed


def _state(ctx: ReadContext) -> dict[str, Any]:
    """Return the part of the template context that depends only on the game."""
    return {
        "item": ctx.cycle,
        "is_to_come": ctx.at < ctx.cycle.starts_at,
        "joining": Joining.choices,
        "players": Player.objects.filter(cycle=ctx.cycle, left_at=None).count(),
        "requests": requests_of(ctx.cycle),
        "page_kinds": wiki_pages.page_kinds(ctx.cycle) if ctx.cycle.published else [],
        "wants_in": count_join_requests(ctx.cycle),
        "begins_iso": ctx.cycle.starts_at.isoformat(),
    }


def _context(request: HttpRequest, slug: str) -> ReadContext:
    """Return the read context of the settled game for the visitor. Raises Http404 for forks and practice games."""
    if not Cycle.objects.filter(slug=slug, fork_of=None, practice=False).exists():
        raise Http404("no such game")
    try:
        found = settled_cycle(slug)
    except NoSuchCycle:
        raise Http404("no such game") from None
    return ReadContext(found, Actor.person(request.user), found.now())


def _previewed_or_ended(
    request: HttpRequest, ctx: ReadContext, stop: Action, form: ActionForm, once: str
) -> tuple[list[str], str, Entry | None]:
    """End the game if the same form was previewed before, otherwise preview it.

    Returns the sentences of the preview, the digest that confirms it, and the entry. Adds refusals to the form.
    """
    fields = fields_of(form)
    names = list(fields.get("winners", []))
    effect = effect_of_stopping(ctx.cycle, names)
    seen = _digest([fields, effect])
    try:
        if not was_performed(ctx.cycle.slug, ctx.actor, once):
            stop.read_form(fields)
            stop.check(ctx)
            if request.POST.get("seen", "")[:MAX_SEEN] != seen:
                return effect, seen, None
        entry = perform(ctx.cycle.slug, ctx.actor, STOP, fields, is_form=True, idempotency_key=once).entry
    except Refusal as refusal:
        show_errors(form, refusal)
        return [], "", None
    return [], "", entry


def _digest(shown: Any) -> str:
    return hashlib.sha256(json.dumps(shown, sort_keys=True).encode()).hexdigest()
