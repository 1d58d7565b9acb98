"""The page that changes one value of the law: its present value, one field, and a proposal made of the answer."""

from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_http_methods

from nomic import limits
from nomic.clauses.proposal_classes import class_by_default, classes_of
from nomic.cycles.actions.context import Moment
from nomic.cycles.actions.registry import action_named
from nomic.cycles.commands.stages import Performed
from nomic.cycles.domain.exceptions import BadArguments, Refusal
from nomic.law.document.sections import Law
from nomic.law.search.values import LawValue, value_or_none
from nomic.web import operations as web_operations
from nomic.web.composer import draft as composer_draft
from nomic.web.composer.draft import MAX_TARGET, Draft
from nomic.web.context import cycle_page, render_page
from nomic.web.forms.perform_once import form_key, perform_once, tell_next
from nomic.web.middleware.throttling import costly
from nomic.web.operations import CannotBuild

MAX_TYPED = 2_000  # characters of a new value


@costly
@require_http_methods(["GET", "HEAD", "POST"])
@cycle_page
def change_value(request: HttpRequest, moment: Moment) -> HttpResponse:
    """Show the form for the value at `?at=`, preview the proposal, or submit it.

    A place that is not one value is opened in the composer.
    """
    if not request.user.is_authenticated:
        return redirect_to_login(request.get_full_path())
    asked = request.POST if request.method == "POST" else request.GET
    place = asked.get("at", "")[:MAX_TARGET]
    value = value_or_none(moment.law, place) if place.startswith("/") else None
    if value is None:
        return redirect(f"{reverse('web:compose', args=[moment.cycle.slug])}?{urlencode({'at': place})}")
    typed = request.POST.get("new_value", "").strip()[:MAX_TYPED]
    draft = Draft()
    draft.refused = action_named("submit-proposal").refusal(moment)
    if request.method == "POST":
        _write(moment.law, draft, value, typed)
        performed = _submitted(request, moment, draft) if "submit" in request.POST else None
        if performed is not None:
            tell_next(request, performed)
            number = next(event["number"] for event in performed.entry.events if "number" in event)
            return redirect("web:proposal", slug=moment.cycle.slug, number=number)
        if draft.operations:
            composer_draft.compare(moment.law, draft)
    status = 422 if draft.errors or draft.wrong_step else 403 if draft.refused and request.method == "POST" else 200
    context: dict[str, Any] = {
        "value": value,
        "typed": typed if request.method == "POST" else "",
        "draft": draft,
        "class": classes_of(moment.law).get(class_by_default(moment.law) or ""),
    }
    return render_page(request, moment, "web/change_value.html", context, status=status)


def _write(law: Law, draft: Draft, value: LawValue, typed: str) -> None:
    """Write the proposal that sets a value. What cannot be read is stored as the draft's wrong step."""
    try:
        if not typed:
            raise CannotBuild("new_value", "Say what it becomes.")
        operations = web_operations.change_value(law, value.path, typed)
    except CannotBuild as wrong:
        draft.wrong_step = wrong
        return
    draft.write(operations)
    new = value_or_none(draft.law(law), value.path)
    becomes = new.said if new else typed
    title = f"Change {value.words} to {becomes}"
    draft.title = title if len(title) <= limits.TITLE else web_operations.title_of(law, operations)
    draft.text = f"Change “{value.words}” from “{value.said}” to “{becomes}”."


def _submitted(request: HttpRequest, moment: Moment, draft: Draft) -> Performed | None:
    """Submit the proposal in the default class. If it is refused, the draft stores the reason."""
    if draft.wrong_step is not None:
        return None
    args = {"title": draft.title, "text": draft.text, "amendments": draft.operations, "effects": [], "class": None}
    try:
        return perform_once(moment, "submit-proposal", args, draft.key(form_key(request)))
    except BadArguments as bad:
        draft.errors = bad.errors
    except Refusal as no:
        draft.refused = no
    return None
