"""The court: open requests, votes of confidence, the election, and the archive.

The page of a request with its rulings.
"""

from typing import Any

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from nomic.clauses.views.offices import offices_of
from nomic.clauses.views.values import values_of_cycle
from nomic.corrections.grounds import corrections_after_rulings
from nomic.corrections.permissions import may_correct
from nomic.court.models import ConfidenceBallot, Request, Ruling
from nomic.court.office import judge_now
from nomic.court.overturning import contestable_until, counts_of, open_votes, revocable_until
from nomic.court.search import Wanted, searched, shown_references, with_rulings
from nomic.cycles.actions.context import ReadContext
from nomic.cycles.actions.registry import Action, Availability, availability
from nomic.law.rules.rule_of_place import rule_at
from nomic.law.rules.tree import rules_of, tree
from nomic.web.page_context import asked, cycle_page, render_page

REQUESTS_A_PAGE = 20
MAX_OPEN = 50
MAX_BALLOTS = 1000
STATES = {"open": "open", "ruled": "answered", "overturned": "with an overturned ruling"}


@require_safe
@cycle_page
def court(request: HttpRequest, moment: ReadContext) -> HttpResponse:
    """Show the Judge, the open requests, the visitor's available actions, and the results of a search."""
    cycle, wanted = moment.cycle, _wanted(request)
    page = Paginator(with_rulings(searched(cycle, wanted)), REQUESTS_A_PAGE).get_page(request.GET.get("page"))
    waiting = Request.objects.filter(cycle=cycle, status="open").defer("text").order_by("number")[:MAX_OPEN]
    votes = open_votes(moment)
    counts = counts_of(votes)
    query = request.GET.copy()
    query.pop("page", None)
    context = {
        "judge": judge_now(moment),
        "waiting": list(waiting),
        "votes": [(vote, counts[vote.pk]) for vote in votes],
        "my_votes": _my_votes(moment, [vote.pk for vote in votes]),
        "page": page,
        "wanted": wanted,
        "states": STATES,
        "rules": tree(rules_of(moment.law)),
        "is_search": wanted != Wanted(),
        "query": query.urlencode(),
        "does": _does(moment),
        **_kept(moment),
    }
    return render_page(request, moment, "web/court.html", context)


def _wanted(request: HttpRequest) -> Wanted:
    entry = asked(request, "entry", 12).lstrip("#")
    return Wanted(
        words=asked(request, "words", 200).strip(),
        rule=asked(request, "rule", 80),
        entry=int(entry) if entry.isascii() and entry.isdecimal() else None,
        named=asked(request, "named", 300).strip(),
        state=asked(request, "state", 12),
    )


def _does(moment: ReadContext) -> list[Availability]:
    """Return the visitor's available actions at court.

    These are the actions in the court's channel, and those defined by clauses of the court's rule.
    """
    if not moment.actor.name or not moment.cycle.is_running:
        return []
    rule = _rule(moment)
    return [
        each
        for each in availability(moment)
        if each.available and each.action.name != "vote-on-ruling" and _is_of_court(each.action, rule)
    ]


def _is_of_court(action: Action, title: str) -> bool:
    return action.channel == "request-for-justice" or (title != "" and action.rule == title)


def _rule(moment: ReadContext) -> str:
    """Return the title of the rule that the court belongs to, or "" if there is none."""
    id_ = rule_at(moment.law, "/court") if moment.law.has("court") else None
    return rules_of(moment.law)[id_].title if id_ is not None else ""


def _kept(moment: ReadContext) -> dict[str, Any]:
    """Return the offices and the values that the court's rule defines, as template context."""
    id_ = rule_at(moment.law, "/court") if moment.law.has("court") else None
    return {
        "offices": [office for office in offices_of(moment.cycle) if office.rule == id_ and office.has_news],
        "of_cycle": [value for value in values_of_cycle(moment.cycle) if value.rule == id_ and value.members],
    }


def _my_votes(moment: ReadContext, votes: list[int]) -> dict[int, str]:
    if not moment.actor.name or not votes:
        return {}
    mine = ConfidenceBallot.objects.filter(vote__in=votes, name=moment.actor.name)
    return dict(mine.values_list("vote_id", "ballot"))


@require_safe
@cycle_page
def court_request(request: HttpRequest, moment: ReadContext, number: int) -> HttpResponse:
    """Show one request: its text, its references, and every ruling on it with the votes."""
    shown = with_rulings(Request.objects.filter(cycle=moment.cycle, number=number)).first()
    if shown is None:
        raise Http404("There is no such request.")
    rulings = list(shown.rulings.all())
    votes = [ruling.confidence for ruling in rulings if hasattr(ruling, "confidence")]
    rows = list(shown.references.all())
    referred = shown_references(moment.cycle, rows)
    ballots = ConfidenceBallot.objects.filter(vote__in=votes).order_by("name")[:MAX_BALLOTS] if votes else []
    counts = counts_of(votes) if votes else {}
    corrected = corrections_after_rulings(moment.cycle, [each.code for each in rulings]) if rulings else {}
    context = {
        "request_shown": shown,
        "judge": judge_now(moment),
        "appoints": moment.actor.is_admin and moment.cycle.is_running and not judge_now(moment),
        "is_judge": bool(moment.actor.name) and judge_now(moment) == moment.actor.name,
        "is_own": bool(moment.actor.name) and shown.author == moment.actor.name,
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
                **_can(moment, ruling),
            }
            for ruling in rulings
        ],
        "corrects": bool(rulings and moment.actor.name) and may_correct(moment),
        "my_votes": _my_votes(moment, [vote.pk for vote in votes if vote.is_open]),
    }
    return render_page(request, moment, "web/court_request.html", context)


def _can(moment: ReadContext, ruling: Ruling) -> dict[str, Any]:
    """Return until when a ruling can be contested or revoked by the visitor. None if it cannot."""
    if not ruling.stands or not moment.law.has("court") or not moment.cycle.is_running:
        return {"contestable_until": None, "revocable_until": None}
    contest = contestable_until(moment.cycle, moment.law, ruling)
    revoke = revocable_until(moment.cycle, moment.law, ruling)
    is_voted_on = hasattr(ruling, "confidence")
    return {
        "contestable_until": contest if not is_voted_on and moment.at < contest else None,
        "revocable_until": revoke if ruling.judge == moment.actor.name and moment.at < revoke else None,
    }
