"""Starts the same match again. In the visitor's own practice cycle, the clock advances if a limit prevents it."""

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_POST

from nomic.cycles.actions.context import ReadContext
from nomic.cycles.domain.exceptions import Refusal
from nomic.matches.practice.advance_clock import advance_until_possible
from nomic.matches.practice.first_match import begin_rematch
from nomic.web.forms.perform_once import form_key, perform_once, report_on_next_page
from nomic.web.hooks.endings import ending_of
from nomic.web.hooks.redirects import destination_of
from nomic.web.matches.bot_remarks_and_rematch import against, stronger_rival
from nomic.web.page_context import cycle_page
from nomic.web.views.matches.match import match_address, match_or_404


@require_POST
@cycle_page
def rematch(request: HttpRequest, ctx: ReadContext, code: str) -> HttpResponse:
    """Perform the action that asks for the same match again, and redirect.

    The field `against` can name the stronger bot that the panel of the finished match offers as the opponent.
    """
    match = match_or_404(ctx, code)
    if not request.user.is_authenticated:
        return redirect_to_login(match_address(match))
    wanted = ending_of(match.game).rematch(ctx, match) if match.is_over else None
    if wanted is None:
        messages.warning(request, "This match cannot be played again.")
        return redirect(match_address(match))
    rival = stronger_rival(ctx, wanted)
    name, args = against(wanted, rival) if rival and request.POST.get("against") == rival else wanted
    try:
        ctx = advance_until_possible(ctx, name)
        performed = perform_once(ctx, name, dict(args), form_key(request))
        table = destination_of(performed.entry)
        if (
            table is None
            and not performed.is_repeated
            and (begun := begin_rematch(ctx.cycle, ctx.actor, match)) is not None
        ):
            return redirect(match_address(begun))
    except Refusal as refusal:
        messages.error(request, refusal.detail)
        return redirect(match_address(match))
    if table is None or performed.is_repeated:  # otherwise the table itself shows the result
        report_on_next_page(request, performed)
    return redirect(table or reverse("web:matches", args=[ctx.cycle.slug]))
