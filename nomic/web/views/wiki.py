"""The wiki's status: each page, when it was published, since when it is stale, and why it is parked."""

from django.db.models import F
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from nomic.cycles.moment import Moment
from nomic.web.pages import cycle_page, render_page
from nomic.wiki.models import Publisher, WikiPage

PAGES_SHOWN = 200


@require_safe
@cycle_page
def wiki(request: HttpRequest, moment: Moment) -> HttpResponse:
    """Each page of the cycle on the wiki, those that need somebody first."""
    pages = (
        WikiPage.objects.filter(cycle=moment.cycle)
        .defer("published_text", "parked_text")
        .order_by(F("parked_at").desc(nulls_last=True), "title")
    )
    publisher = Publisher.objects.first()
    context = {"pages": pages[:PAGES_SHOWN], "page_count": pages.count(), "publisher": publisher}
    return render_page(request, moment, "web/wiki.html", context)
