"""Proposals: the list, one with its votes and its difference, composing and editing."""

import json
from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from nomic.cycles.actions import action_named
from nomic.cycles.moment import Moment
from nomic.cycles.perform import perform
from nomic.cycles.refusals import BadArguments, FieldError, Refusal, Refused
from nomic.law.amendments import AmendmentsDoNotApply, amended
from nomic.law.differences import Differences, differences
from nomic.law.models import law_at
from nomic.law.rules import rules_of, tree
from nomic.law.sections import LawInvalid
from nomic.proposals.law import proposal_rules
from nomic.proposals.models import Proposal, Vote, VoteChange
from nomic.proposals.submission import accepted_amendments, may_submit
from nomic.proposals.tally import final_tally, tallies
from nomic.web.amending import editable_values
from nomic.web.pages import cycle_page, render_page
from nomic.web.views.acting import after

PROPOSALS_A_PAGE = 30
MOST_CHANGES = 200


@require_safe
@cycle_page
def proposals(request: HttpRequest, moment: Moment) -> HttpResponse:
    """Open proposals first, then the decided ones, newest first."""
    of_cycle = Proposal.objects.filter(cycle=moment.cycle)
    opened = list(of_cycle.filter(status="open").order_by("number"))
    page = Paginator(of_cycle.exclude(status="open").order_by("-number"), PROPOSALS_A_PAGE).get_page(
        request.GET.get("page")
    )
    counted = tallies([*opened, *page])
    mine = votes_of(moment, opened)
    context = {
        "open": [(proposal, counted[proposal.pk], mine.get(proposal.pk, "")) for proposal in opened],
        "page": page,
        "decided": [(proposal, final_tally(proposal) or counted[proposal.pk]) for proposal in page],
    }
    return render_page(request, moment, "web/proposals.html", context)


def votes_of(moment: Moment, among: list[Proposal]) -> dict[int, str]:
    """The visitor's own votes on these proposals."""
    if not moment.actor.name:
        return {}
    return dict(Vote.objects.filter(proposal__in=among, name=moment.actor.name).values_list("proposal_id", "vote"))


def proposal_or_404(moment: Moment, number: int) -> Proposal:
    """The proposal of that number. Raises Http404."""
    proposal = Proposal.objects.filter(cycle=moment.cycle, number=number).first()
    if proposal is None:
        raise Http404("There is no such proposal.")
    return proposal


@require_safe
@cycle_page
def proposal(request: HttpRequest, moment: Moment, number: int) -> HttpResponse:
    """One proposal: text, the difference it would make or made, votes and how they came about."""
    shown = proposal_or_404(moment, number)
    change, conflict = effect_of(moment, shown)
    context = {
        "proposal": shown,
        "class": proposal_rules(moment.law).classes.get(shown.class_name),
        "tally": final_tally(shown) or tallies([shown])[shown.pk],
        "my_vote": votes_of(moment, [shown]).get(shown.pk, ""),
        "votes": Vote.objects.filter(proposal=shown).order_by("name"),
        "changes": VoteChange.objects.filter(proposal=shown).order_by("-id")[:MOST_CHANGES],
        "differences": change,
        "conflict": conflict,
        "amendments": json.dumps(shown.amendments, indent=2, ensure_ascii=False),
        "is_mine": shown.author == moment.actor.name,
        "can_vote": shown.is_open and bool(moment.actor.name) and moment.cycle.is_running,
    }
    return render_page(request, moment, "web/proposal.html", context)


def effect_of(moment: Moment, shown: Proposal) -> tuple[Differences | None, str]:
    """What an open proposal would change now, or what a decided one would have changed when it was written.

    Second, why an open one no longer applies, or an empty string.
    """
    if not shown.amendments:
        return None, ""
    conflict = ""
    base = moment.law if shown.is_open else law_at(moment.cycle.book_id, shown.base_revision)
    try:
        return differences(base.document, amended(base.document, shown.amendments)), ""
    except (AmendmentsDoNotApply, LawInvalid) as error:
        conflict = str(error) if shown.is_open or shown.status == "by-hand" else ""
    base = law_at(moment.cycle.book_id, shown.base_revision)
    try:
        return differences(base.document, amended(base.document, shown.amendments)), conflict
    except (AmendmentsDoNotApply, LawInvalid):
        return None, conflict


@require_http_methods(["GET", "POST"])
@cycle_page
def compose(request: HttpRequest, moment: Moment) -> HttpResponse:
    """Write a proposal: preview the difference, then submit."""
    return _composing(request, moment, None)


@require_http_methods(["GET", "POST"])
@cycle_page
def edit(request: HttpRequest, moment: Moment, number: int) -> HttpResponse:
    """Edit a proposal, which voids it (R12)."""
    shown = proposal_or_404(moment, number)
    if request.user.is_authenticated and (shown.author != moment.actor.name or not shown.is_open):
        return redirect("web:proposal", slug=moment.cycle.slug, number=number)
    return _composing(request, moment, shown)


def _composing(request: HttpRequest, moment: Moment, editing: Proposal | None) -> HttpResponse:
    if not request.user.is_authenticated:
        return redirect_to_login(request.get_full_path())
    errors: list[FieldError] = []
    refused: Refusal | None = None
    change: Differences | None = None
    draft = _draft(request, editing)
    if request.method == "POST":
        amendments, errors = _parsed(draft["amendments"])
        if not errors:
            args: dict[str, Any] = {"title": draft["title"], "text": draft["text"], "amendments": amendments}
            try:
                if "preview" in request.POST:
                    if amendments:
                        complete = accepted_amendments(moment.law, amendments)
                        change = differences(moment.law.document, amended(moment.law.document, complete))
                elif editing is not None:
                    performed = perform(
                        moment.cycle.slug, moment.actor, "edit-proposal", {**args, "proposal": editing.code}
                    )
                    return _shown(request, moment, performed)
                else:
                    args["class"] = draft["class"] or None
                    return _shown(request, moment, perform(moment.cycle.slug, moment.actor, "submit-proposal", args))
            except BadArguments as bad:
                errors = bad.errors
            except Refusal as no:
                refused = no
    else:
        name = "submit-proposal" if editing is None else "edit-proposal"
        refused = action_named(name).refusal(moment)
    rules, values = rules_of(moment.law), editable_values(moment.law)
    context = {
        "editing": editing,
        "draft": draft,
        "errors": errors,
        "refused": refused,
        "differences": change,
        "previewed": "preview" in request.POST,
        "classes": [
            (name, class_, may_submit(moment, class_) if _is_player(moment) else None)
            for name, class_ in sorted(
                proposal_rules(moment.law).classes.items(), key=lambda pair: (pair[1].place, pair[0])
            )
        ],
        "rules": tree(rules),
        "rules_data": {id_: rule.model_dump() for id_, rule in rules.items()},
        "values": values,
        "values_data": {value.name: {"path": value.path, "value": value.value} for value in values},
    }
    status = 422 if errors else 409 if isinstance(refused, Refused) and request.method == "POST" else 200
    return render_page(request, moment, "web/compose.html", context, status=status)


def _is_player(moment: Moment) -> bool:
    from nomic.players.standing import player_or_none

    return player_or_none(moment) is not None


def _draft(request: HttpRequest, editing: Proposal | None) -> dict[str, str]:
    if request.method == "POST":
        return {name: request.POST.get(name, "") for name in ("title", "text", "class", "amendments")}
    if editing is not None:
        amendments = json.dumps(editing.amendments, indent=2, ensure_ascii=False) if editing.amendments else ""
        return {"title": editing.title, "text": editing.text, "class": editing.class_name, "amendments": amendments}
    return {"title": "", "text": "", "class": "", "amendments": ""}


def _parsed(text: str) -> tuple[list[Any], list[FieldError]]:
    if not text.strip():
        return [], []
    try:
        amendments = json.loads(text)
    except (ValueError, RecursionError) as error:
        return [], [FieldError("amendments", f"this is not JSON: {error}")]
    if not isinstance(amendments, list):
        return [], [FieldError("amendments", "amendments are a list of operations (RFC 6902)")]
    return amendments, []


def _shown(request: HttpRequest, moment: Moment, performed: Any) -> HttpResponse:
    number = next(event["number"] for event in performed.entry.events if "number" in event)
    after(request, moment, performed)
    return redirect(reverse("web:proposal", args=[moment.cycle.slug, number]))
