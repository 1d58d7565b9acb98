"""Simulations of proposals: requesting one, its progress, and its results."""

from typing import Any, cast

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from nomic.accounts.models import Person
from nomic.charts.simulation_weeks import over_weeks
from nomic.cycles.actions.context import ReadContext
from nomic.cycles.domain.exceptions import BadArguments, Refusal
from nomic.forecast.dry_run_views import can_be_tried
from nomic.forecast.models import OPEN, Simulation
from nomic.forecast.simulation_jobs import (
    MAX_WEEKS,
    USUAL_WEEKS,
    ask_for,
    cancel_simulation,
    may_cancel,
    simulation_of,
    simulations_of,
)
from nomic.proposals.models import Proposal
from nomic.web.middleware.throttling import costly
from nomic.web.page_context import cycle_page, render_page
from nomic.web.rendering.discussion import number_in
from nomic.web.rendering.forecast import played
from nomic.web.views.proposals.proposals import proposal_or_404


@costly
@require_http_methods(["GET", "HEAD", "POST"])
@cycle_page
def simulation(request: HttpRequest, ctx: ReadContext, number: int) -> HttpResponse:
    """Show the newest simulation of a proposal. A POST requests a simulation, or cancels one."""
    proposal = proposal_or_404(ctx, number)
    here = reverse("web:simulation", args=[ctx.cycle.slug, number])
    if request.method != "POST":
        return _page(request, ctx, proposal)
    if not request.user.is_authenticated:
        return redirect_to_login(here)
    try:
        _done(request, ctx, proposal)
    except Refusal as refused:
        return _page(request, ctx, proposal, refused, 422 if isinstance(refused, BadArguments) else 409)
    return redirect(here)


def _done(request: HttpRequest, ctx: ReadContext, proposal: Proposal) -> None:
    person, sent = cast(Person, request.user), request.POST
    if sent.get("do") == "cancel":
        row = simulation_of(ctx.cycle, proposal, number_in(sent.get("simulation", "")))
        if row is not None:
            cancel_simulation(person, row)
        return
    ask_for(person, ctx.cycle, proposal, number_in(sent.get("weeks", "")))


def _page(
    request: HttpRequest, ctx: ReadContext, proposal: Proposal, refused: Refusal | None = None, status: int = 200
) -> HttpResponse:
    row: Simulation | None = simulations_of(ctx.cycle, proposal).first()
    report: dict[str, Any] = {} if row is None else row.report
    items = over_weeks(report) if report else []
    context = {
        **played(row),
        "proposal": proposal,
        "simulation": row,
        "report": report,
        "items": [each for each in items if not each.is_seldom],
        "seldom": [each.item for each in items if each.is_seldom],
        "acts": _side_by_side(report) if report else [],
        "kinds_of_matches": [
            ("weeks", "Matches of these weeks", _games(report, "played")),
            ("apart", "Matches played outside these weeks", _games(report, "matches")),
        ]
        if report
        else [],
        "refused": refused,
        "can_ask": can_be_tried(ctx.cycle, proposal)
        and bool(proposal.amendments)
        and not Simulation.objects.filter(cycle=ctx.cycle, status__in=OPEN).exists(),
        "can_cancel": row is not None
        and row.is_open
        and request.user.is_authenticated
        and may_cancel(request.user, row),
        "weeks": range(1, MAX_WEEKS + 1),
        "usual_weeks": USUAL_WEEKS,
    }
    return render_page(request, ctx, "web/simulation.html", context, status=status)


def _side_by_side(report: dict[str, Any]) -> list[tuple[str, float, float]]:
    """Return the actions per week as (title, before, after), the largest changes first."""
    before, after = report["before"]["acts"], report["after"]["acts"]
    rows = [(title, before.get(title, 0), after.get(title, 0)) for title in {**before, **after}]
    return sorted(rows, key=lambda row: (-abs(row[1] - row[2]), row[0]))


def _games(report: dict[str, Any], key: str) -> list[dict[str, Any]]:
    """Return for each game its length, wins by seat, and used pieces, before and after the proposal."""
    nothing: dict[str, Any] = {"matches": 0, "over": 0, "turns": {}, "by_place": [], "used": {}}
    before, after = (report[which].get(key, {}) for which in ("before", "after"))
    found = []
    for name in {**before, **after}:
        was, now = before.get(name, nothing), after.get(name, nothing)
        places: dict[int, list[str | None]] = {row["place"]: [_share(row), None] for row in was["by_place"]}
        for row in now["by_place"]:
            places.setdefault(row["place"], [None, None])[1] = _share(row)
        used = [
            (piece, was["used"].get(piece, 0), now["used"].get(piece, 0)) for piece in {**was["used"], **now["used"]}
        ]
        used.sort(key=lambda row: (-abs(row[1] - row[2]), row[0]))
        sides = [{"label": "Before", **was}, {"label": "After", **now}]
        found.append({"name": name, "sides": sides, "places": sorted(places.items()), "used": used[:20]})
    return found


def _share(row: dict[str, Any]) -> str:
    """Return a share in words: "3 of 10"."""
    return f"{row['won']} of {row['of']}"
