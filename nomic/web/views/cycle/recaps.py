"""Recaps: a page for each phase, their list, and a feed of the recaps of past phases."""

from bisect import bisect_left
from collections.abc import Mapping
from datetime import UTC, datetime

from django.http import Http404, HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.feedgenerator import Atom1Feed
from django.views.decorators.http import require_safe

from nomic.cycles.actions.context import ReadContext
from nomic.cycles.schedule.phase_names import phase_names
from nomic.proposals.models import Proposal, ProposalStatus
from nomic.recaps.recap import phase_beginnings, recap_of
from nomic.web.middleware.throttling import costly
from nomic.web.page_context import cycle_page, render_page

IN_A_LIST = 100  # phases
IN_A_FEED = 5


@require_safe
@cycle_page
def recaps(request: HttpRequest, ctx: ReadContext) -> HttpResponse:
    """List the newest phases, the current one first."""
    current = ctx.cycle.phase
    phases = list(range(current, max(-1, current - IN_A_LIST), -1))
    names, begins = phase_names(ctx.cycle, phases), phase_beginnings(ctx.cycle, phases)
    passed = _passed(ctx, begins)
    listed = [(phase, name, begins.get(phase), passed.get(phase, [])) for phase, name in names.items()]
    return render_page(request, ctx, "web/recaps.html", {"phases": listed})


def _passed(ctx: ReadContext, begins: Mapping[int, datetime]) -> dict[int, list[Proposal]]:
    """Return the proposals enacted in each phase, without their contents."""
    if not begins:
        return {}
    order = sorted((at, phase) for phase, at in begins.items())
    decided = Proposal.objects.filter(cycle=ctx.cycle, status=ProposalStatus.ENACTED, decided_at__gte=order[0][0])
    found: dict[int, list[Proposal]] = {}
    for each in decided.only("number", "title", "decided_at").order_by("number"):
        # Votes that end with a phase are counted at the instant at which the next one begins.
        place = bisect_left(order, (each.decided_at, -1)) - 1 if each.decided_at else -1
        if place >= 0:
            found.setdefault(order[place][1], []).append(each)
    return found


@costly
@require_safe
@cycle_page
def recap(request: HttpRequest, ctx: ReadContext, number: int) -> HttpResponse:
    """Show the recap of a phase. For the current phase, it covers what has happened so far."""
    if number > ctx.cycle.phase:
        raise Http404("there is no such phase yet")
    earlier = number - 1 if number else None
    later = number + 1 if number < ctx.cycle.phase else None
    names = phase_names(ctx.cycle, [phase for phase in (earlier, number, later) if phase is not None])
    context = {
        "recap": recap_of(ctx, number),
        "name": names[number],
        "earlier": earlier,
        "earlier_name": names.get(number - 1, ""),
        "later": later,
        "later_name": names.get(number + 1, ""),
    }
    return render_page(request, ctx, "web/recap.html", context)


@costly
@require_safe
@cycle_page
def feed(request: HttpRequest, ctx: ReadContext) -> HttpResponse:
    """Return an Atom feed with the recaps of the newest past phases."""
    cycle = ctx.cycle
    shown = Atom1Feed(
        title=f"{cycle.title}: recaps",
        link=request.build_absolute_uri(reverse("web:recaps", args=[cycle.slug])),
        feed_url=request.build_absolute_uri(),
        description="",
        language="en",
    )
    newest = range(cycle.phase - 1, max(-1, cycle.phase - 1 - IN_A_FEED), -1)
    names = phase_names(cycle, newest)
    for phase in newest:
        recap = recap_of(ctx, phase)
        if recap.ended is None:  # too long ago to be read
            continue
        shown.add_item(
            title=f"Recap: {names[phase]}",
            link=request.build_absolute_uri(reverse("web:recap", args=[cycle.slug, phase])),
            description=render_to_string("web/recap_body.html", {"recap": recap, "cycle": cycle, "in_feed": True}),
            pubdate=recap.ended,
            updateddate=recap.ended,
            unique_id=f"tag:{request.get_host()},{recap.ended.year}:recap-{cycle.slug}-{phase}",
        )
    if not shown.items:
        shown.latest_post_date = lambda: datetime(2000, 1, 1, tzinfo=UTC)  # type: ignore[method-assign] # the default is the current time
    return HttpResponse(shown.writeString("utf-8"), content_type=shown.content_type)
