"""The page that changes one value of the law, or the numbers of one piece, each with its current value and a field."""

from dataclasses import replace
from itertools import starmap
from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_http_methods

from nomic import limits
from nomic.clauses.proposal_classes import class_by_default, classes_of
from nomic.clauses.schema.clause_models import ClassClause
from nomic.clauses.views.numbers.number_conversion import as_counted, as_data
from nomic.clauses.views.proposal_classes import price_of_class, seconds_in_words, voting_in_words
from nomic.cycles.actions.context import ReadContext
from nomic.cycles.actions.registry import action_named
from nomic.cycles.commands.act_stages import PerformedAct
from nomic.cycles.domain.exceptions import BadArguments, Refusal
from nomic.law.document.sections import Law
from nomic.law.search.values import LawValue, value_or_none
from nomic.web import typed_amendments
from nomic.web.composer import draft as composer_draft
from nomic.web.composer.draft import MAX_TARGET, Draft
from nomic.web.composer.values_to_change import MAX_SEEN, SINGLE, Changeable, Field, change_in_words, changeable_at
from nomic.web.forms.perform_once import form_key, perform_once, report_on_next_page
from nomic.web.middleware.throttling import costly
from nomic.web.page_context import cycle_page, render_page
from nomic.web.typed_amendments import CannotBuild

MAX_TYPED = 2_000  # characters of a new value


@costly
@require_http_methods(["GET", "HEAD", "POST"])
@cycle_page
def change_value(request: HttpRequest, ctx: ReadContext) -> HttpResponse:
    """Show the form for the value at `?at=`, or for the numbers of the piece there. Preview or submit the proposal.

    A place without numbers is opened in the composer.
    """
    if not request.user.is_authenticated:
        return redirect_to_login(request.get_full_path())
    asked = request.POST if request.method == "POST" else request.GET
    place = asked.get("at", "")[:MAX_TARGET]
    shown = changeable_at(ctx.law, place)
    if shown is None:
        opened = urlencode({"at": place})
        return redirect(f"{reverse('web:compose', args=[ctx.cycle.slug])}?{opened}#builder")
    fields = [_field(request, value, shown) for value in shown.values]
    draft = Draft()
    draft.refused = action_named("submit-proposal").refusal(ctx)
    if request.method == "POST":
        fields = _write(ctx.law, draft, shown, fields)
        performed = _submitted(request, ctx, draft) if "submit" in request.POST else None
        if performed is not None:
            report_on_next_page(request, performed)
            number = next(event["number"] for event in performed.entry.events if "number" in event)
            return redirect("web:proposal", slug=ctx.cycle.slug, number=number)
        if draft.operations:
            composer_draft.compare(ctx.law, draft)
    status = 422 if draft.errors or draft.wrong_step else 403 if draft.refused and request.method == "POST" else 200
    class_ = classes_of(ctx.law).get(class_by_default(ctx.law) or "")
    context: dict[str, Any] = {
        "shown": shown,
        "fields": fields,
        "draft": draft,
        "class": class_,
        "asks": () if class_ is None else _asks(ctx.law, class_.placed.clause),
    }
    return render_page(request, ctx, "web/change_value.html", context, status=status)


def _asks(law: Law, clause: ClassClause) -> tuple[str, ...]:
    """Return sentences about the price of a proposal of this class, and the votes that it needs."""
    return tuple(
        filter(None, (price_of_class(clause, law), *seconds_in_words(clause, law), *voting_in_words(clause, law)))
    )


def _field(request: HttpRequest, value: LawValue, shown: Changeable) -> Field:
    field = Field(value, "" if shown.is_piece else SINGLE, seen=request.POST.get(f"seen:{value.path}", "")[:MAX_SEEN])
    return replace(field, typed=request.POST.get(field.name, "").strip()[:MAX_TYPED])


def _write(law: Law, draft: Draft, shown: Changeable, fields: list[Field]) -> list[Field]:
    """Write the operations that set the typed values into the draft. Return the fields with the errors of each."""
    checked, operations = [], []
    for field in fields:
        try:
            if field.typed and field.is_stale:
                raise CannotBuild(
                    field.name,
                    f"This was {field.seen} when you opened the page, and is {field.value.said} now. Send again if you "
                    f"still want {field.typed}.",
                )
            if field.typed:
                operations += typed_amendments.change_value(
                    law, field.value.path, as_data(law, field.value, field.typed)
                )
            elif not shown.is_piece:
                raise CannotBuild(SINGLE, "Say what it becomes.")
        except CannotBuild as wrong:
            draft.wrong_step = wrong
            field = replace(field, wrong=f"{wrong}")
        checked.append(field)
    if not operations and draft.wrong_step is None:
        draft.wrong_step = CannotBuild(SINGLE, "Write a new number beside the one that you want to change.")
    if draft.wrong_step is not None:
        return checked
    draft.write(operations)
    changed = [(field.value, _becomes(draft, law, field)) for field in fields if field.typed]
    draft.title = f"Change {shown.words}"
    if len(changed) == 1 or len(draft.title) > limits.TITLE:
        draft.title = typed_amendments.title_of(law, operations)
    draft.text = "\n\n".join(starmap(change_in_words, changed))
    return checked


def _becomes(draft: Draft, law: Law, field: Field) -> str:
    new = value_or_none(draft.law(law), field.value.path)
    return as_counted(draft.law(law), new).said if new else field.typed


def _submitted(request: HttpRequest, ctx: ReadContext, draft: Draft) -> PerformedAct | None:
    """Submit the proposal in the default class. Return None if it is refused; the draft then has the reason."""
    if draft.wrong_step is not None:
        return None
    args = {"title": draft.title, "text": draft.text, "amendments": draft.operations, "effects": [], "class": None}
    try:
        return perform_once(ctx, "submit-proposal", args, draft.key(form_key(request)))
    except BadArguments as bad:
        draft.errors = bad.errors
    except Refusal as no:
        draft.refused = no
    return None
