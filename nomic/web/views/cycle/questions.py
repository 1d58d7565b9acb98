"""The page of a question: the players that it waits for, and the form for an asked player."""

import json
from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from nomic.clauses.handlers.answers import in_words
from nomic.clauses.handlers.resume_after_questions import ANSWER, given_by, still_offered
from nomic.clauses.models import AskedPlayer, PendingQuestion
from nomic.clauses.runtime.pending_questions import GO_ON, find_pending
from nomic.clauses.views.outcome_scenes import scenes_of
from nomic.clauses.views.questions.consequences import consequences
from nomic.clauses.views.questions.open_questions import questions_of_player, shown_question
from nomic.cycles.actions.context import ReadContext
from nomic.cycles.domain.exceptions import BadArguments, Refusal, Refused
from nomic.cycles.models import Entry
from nomic.effects.asking.begun_moves import Answer
from nomic.web.forms.perform_once import form_key, perform_once, report_on_next_page
from nomic.web.forms.questions import asked_form, chosen_in
from nomic.web.matches.move_form import Unreadable
from nomic.web.page_context import cycle_page, render_page


@require_http_methods(["GET", "HEAD", "POST"])
@cycle_page
def question(request: HttpRequest, ctx: ReadContext, code: str) -> HttpResponse:
    """Show a pending question and its form. A closed question redirects to the entry that closed it."""
    if request.method != "POST":
        row = find_pending(ctx.cycle, code)
        return _over(ctx, code) if row is None else _page(request, ctx, row)
    if not request.user.is_authenticated:
        return redirect_to_login(request.get_full_path())
    try:
        chosen = chosen_in(request.POST)
    except Unreadable as error:
        return _again(request, ctx, code, {"note": str(error)}, status=422)
    try:
        performed = perform_once(ctx, ANSWER, {"question": code, "answer": list(chosen)}, form_key(request))
    except BadArguments as bad:
        return _again(request, ctx, code, {"note": f"This cannot be the answer: {bad.detail}."}, chosen, status=422)
    except Refusal as refusal:
        notice = {"refused": refusal} if isinstance(refusal, Refused) else {"note": refusal.detail}
        return _again(request, ctx, code, notice, chosen, status=409)
    report_on_next_page(request, performed)
    left = questions_of_player(ctx.cycle, ctx.actor.name)
    return redirect(question_address(ctx, left[0].code) if left else _hall(ctx))


def _over(ctx: ReadContext, code: str) -> HttpResponse:
    """Redirect to the entry that closed the question. Raises Http404 if the question never existed."""
    # As the stored JSON text has it. Entries from before an upgrade have a blank after the colon.
    said = json.dumps(code, ensure_ascii=False)
    its_own = Q(args__contains=f'"question":{said}') | Q(args__contains=f'"question": {said}')
    likely = Entry.objects.filter(its_own, cycle=ctx.cycle, action__in=(ANSWER, GO_ON))
    answers = likely.order_by("-seq").values_list("seq", "args").iterator(chunk_size=10)
    last = next((seq for seq, args in answers if args["question"] == code), None)
    if last is None:
        raise Http404("No such question waits.")
    return redirect("web:entry", ctx.cycle.slug, last)


def question_address(ctx: ReadContext, code: str) -> str:
    """Return the address of a question's page."""
    return reverse("web:question", args=[ctx.cycle.slug, code])


def _hall(ctx: ReadContext) -> str:
    return reverse("web:hall", args=[ctx.cycle.slug])


def _again(
    request: HttpRequest, ctx: ReadContext, code: str, notice: dict[str, Any], chosen: Answer = (), *, status: int
) -> HttpResponse:
    row = find_pending(ctx.cycle, code)
    return _over(ctx, code) if row is None else _page(request, ctx, row, notice, chosen, status=status)


def _page(
    request: HttpRequest,
    ctx: ReadContext,
    row: PendingQuestion,
    notice: dict[str, Any] | None = None,
    chosen: Answer = (),
    *,
    status: int = 200,
) -> HttpResponse:
    mine = AskedPlayer.objects.filter(question=row, player=ctx.actor.name or "-").select_related("entry").first()
    asked_in = Entry.objects.filter(cycle=ctx.cycle, seq=row.seq).only("seq", "words", "events").first()
    context: dict[str, Any] = {
        "scenes": scenes_of(ctx.law, asked_in) if asked_in is not None else [],
        "question": shown_question(row),
        "rule": row.rule,
        "asked_in": asked_in,
        "is_asked": mine is not None,
        "back": _hall(ctx),
        "back_title": "Back to the hall",
        **_asked_of(ctx, row, mine, chosen),
        **(notice or {}),
    }
    return render_page(request, ctx, "web/question.html", context, status=status)


def _asked_of(ctx: ReadContext, row: PendingQuestion, mine: AskedPlayer | None, chosen: Answer) -> dict[str, Any]:
    """Return the template context of the visitor's question and answer. Empty if the visitor was not asked."""
    if mine is None:
        return {}
    try:
        asks = still_offered(ctx, row, mine.player)
    except Refused as refused:
        return {"why_not": refused.detail}
    given = given_by(row, mine)
    found: dict[str, Any] = {} if given is None else {"yours": in_words(asks, given)}
    if asks is not None and (given is None or row.sealed):
        does, declining = consequences(ctx, row, mine.player)
        found["asked"] = asked_form(asks, chosen or given or (), does, declining)
    return found
