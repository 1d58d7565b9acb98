"""Rules and what carries them out: clauses, places of the law, actions, the host, or nothing but words."""

from django.http import HttpRequest, HttpResponse
from django.utils.http import urlencode
from django.views.decorators.http import require_safe

from nomic.cycles.carried_out import all_carried_out
from nomic.cycles.moment import Moment
from nomic.law.finding import value_or_none
from nomic.law.sections import Law
from nomic.web.amending import NEW_ENTRY, CannotBuild, named_entry
from nomic.web.pages import cycle_page, render_page
from nomic.web.throttles import costly
from nomic.web.wikitext import rule_anchor


@costly
@require_safe
@cycle_page
def carried_out(request: HttpRequest, moment: Moment) -> HttpResponse:
    """Every rule in force with what carries it out, in their order."""
    rules = [
        {
            "carried": each,
            "anchor": rule_anchor(each.placed.id),
            "places": [(place, _opening(moment.law, place.place)) for place in each.places],
        }
        for each in all_carried_out(moment.law)
    ]
    return render_page(request, moment, "web/carried_out.html", {"rules": rules})


def _opening(law: Law, place: str) -> str:
    """What opens a place in the builder of amendments, as the query of its address; empty for whole sections."""
    try:
        _, name = named_entry(law, place)
    except CannotBuild:
        return urlencode({"value": place}) if value_or_none(law, place) is not None else ""
    return "" if name == NEW_ENTRY else urlencode({"entry": place})
