"""Performs any declared action from a form."""

import json
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.forms import MultipleChoiceField
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.html import format_html
from django.views.decorators.http import require_http_methods

from nomic.clauses.events import QuestionAsked
from nomic.clauses.runtime.answer_sources import ANSWERS
from nomic.clauses.views.outcome_scenes import scenes_of
from nomic.cycles.actions.context import ReadContext
from nomic.cycles.actions.forms import ActionForm, fields_of, form_for, refusal_of_choices, show_errors
from nomic.cycles.actions.registry import Action, action_named, actions_of
from nomic.cycles.commands.act_stages import PerformedAct
from nomic.cycles.commands.preview import FIELD as PREVIEW_FIELD
from nomic.cycles.commands.preview import Preview, perform_or_preview
from nomic.cycles.commands.price_seen import FIELD as PRICE_FIELD
from nomic.cycles.commands.price_seen import read_price_seen
from nomic.cycles.domain.exceptions import Failed, KeyReused, NoSuchAction, Refusal, Refused, Unanswered
from nomic.cycles.models import Entry
from nomic.cycles.schedule.settle import settled_cycle
from nomic.effects.prose.english_grammar import sentences
from nomic.effects.prose.second_person import addressable, all_addressed
from nomic.players.models import Player
from nomic.players.player_tasks import waiting_for
from nomic.proposals.by_rules.voting_period import CLOSE_VOTING
from nomic.proposals.enactment import waiting_by_hand
from nomic.web.auth.expired_forms import is_stale, keeps_what_was_sent
from nomic.web.forms.perform_once import form_key, perform_once, report_on_next_page
from nomic.web.forms.questions import answers_in, asked_form_of
from nomic.web.forms.redirects import local_path, redirect_back
from nomic.web.hooks.quick_actions import ready_acts
from nomic.web.hooks.redirects import destination_of
from nomic.web.matches.advance_clock_warnings import lost_since
from nomic.web.matches.move_form import Answer, Unreadable
from nomic.web.page_context import cycle_page, render_page
from nomic.web.recaps.news_since_last_visit import counted_in_words
from nomic.web.rendering.available_actions import price_in_words
from nomic.web.templatetags.people import several
from nomic.web.views.proposals.enact_by_hand import ENACTS

MAX_COUNTS = 30  # that are reported together
TIME_BRINGS = 3  # entries that are reported after a practice clock was moved, the newest ones
ALL_VOTED = "You have voted on all proposals."
WELCOME = "welcome"  # the tag of a message that is celebrated
# Refusals that are only news: nothing has changed, and the page that one came from shows why.
ONLY_NEWS = ("same-vote", "cycle-ended")


def action_or_404(ctx: ReadContext, name: str) -> Action:
    """Return the action with this name under the cycle's law. Raises Http404 if the visitor has no such action."""
    try:
        action = action_named(name, ctx.law)
    except NoSuchAction as error:
        raise Http404(error.detail) from None
    if action not in actions_of(ctx) or (action.is_admin and not ctx.actor.is_admin):
        raise Http404("There is no such action here.")
    return action


@keeps_what_was_sent
@require_http_methods(["GET", "HEAD", "POST"])
@cycle_page
def act(request: HttpRequest, ctx: ReadContext, name: str) -> HttpResponse:
    """Show the form of an action, and perform it.

    Typed values survive an error and an expired login.
    """
    if request.method != "POST" and not request.user.is_authenticated:
        return redirect_to_login(request.get_full_path())
    action = action_or_404(ctx, name)
    if is_stale(request) or not request.user.is_authenticated:
        return render_page(request, ctx, "web/send_again.html", {"action": action}, status=403)
    form_class = form_for(action, ctx)
    if request.method == "POST":
        return _sent(request, ctx, action, form_class(request.POST))
    refusal = action.refusal(ctx) or refusal_of_choices(action, ctx)
    if refusal is None and (page := action.page_in(ctx.cycle)):
        return redirect(page)
    return act_page(request, ctx, action, form_class(initial=_from_address(request, form_class)), refusal)


def _sent(request: HttpRequest, ctx: ReadContext, action: Action, form: ActionForm) -> HttpResponse:
    """Perform the action of a sent form, or show the form again with its preview, question or errors."""
    if not form.is_valid():
        return act_page(request, ctx, action, form, None, status=422)
    answers = _answers(request, action)
    fields = fields_of(form) | ({ANSWERS: [list(answer) for answer in answers]} if answers else {})
    try:
        if action.is_previewed:
            made = _done_or_previewed(request, ctx, action.name, fields)
            if isinstance(made, Preview):
                return act_page(request, ctx, action, form, None, preview=made)
            return after(request, ctx, made)
        price = read_price_seen(request.POST.get(PRICE_FIELD))
        performed = perform_once(ctx, action.name, fields, form_key(request), is_form=True, price_seen=price)
        return after(request, ctx, performed)
    except Unanswered as unanswered:
        return _asks(request, ctx, action, form, answers, unanswered)
    except Refusal as refused:
        if isinstance(refused, Refused) and refused.code in ONLY_NEWS:
            messages.info(request, refused.detail)
            return redirect_back(request, reverse("web:hall", args=[ctx.cycle.slug]))
        show_errors(form, refused)
        status = 409 if isinstance(refused, Refused | Failed) else 422
        return act_page(request, ctx, action, form, refused, status=status)


def _done_or_previewed(
    request: HttpRequest, ctx: ReadContext, name: str, fields: dict[str, Any]
) -> PerformedAct | Preview:
    """Perform a correction if the form contains its current preview, otherwise return a preview."""
    slug, token = ctx.cycle.slug, request.POST.get(PREVIEW_FIELD, "")
    try:
        return perform_or_preview(slug, ctx.actor, name, fields, key=form_key(request), token=token)
    except KeyReused:
        return perform_or_preview(slug, ctx.actor, name, fields, key=None, token=token)


def _answers(request: HttpRequest, action: Action) -> tuple[Answer, ...]:
    """Return the answers so far to an action that asks questions. Empty if they are malformed."""
    try:
        return answers_in(request.POST) if action.asks else ()
    except Unreadable:
        return ()


def _asks(
    request: HttpRequest,
    ctx: ReadContext,
    action: Action,
    form: ActionForm,
    answers: tuple[Answer, ...],
    unanswered: Unanswered,
) -> HttpResponse:
    """Return a page with the act's next question, which keeps all typed values."""
    sent = [(name, value) for name in (*form.fields, PRICE_FIELD) for value in request.POST.getlist(name)]
    address = reverse("web:act", args=[ctx.cycle.slug, action.name])
    context = {
        "action": action,
        "asked": asked_form_of(unanswered.question, answers),
        "sent": sent,
        "next": local_path(request, request.POST.get("next", "")),
        "back": f"{address}?{urlencode(sent)}" if sent else address,
        "back_title": "Start again",
    }
    return render_page(request, ctx, "web/act_asks.html", context)


def _from_address(request: HttpRequest, form_class: type[ActionForm]) -> dict[str, Any]:
    """Return initial values of the form's fields from the query string."""
    return {
        name: request.GET.getlist(name) if isinstance(field, MultipleChoiceField) else request.GET[name]
        for name, field in form_class.base_fields.items()
        if name in request.GET
    }


def act_page(
    request: HttpRequest,
    ctx: ReadContext,
    action: Action,
    form: Any,
    refused: Refusal | None,
    *,
    status: int = 200,
    preview: Preview | None = None,
) -> HttpResponse:
    """Return the page with an action's form, and with a preview if the action is a correction."""
    is_barred = refused is not None and not form.is_bound
    ready = [each for each in ready_acts(action, ctx) if each.bot or not is_barred]
    context = {
        "action": action,
        "amounts_now": "" if action.now is None else action.now(ctx),
        "price": price_in_words(ctx, action),
        "price_seen": json.dumps(action.price(ctx)) if action.price is not None else "",
        "ready": ready,
        "is_barred": is_barred,
        "form": form,
        "preview": preview,
        "is_previewed": action.is_previewed,
        "refused": refused,
        "by_hand": waiting_by_hand(ctx) if action.name in ENACTS and "proposal" not in request.GET else [],
        "next": local_path(request, request.POST.get("next") or request.GET.get("next", "")),
        "back": reverse("web:hall", args=[ctx.cycle.slug]),
    }
    return render_page(request, ctx, "web/act.html", context, status=status)


def after(request: HttpRequest, ctx: ReadContext, performed: PerformedAct) -> HttpResponse:
    """Redirect after an act, and report its result on the next page."""
    scene = _scene_of(performed, ctx)
    if scene is not None:
        return redirect(_asked_by(performed.entry, ctx) or scene)
    if performed.entry.action == "advance-clock":
        if not performed.is_repeated:  # pressed again, it has moved already, and the page shows that
            _report_clock_move(request, ctx, performed.entry)
    elif performed.entry.action == "join" and not performed.is_repeated:
        _welcome(request, ctx, performed.entry)
    elif performed.entry.action == "vote" and not performed.is_repeated:
        _report_vote(request, ctx, performed.entry)
    else:
        report_on_next_page(request, performed)
    destination = destination_of(performed.entry) or _asked_by(performed.entry, ctx)
    if destination is not None:
        return redirect(destination)
    return redirect_back(request, reverse("web:hall", args=[ctx.cycle.slug]))


def _scene_of(performed: PerformedAct, ctx: ReadContext) -> str | None:
    """Return the address of the entry that describes the scene this act brought its actor to, or None."""
    entry = performed.entry
    if performed.is_repeated or not any(scene.player == ctx.actor.name for scene in scenes_of(ctx.law, entry)):
        return None
    return reverse("web:entry", args=[ctx.cycle.slug, entry.seq])


def _welcome(request: HttpRequest, ctx: ReadContext, joined: Entry) -> None:
    """Welcome a new player on the next page, and name those with whom they play."""
    others = Player.objects.filter(cycle=joined.cycle, left_at=None).exclude(name=joined.actor)
    names = list(others.order_by("joined_at", "name").values_list("name", flat=True))
    company = f"You are playing with {several(names)}." if names else "You are the first to join."
    messages.success(request, f"Welcome to {joined.cycle.title}, {joined.actor}! {company}", extra_tags=WELCOME)


def _report_vote(request: HttpRequest, ctx: ReadContext, entry: Entry) -> None:
    """Report a vote on the next page, with a link to the next vote, or else the next task, that waits for the voter."""
    you = addressable(ctx.law, ctx.actor.name)
    text = sentences(all_addressed(entry.words, you))
    cycle = settled_cycle(ctx.cycle.slug)
    waiting_now = waiting_for(ReadContext(cycle, ctx.actor, cycle.now()))
    task = next((each.task for each in waiting_now if each.kind.name == "vote"), None)
    if task is None:
        text = f"{text} {ALL_VOTED}"
        task = next((each.task for each in waiting_now), None)
    if task is None:
        messages.success(request, text)
    else:
        messages.success(request, format_html('{} Next: <a href="{}">{}</a>', text, task.link, task.summary))


def _report_clock_move(request: HttpRequest, ctx: ReadContext, moved: Entry) -> None:
    """Report on the next page the effects of advancing the clock, or without any its present time.

    If several proposals were counted, their results are named briefly. A match's page reports the effects on its own
    table. Other matches that the visitor has lost are named.
    """
    matches = reverse("web:matches", args=[moved.cycle.slug])
    back = local_path(request, request.POST.get("next", ""))
    for lost in lost_since(ctx, moved, but=back):
        messages.warning(request, lost)
    if back.startswith(matches) and back != matches:
        return
    then = Entry.objects.whole().filter(cycle=moved.cycle, seq__gt=moved.seq, actor_kind="system", steps=None)
    counts = list(then.filter(action=CLOSE_VOTING).order_by("-seq")[:MAX_COUNTS])
    others = then.exclude(action=CLOSE_VOTING) if len(counts) > 1 else then
    newest = others.order_by("-seq")[:TIME_BRINGS]
    brought = [counted_in_words(moved.cycle, counts)] if len(counts) > 1 else []
    brought += [sentence for entry in reversed(newest) for sentence in entry.words]
    you = addressable(ctx.law, ctx.actor.name)
    messages.success(request, " ".join(all_addressed(brought or moved.words, you)))


def _asked_by(entry: Entry, ctx: ReadContext) -> str | None:
    """Return the address of the act's question to its actor, or None if there is none."""
    for event in entry.events:
        if event["kind"] == QuestionAsked.kind() and ctx.actor.name in event["players"]:
            return reverse("web:question", args=[ctx.cycle.slug, event["question"]])
    return None
