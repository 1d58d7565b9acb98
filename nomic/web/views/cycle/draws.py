"""Chance: every draw with its purpose, and an export of the journal with which anybody can verify the draws."""

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.views.decorators.http import require_safe

from nomic.cycles.actions.context import ReadContext
from nomic.cycles.history.draw_export import draws_with_seeds, entries_that_drew
from nomic.cycles.history.export import as_response
from nomic.cycles.models import PhaseSeed
from nomic.web.middleware.throttling import costly
from nomic.web.page_context import cycle_page, query_parameter, render_page

ENTRIES_A_PAGE = 20
DRAWS_OF_EACH = 12  # an entry can have thousands; its own page has the rest


@costly
@require_safe
@cycle_page
def chance(request: HttpRequest, ctx: ReadContext) -> HttpResponse:
    """Show the commitments and seeds of all phases, and the draws, newest first.

    `before` is the entry before which the page begins.
    """
    chosen = {key: query_parameter(request, key) for key in ("phase", "before")}
    drew = entries_that_drew(ctx.cycle).order_by("-seq")
    for key, lookup in (("phase", "phase"), ("before", "seq__lt")):
        if chosen[key].isascii() and chosen[key].isdecimal() and len(chosen[key]) < 12:
            drew = drew.filter(**{lookup: int(chosen[key])})
    seeds = PhaseSeed.objects.filter(cycle=ctx.cycle).order_by("-phase", "-since")
    shown = list(drew[: ENTRIES_A_PAGE + 1])  # entries are not counted, because that would scan the journal
    older, shown = shown[ENTRIES_A_PAGE:], shown[:ENTRIES_A_PAGE]
    draws = draws_with_seeds(ctx.cycle, shown)
    context = {
        "seeds": seeds,
        "older": shown[-1].seq if older else None,
        "drew": [
            {
                "entry": entry,
                "draws": draws[entry.pk][:DRAWS_OF_EACH],
                "more": len(entry.draws[DRAWS_OF_EACH:]),
            }
            for entry in shown
        ],
        "phase": chosen["phase"],
    }
    return render_page(request, ctx, "web/chance.html", context)


@costly
@require_safe
@cycle_page
def chance_export(request: HttpRequest, ctx: ReadContext) -> HttpResponseBase:
    """Return the complete journal with all draws as JSON, the input of `verify_draws.py`."""
    return as_response(ctx.cycle)
