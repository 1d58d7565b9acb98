"""The index of rules with their implementations: clauses, places of the law, actions, the host, or only words."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from nomic.cycles.actions.context import ReadContext
from nomic.cycles.rule_implementations import all_carried_out
from nomic.web.links.composer_links import opening_of, query_of
from nomic.web.middleware.throttling import costly
from nomic.web.page_context import cycle_page, render_page
from nomic.wikitext.html_writer import rule_anchor


@costly
@require_safe
@cycle_page
def carried_out(request: HttpRequest, ctx: ReadContext) -> HttpResponse:
    """Show every rule in force with its implementation, in order."""
    rules = [
        {
            "carried": each,
            "anchor": rule_anchor(each.placed.id),
            "places": [(place, query_of(opening_of(ctx.law, place.place))) for place in each.places],
        }
        for each in all_carried_out(ctx.law)
    ]
    return render_page(request, ctx, "web/carried_out.html", {"rules": rules})
