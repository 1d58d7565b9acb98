"""The page of the court, with its requests, votes of confidence, election and archive, and the page of one request."""

from typing import Any

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from nomic.clauses.views.offices import offices_of
from nomic.clauses.views.values import values_of_cycle
from nomic.corrections.permissions import may_correct
from nomic.corrections.requesting_decisions import corrections_after_rulings
from nomic.court.models import ConfidenceBallot, Request, Ruling
from nomic.court.office import judge_now
from nomic.court.overturning import contestable_until, counts_of, open_votes, revocable_until
from nomic.court.search import RequestFilter, searched, shown_references, with_rulings
from nomic.cycles.actions.context import ReadContext
from nomic.cycles.actions.registry import Action, Availability, availability
from nomic.law.rules.rule_of_place import rule_at
from nomic.law.rules.tree import rules_of, tree
from nomic.web.composer.orders.admin_acts import blank_forms, done_for, prepared_acts
from nomic.web.page_context import cycle_page, query_parameter, render_page
from nomic.web.views.court.acts_for_admins import decision_of, entries_named

REQUESTS_A_PAGE = 20
MAX_OPEN = 50
MAX_BALLOTS = 1000
STATES = {"open": "open", "ruled": "answered", "overturned": "with an overturned ruling"}


@require_safe
@cycle_page
def court(request: HttpRequest, ctx: ReadContext) -> HttpResponse:
    """Show the Judge, the open requests, the visitor's available actions, and the results of a search."""
    cycle, wanted = ctx.cycle, _wanted(request)
    page = Paginator(with_rulings(searched(cycle, wanted)), REQUESTS_A_PAGE).get_page(request.GET.get("page"))
    waiting = Request.objects.filter(cycle=cycle, status="open").defer("text").order_by("number")[:MAX_OPEN]
    votes = open_votes(ctx)
    counts = counts_of(votes)
    query = request.GET.copy()
    query.pop("page", None)
    context = {
        "judge": judge_now(ctx),
        "waiting": list(waiting),
        "votes": [(vote, counts[vote.pk]) for vote in votes],
        "my_votes": _my_votes(ctx, [vote.pk for vote in votes]),
        "page": page,
        "wanted": wanted,
        "states": STATES,
        "rules": tree(rules_of(ctx.law)),
        "is_search": wanted != RequestFilter(),
        "query": query.urlencode(),
        "does": _does(ctx),
        **_kept(ctx),
    }
    return render_page(request, ctx, "web/court.html", context)


def _wanted(request: HttpRequest) -> RequestFilter:
    entry = query_parameter(request, "entry", 12).lstrip("#")
    return RequestFilter(
        words=query_parameter(request, "words", 200).strip(),
        rule=query_parameter(request, "rule", 80),
        entry=int(entry) if entry.isascii() and entry.isdecimal() else None,
        named=query_parameter(request, "named", 300).strip(),
        state=query_parameter(request, "state", 12),
    )


def _does(ctx: ReadContext) -> list[Availability]:
    """Return the visitor's available actions at court.

    These are the actions in the court's channel, and those defined by clauses of the court's rule.
    """
    if not ctx.actor.name or not ctx.cycle.is_running:
        return []
    rule = _rule(ctx)
    return [
        each
        for each in availability(ctx)
        if each.available and each.action.name != "vote-on-ruling" and _is_of_court(each.action, rule)
    ]


def _is_of_court(action: Action, title: str) -> bool:
    return action.channel == "request-for-justice" or (title != "" and action.rule == title)


def _rule(ctx: ReadContext) -> str:
    """Return the title of the rule that the court belongs to, or "" if there is none."""
    id_ = rule_at(ctx.law, "/court") if ctx.law.has("court") else None
    return rules_of(ctx.law)[id_].title if id_ is not None else ""


def _kept(ctx: ReadContext) -> dict[str, Any]:
    """Return the offices and the values that the court's rule defines, as template context."""
    id_ = rule_at(ctx.law, "/court") if ctx.law.has("court") else None
    return {
        "offices": [office for office in offices_of(ctx.cycle) if office.rule == id_ and office.has_news],
        "of_cycle": [value for value in values_of_cycle(ctx.cycle) if value.rule == id_ and value.members],
    }


def _my_votes(ctx: ReadContext, votes: list[int]) -> dict[int, str]:
    if not ctx.actor.name or not votes:
        return {}
    mine = ConfidenceBallot.objects.filter(vote__in=votes, name=ctx.actor.name)
    return dict(mine.values_list("vote_id", "ballot"))


@require_safe
@cycle_page
def court_request(request: HttpRequest, ctx: ReadContext, number: int) -> HttpResponse:
    """Show one request: its text, its references, and every ruling on it with the votes."""
    shown = with_rulings(Request.objects.filter(cycle=ctx.cycle, number=number)).first()
    if shown is None:
        raise Http404("There is no such request.")
    rulings = list(shown.rulings.all())
    votes = [ruling.confidence for ruling in rulings if hasattr(ruling, "confidence")]
    rows = list(shown.references.all())
    referred = shown_references(ctx.cycle, rows)
    ballots = ConfidenceBallot.objects.filter(vote__in=votes).order_by("name")[:MAX_BALLOTS] if votes else []
    counts = counts_of(votes) if votes else {}
    corrected = corrections_after_rulings(ctx.cycle, [each.code for each in rulings]) if rulings else {}
    context = {
        "request_shown": shown,
        "judge": judge_now(ctx),
        "appoints": ctx.actor.is_admin and ctx.cycle.is_running and not judge_now(ctx),
        "is_judge": bool(ctx.actor.name) and judge_now(ctx) == ctx.actor.name,
        "is_own": bool(ctx.actor.name) and shown.author == ctx.actor.name,
        "references": [referred[row.pk] for row in rows if row.ruling_id is None],
        "rulings": [
            {
                "ruling": ruling,
                "references": [referred[row.pk] for row in rows if row.ruling_id == ruling.pk],
                "vote": getattr(ruling, "confidence", None),
                "corrections": corrected.get(ruling.code, []),
                "counts": counts.get(ruling.confidence.pk) if hasattr(ruling, "confidence") else None,
                "ballots": [
                    ballot
                    for ballot in ballots
                    if hasattr(ruling, "confidence") and ballot.vote_id == ruling.confidence.pk
                ],
                **_can(ctx, ruling),
                **_by_hand(ctx, ruling, {row.target for row in rows if row.ruling_id == ruling.pk}),
            }
            for ruling in rulings
        ],
        "corrects": bool(rulings and ctx.actor.name) and may_correct(ctx),
        "my_votes": _my_votes(ctx, [vote.pk for vote in votes if vote.is_open]),
    }
    return render_page(request, ctx, "web/court_request.html", context)


def _by_hand(ctx: ReadContext, ruling: Ruling, cited: set[str]) -> dict[str, Any]:
    """Return the means of admins to carry out a ruling: prepared acts, empty forms, past acts, and entries it names.

    `cited` are the targets of its references, which have links of their own.
    """
    if not (ctx.actor.is_admin and ruling.stands and ctx.cycle.is_running):
        return {}
    decision = decision_of(ruling)
    return {
        "prepared": prepared_acts(ctx, decision),
        "done": done_for(ctx, decision),
        "gives": blank_forms(ctx, decision),
        "named_entries": [entry for entry in entries_named(ruling) if entry.key not in cited],
    }


def _can(ctx: ReadContext, ruling: Ruling) -> dict[str, Any]:
    """Return until when the visitor can contest or revoke a ruling, or None if they cannot."""
    if not ruling.stands or not ctx.law.has("court") or not ctx.cycle.is_running:
        return {"contestable_until": None, "revocable_until": None}
    contest = contestable_until(ctx.cycle, ctx.law, ruling)
    revoke = revocable_until(ctx.cycle, ctx.law, ruling)
    is_voted_on = hasattr(ruling, "confidence")
    return {
        "contestable_until": contest if not is_voted_on and ctx.at < contest else None,
        "revocable_until": revoke if ruling.judge == ctx.actor.name and ctx.at < revoke else None,
    }
