"""One wiki page of a cycle: why it was parked, what an edit on the wiki changed, and the answers to it."""

import json
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods

from nomic.accounts.models import Person
from nomic.cycles.actions.context import ReadContext
from nomic.cycles.actions.registry import action_named
from nomic.cycles.domain.exceptions import BadArguments, Refused
from nomic.law.amendments.patch import amend_document
from nomic.law.diff.law_differences import Differences, differences
from nomic.law.document.sections import Law
from nomic.proposals.submission import accepted_amendments
from nomic.web.composer.wiki_edits import operations_of
from nomic.web.middleware.throttling import costly
from nomic.web.page_context import cycle_page, render_page
from nomic.web.typed_amendments import Operation
from nomic.wiki.edit_reports.parked_page_answers import answer_parked_page, as_seen
from nomic.wiki.edit_reports.rule_edits import CannotAdopt, adoptable
from nomic.wiki.editor_messages.queue_message import can_message_editor, message_about, queue_message
from nomic.wiki.models import NOT_TAKEN, UNDONE_ON_THE_WIKI, Answer, Cause, Given, PageKind, Publisher, WikiPage
from nomic.wiki.publishing.pause import is_paused

ANSWERS_SHOWN = 20
MAX_TITLE_LENGTH = 120
CHOICES = {"put-back": Given.PUT_BACK, "adopt": Given.ADOPTED, "leave": Given.LEFT, "again": Given.AGAIN}
DONE = {
    Given.PUT_BACK: "The page will be restored to the game's version. The edit stays in the wiki's history.",
    Given.ADOPTED: "The edit is kept below as a draft of a proposal. It is not submitted yet.",
    Given.LEFT: "The page is left as it is, and nobody is notified of it again.",
    Given.AGAIN: "The page is being sent to the wiki again. You will see here shortly whether the wiki accepted it.",
}


@dataclass(frozen=True, slots=True)
class Adoption:
    """The proposal that results from adopting a wiki edit, or the reason why this visitor cannot adopt it."""

    operations: list[Operation]
    remarks: list[str]
    differences: Differences | None = None
    impossible: str = ""
    refused: Refused | None = None

    @property
    def is_possible(self) -> bool:
        return not self.impossible and self.refused is None


@costly
@require_http_methods(["GET", "HEAD", "POST"])
@cycle_page
def wiki_page(request: HttpRequest, ctx: ReadContext, pk: int) -> HttpResponse:
    """Show one page: why it was parked, the diff, and the possible answers. Each answer needs a confirmation."""
    shown = (
        WikiPage.objects.filter(cycle=ctx.cycle, pk=pk).first() if pk < 2**63 else None
    )  # larger ones are no ids of the database
    if shown is None:
        raise Http404("There is no such page.")
    adoption = _adoption(ctx, shown)
    refused: Refused | None = None
    if request.method == "POST":
        if not isinstance(request.user, Person):
            return redirect_to_login(request.get_full_path())
        try:
            messages.success(request, _handle_post(request, shown, request.user, adoption))
            return redirect("web:wiki-page", slug=ctx.cycle.slug, pk=pk)
        except Refused as error:
            refused = error
    asked = CHOICES.get(request.GET.get("answer", "")) if refused is None else None
    if not _may_answer(ctx, adoption, asked):
        asked = None
    context = {
        **_page_context(shown),
        "is_staff": ctx.actor.is_admin,
        "adoption": adoption,
        "asked": asked,
        "asked_name": request.GET.get("answer", "")[:20],
        "answers": [
            (row, _title(ctx.law, row.operations), json.dumps(row.operations, indent=2, ensure_ascii=False))
            for row in Answer.objects.filter(page=shown)[:ANSWERS_SHOWN]
        ],
        "refused": refused,
    }
    status = 200 if refused is None else 403 if refused.code == "not-staff" else 409
    return render_page(request, ctx, "web/wiki_page.html", context, status=status)


def _page_context(page: WikiPage) -> dict[str, Any]:
    """Return the template context that depends only on the page: why it was parked, and whom to write to."""
    return {
        "page": page,
        "publisher": Publisher.objects.first(),
        "seen": as_seen(page),
        "watched": page.parked_cause in UNDONE_ON_THE_WIKI,
        "not_taken": page.parked_cause in NOT_TAKEN,
        "warned": page.parked_cause == Cause.WARNED,
        "gone": page.parked_cause == Cause.GONE,
        "is_law": page.kind == PageKind.RULESET,
        "message": message_about(page),
        "can_message_editor": can_message_editor(page),
    }


def _may_answer(ctx: ReadContext, adoption: Adoption | None, given: Given | None) -> bool:
    """Return whether this visitor can give this answer. Always False unless the page is parked."""
    if adoption is None:
        return False
    return adoption.is_possible if given == Given.ADOPTED else ctx.actor.is_admin


def _handle_post(request: HttpRequest, page: WikiPage, person: Person, adoption: Adoption | None) -> str:
    """Send the submitted message to the editor, or give the submitted answer. Return a report.

    Raises Refused if this person cannot do that, or if the page has changed.
    """
    if "message" in request.POST:
        return f"A message for {queue_message(person, page, request.POST['message']).editor} is being sent."
    done = DONE[_give_answer(request, page, person, adoption)]
    return f"{done} Publishing is paused, so this waits until publishing resumes." if is_paused() else done


def _give_answer(request: HttpRequest, page: WikiPage, person: Person, adoption: Adoption | None) -> Given:
    """Perform the submitted answer and return it. Raises Refused if none is given or it is not allowed."""
    given = CHOICES.get(request.POST.get("answer", ""))
    if given is None:
        raise Refused("no-answer", "Choose one of the answers that are offered.")
    if given == Given.ADOPTED and adoption is not None and not adoption.is_possible:
        raise adoption.refused or Refused("cannot-be-adopted", adoption.impossible)
    answer_parked_page(person, page, given, request.POST.get("seen", ""), adoption.operations if adoption else None)
    return given


def _adoption(ctx: ReadContext, page: WikiPage) -> Adoption | None:
    """Return the proposal that would adopt the page's edit, or None if the page is not parked."""
    if page.parked_at is None:
        return None
    refused = action_named("submit-proposal").refusal(ctx)
    try:
        operations, remarks = operations_of(ctx.law, adoptable(page, ctx.law))
        complete = accepted_amendments(ctx.law, operations, ctx)
        change = differences(ctx.law.document, amend_document(ctx.law.document, complete))
    except CannotAdopt as error:
        return Adoption([], [], impossible=str(error), refused=refused)
    except BadArguments as error:
        return Adoption([], [], impossible=" ".join(each.detail for each in error.errors), refused=refused)
    return Adoption(operations, remarks, change, refused=refused)


def _title(law: Law, operations: list[Operation]) -> str:
    """Return a provisional title for the proposal, from the first rule that it changes. The author can improve it."""
    paths = (operation["path"].split("/") for operation in operations)
    first = next((path[2] for path in paths if path[1] == "rules"), "")
    title = law.document["rules"].get(first, {}).get("title") or first
    return f"{title}, as written on the wiki"[:MAX_TITLE_LENGTH] if title else "What was written on the wiki"
