"""The page with the story of an ended cycle."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from nomic.cycles.actions.context import ReadContext
from nomic.web.middleware.throttling import costly
from nomic.web.page_context import cycle_page, render_page
from nomic.web.recaps.story import story_of
from nomic.web.views.cycle.standings import chart_of


@costly
@require_safe
@cycle_page
def story(request: HttpRequest, ctx: ReadContext) -> HttpResponse:
    """Show who won a cycle and how. While the cycle runs, the page only says that it has not ended."""
    if ctx.cycle.is_running:
        return render_page(request, ctx, "web/story.html", {})
    found = story_of(ctx)
    ways = [(number, way, chart_of(ctx, way.standing, way.history)) for number, way in enumerate(found.ways, 1)]
    return render_page(request, ctx, "web/story.html", {"story": found, "ways": ways})
