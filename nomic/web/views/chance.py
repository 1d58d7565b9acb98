"""Chance: every draw with what it was for, and the proof of the whole journal, to be verified by anybody."""

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.views.decorators.http import require_safe

from nomic.cycles.draws import seeds_of_draws, that_drew
from nomic.cycles.models import PhaseSeed
from nomic.cycles.moment import Moment
from nomic.cycles.proof import as_response
from nomic.web.pages import cycle_page, render_page
from nomic.web.throttles import costly

ENTRIES_A_PAGE = 20
DRAWS_OF_EACH = 12  # the others are on the page of the entry: one can have thousands


@costly
@require_safe
@cycle_page
def chance(request: HttpRequest, moment: Moment) -> HttpResponse:
    """The commitments and seeds of all phases, and the draws, newest first."""
    drew = that_drew(moment.cycle).order_by("-seq")
    phase = request.GET.get("phase", "")
    if phase.isascii() and phase.isdecimal() and len(phase) < 9:
        drew = drew.filter(phase=int(phase))
    seeds = {seed.phase: seed for seed in PhaseSeed.objects.filter(cycle=moment.cycle)}
    page = Paginator(drew, ENTRIES_A_PAGE).get_page(request.GET.get("page"))
    seed_of = seeds_of_draws(moment.cycle, page)
    context = {
        "seeds": sorted(seeds.values(), key=lambda seed: -seed.phase),
        "page": page,
        "drew": [
            {
                "entry": entry,
                "seed": seed_of[entry.pk],
                "draws": entry.draws[:DRAWS_OF_EACH],
                "more": len(entry.draws[DRAWS_OF_EACH:]),
            }
            for entry in page
        ],
        "phase": phase,
    }
    return render_page(request, moment, "web/chance.html", context)


@costly
@require_safe
@cycle_page
def chance_export(request: HttpRequest, moment: Moment) -> HttpResponseBase:
    """The whole journal with all draws as JSON, as `verify_draws.py` takes it."""
    return as_response(moment.cycle)
