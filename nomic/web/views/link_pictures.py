"""Pictures that other sites show of links to a cycle or to a match."""

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from nomic.cycles.actions.context import ReadContext
from nomic.cycles.domain.actor import Actor
from nomic.matches.hosting.views.visible_match import VisibleMatch
from nomic.web.middleware.throttling import costly
from nomic.web.page_context import cycle_page
from nomic.web.people.shown_names import with_shown_names
from nomic.web.sharing.pictures import cycle_picture, has_picture, match_picture
from nomic.web.sharing.png import picture_response
from nomic.web.views.matches.match import match_or_404


@costly
@require_safe
@cycle_page
def picture_of_cycle(request: HttpRequest, ctx: ReadContext) -> HttpResponse:
    """Return the picture of a cycle. It is the same for all visitors."""
    return picture_response(request, with_shown_names(cycle_picture(_as_stranger(ctx)), ctx.cycle))


@costly
@require_safe
@cycle_page
def picture_of_match(request: HttpRequest, ctx: ReadContext, code: str) -> HttpResponse:
    """Show the picture of a match. Raises Http404 during the match if its game hides something on its board."""
    match = match_or_404(ctx, code)
    if not has_picture(match):
        raise Http404("The match is not over, and its board hides something.")
    svg = match_picture(VisibleMatch(_as_stranger(ctx), match))
    return picture_response(request, with_shown_names(svg, ctx.cycle))


def _as_stranger(ctx: ReadContext) -> ReadContext:
    return ReadContext(ctx.cycle, Actor.nobody(), ctx.at)
