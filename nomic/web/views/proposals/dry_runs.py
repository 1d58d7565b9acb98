"""Dry runs of proposals: the outcome of one, alone or with all others that end at the same instant."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_safe

from nomic.charts.holdings_forecast import charts
from nomic.cycles.actions.context import ReadContext
from nomic.forecast.dry_run_views import cached_dry_run, can_be_tried, law_changes_foreseen, law_foreseen
from nomic.forecast.enactment_order import ending_with
from nomic.web.middleware.throttling import costly
from nomic.web.page_context import cycle_page, query_parameter, render_page
from nomic.web.rendering.forecast import horizon
from nomic.web.views.law.ruleset import beside_the_rules, rules_of_law
from nomic.web.views.proposals.proposals import proposal_or_404

TOGETHER = "all"


@costly
@require_safe
@cycle_page
def dry_run(request: HttpRequest, ctx: ReadContext, number: int) -> HttpResponse:
    """Show a dry run, or the resulting ruleset with `?whole`. Decided proposals redirect to their page."""
    proposal = proposal_or_404(ctx, number)
    if not can_be_tried(ctx.cycle, proposal):
        return redirect("web:proposal", ctx.cycle.slug, number)
    together = ending_with(proposal)
    all_of_them = len(together) > 1 and query_parameter(request, "with") == TOGETHER
    if query_parameter(request, "whole"):
        law = law_foreseen(ctx.cycle, proposal, together=all_of_them)
        foreseen_by = {"rules": rules_of_law(law), "foreseen": proposal, "all_of_them": all_of_them}
        foreseen_by |= {"revision": None, **beside_the_rules(law)}
        return render_page(request, ctx, "web/ruleset.html", foreseen_by)
    seen = cached_dry_run(ctx.cycle, proposal, together=all_of_them)
    context = {
        "proposal": proposal,
        "together": together,
        "all_of_them": all_of_them,
        "seen": seen,
        "horizon": horizon(ctx, seen.until),
        "charts": charts(seen.holdings),
        "differences": law_changes_foreseen(ctx.cycle, proposal, together=all_of_them),
    }
    return render_page(request, ctx, "web/dry_run.html", context)
