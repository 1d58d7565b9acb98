"""Replaced histories: the entries of a journal before history was rewritten, with their current numbers."""

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from nomic.corrections.replaced_histories import history_named, where_they_stand
from nomic.cycles.actions.context import ReadContext
from nomic.cycles.journal.append import entries_that_fit
from nomic.cycles.models import Entry
from nomic.web.page_context import cycle_page, query_parameter, render_page

A_PAGE = 50


@require_safe
@cycle_page
def history(request: HttpRequest, ctx: ReadContext, head: str) -> HttpResponse:
    """Show a page of the entries that a correction replaced, oldest first, each with its current place if it has one.

    The query parameter `after` is the number of the entry after which the page begins.
    """
    found = history_named(ctx.cycle, head)
    if found is None:
        raise Http404("There is no such history.")
    kept, rewrite = found
    after = query_parameter(request, "after")
    first = int(after) + 1 if after.isascii() and after.isdecimal() and len(after) < 12 else int(rewrite.args["first"])
    late = Entry.objects.filter(cycle=kept, seq__gte=first).order_by("seq")
    entries, more = entries_that_fit(late, A_PAGE)
    now = where_they_stand(ctx.cycle, entries)
    context = {
        "rewrite": rewrite,
        "kept_head": kept.head,
        "rows": [(entry, now.get(entry.key)) for entry in entries],
        "after": entries[-1].seq if more else None,
    }
    return render_page(request, ctx, "web/history.html", context)
