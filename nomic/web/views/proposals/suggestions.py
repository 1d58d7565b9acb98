"""Suggestions for proposals: sending one from the composer, and accepting, declining or withdrawing one."""

from typing import Any, cast

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_POST

from nomic.accounts.models import Person
from nomic.comments.announce_suggestions import accept_and_notify, send_and_notify
from nomic.cycles.actions.context import ReadContext
from nomic.cycles.actions.registry import action_named
from nomic.cycles.domain.exceptions import BadArguments, Refusal
from nomic.proposals.models import Proposal, Suggestion
from nomic.proposals.submission import SubmitArgs
from nomic.proposals.suggestions.accept import SUBMIT
from nomic.proposals.suggestions.send_and_withdraw import decline_suggestion, suggestion_of, take_back
from nomic.web import typed_amendments
from nomic.web.auth.expired_forms import is_stale, keeps_what_was_sent
from nomic.web.composer.draft import Draft
from nomic.web.forms.perform_once import form_key, report_on_next_page
from nomic.web.middleware.throttling import costly
from nomic.web.page_context import cycle_page
from nomic.web.rendering.discussion import number_in
from nomic.web.typed_amendments import CannotBuild
from nomic.web.views.proposals import enact_by_hand
from nomic.web.views.proposals.proposals import proposal_or_404, proposal_page


def is_one(ctx: ReadContext, editing: Proposal | None) -> bool:
    """Return whether the visitor's edit of this proposal is a suggestion, because the proposal is not theirs."""
    return editing is not None and editing.author != ctx.actor.name and not enact_by_hand.is_one(ctx, editing)


def sent(request: HttpRequest, ctx: ReadContext, draft: Draft, editing: Proposal) -> bool:
    """Send a draft as a suggestion, and notify the author by a comment. Return whether it was sent.

    If it is refused, the draft has the reason.
    """
    if draft.errors:
        return False
    try:
        operations = draft.whole(ctx.law)
    except CannotBuild as wrong:
        draft.wrong_step = wrong
        return False
    title = draft.title if draft.title.strip() else typed_amendments.title_of(ctx.law, operations)
    fields: dict[str, Any] = {"title": title, "text": draft.text, "amendments": operations, "effects": draft.does}
    person = cast(Person, request.user)
    try:
        args = cast(SubmitArgs, action_named(SUBMIT).read(fields))
        send_and_notify(person, ctx, editing, args)
    except BadArguments as bad:
        draft.errors = bad.errors
        return False
    except Refusal as no:
        draft.refused = no
        return False
    messages.success(request, f"{editing.author} can take your suggestion now.")
    return True


@keeps_what_was_sent
@costly
@require_POST
@cycle_page
def decide(request: HttpRequest, ctx: ReadContext, number: int) -> HttpResponse:
    """Accept, decline or withdraw a suggestion, and redirect.

    A refusal is shown on the proposal's page, with status 409 or 422.
    """
    proposal = proposal_or_404(ctx, number)
    page = reverse("web:proposal", args=[ctx.cycle.slug, number])
    if not request.user.is_authenticated:
        return redirect_to_login(page)
    row = suggestion_of(ctx.cycle, proposal, number_in(request.POST.get("suggestion", "")))
    if row is None or is_stale(request):
        return redirect(f"{page}#suggestions")
    try:
        taken = _decided(request, ctx, proposal, row)
    except Refusal as refused:
        detail = refused.errors[0].detail if isinstance(refused, BadArguments) else refused.detail
        status = 422 if isinstance(refused, BadArguments) else 409
        return proposal_page(request, ctx, proposal_or_404(ctx, number), why_not_taken=detail, status=status)
    return redirect(page if taken is None else reverse("web:proposal", args=[ctx.cycle.slug, taken]))


def _decided(request: HttpRequest, ctx: ReadContext, proposal: Proposal, row: Suggestion) -> int | None:
    """Perform the form. Return the number of the new proposal if the suggestion was accepted, otherwise None."""
    person, doing = cast(Person, request.user), request.POST.get("do", "")
    if doing == "take":
        performed = accept_and_notify(ctx, proposal, row, form_key(request))
        report_on_next_page(request, performed)
        return next(int(event["number"]) for event in performed.entry.events if "number" in event)
    if doing == "decline":
        decline_suggestion(person, row)
    elif doing == "take-back":
        take_back(person, row)
    else:
        raise BadArguments.on("do", "this cannot be done with a suggestion")
    return None
