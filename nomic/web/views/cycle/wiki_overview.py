"""The list of a cycle's wiki pages: when each was published, since when it is stale, and which are parked."""

from collections.abc import Iterable

from django.core.paginator import Paginator
from django.db.models import F
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

from nomic.cycles.actions.context import ReadContext
from nomic.players.models import Player
from nomic.web.page_context import cycle_page, render_page
from nomic.wiki.models import PageKind, Publisher, WikiPage
from nomic.wiki.publishing_lag import shown_as_of

PAGES_SHOWN = 200


@require_safe
@cycle_page
def wiki_overview(request: HttpRequest, ctx: ReadContext) -> HttpResponse:
    """Show each page of the cycle on the wiki, parked ones first."""
    pages = (
        WikiPage.objects.filter(cycle=ctx.cycle)
        .defer("published_text", "parked_text", "parked_difference")
        .order_by(F("parked_at").desc(nulls_last=True), "title")
    )
    page = Paginator(pages, PAGES_SHOWN).get_page(request.GET.get("page"))
    names, now = _names(ctx, page), timezone.now()
    rows = [
        (row, names.get((row.kind, row.subject), ""), row.stale_since is not None and row.stale_since > now)
        for row in page
    ]
    context = {
        "page": page,
        "rows": rows,
        "publisher": Publisher.objects.first(),
        "shown_as_of": shown_as_of(ctx.cycle),
    }
    return render_page(request, ctx, "web/wiki.html", context)


def _names(ctx: ReadContext, pages: Iterable[WikiPage]) -> dict[tuple[str, str], str]:
    """Return the names of the players whose pages are among these, by kind and subject of the page.

    The subject of a player's page is the player's number, in the order of joining.
    """
    if not any(page.kind == PageKind.PLAYER for page in pages):
        return {}
    joined = Player.objects.filter(cycle=ctx.cycle).order_by("pk").values_list("name", flat=True)
    return {(PageKind.PLAYER.value, str(number)): name for number, name in enumerate(joined, 1)}
