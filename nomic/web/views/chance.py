"""Chance: every draw with what it was for, and the proof of the whole journal, to be verified by anybody."""

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.views.decorators.http import require_safe

from nomic.cycles.draws import draws_of, seeds_of_draws
from nomic.cycles.models import PhaseSeed
from nomic.cycles.moment import Moment
from nomic.cycles.proof import as_response
from nomic.web.pages import cycle_page, render_page
from nomic.web.throttles import costly

DRAWS_A_PAGE = 50


@costly
@require_safe
@cycle_page
def chance(request: HttpRequest, moment: Moment) -> HttpResponse:
    """The commitments and seeds of all phases, and the draws, newest first."""
    draws = draws_of(moment.cycle).order_by("-entry__seq", "place")
    phase = request.GET.get("phase", "")
    if phase.isascii() and phase.isdecimal() and len(phase) < 9:
        draws = draws.filter(entry__phase=int(phase))
    seeds = {seed.phase: seed for seed in PhaseSeed.objects.filter(cycle=moment.cycle)}
    page = Paginator(draws, DRAWS_A_PAGE).get_page(request.GET.get("page"))
    drawn_by = seeds_of_draws(moment.cycle, list(page))
    context = {
        "seeds": sorted(seeds.values(), key=lambda seed: -seed.phase),
        "page": page,
        "draws": [(draw, drawn_by[draw.pk]) for draw in page],
        "phase": phase,
    }
    return render_page(request, moment, "web/chance.html", context)


@costly
@require_safe
@cycle_page
def chance_export(request: HttpRequest, moment: Moment) -> HttpResponseBase:
    """The whole journal with all draws as JSON, as `verify_draws.py` takes it."""
    return as_response(moment.cycle)
