"""Starts the same match again. In one's own practice cycle the clock advances if a limit prevents it."""

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_POST

from nomic.cycles.actions.context import ReadContext
from nomic.cycles.actions.registry import action_named
from nomic.cycles.commands.perform import perform
from nomic.cycles.domain.exceptions import Refusal
from nomic.web.forms.perform_once import form_key, perform_once, tell_next
from nomic.web.hooks.endings import ending_of
from nomic.web.hooks.redirects import destination_of
from nomic.web.page_context import cycle_page, moment_for
from nomic.web.views.matches.match import match_address, match_or_404

MOST_PHASES = 4  # phases that a rematch moves a practice clock ahead


@require_POST
@cycle_page
def rematch(request: HttpRequest, moment: ReadContext, code: str) -> HttpResponse:
    """Perform the action that asks for the same match again, and redirect."""
    match = match_or_404(moment, code)
    if not request.user.is_authenticated:
        return redirect_to_login(match_address(match))
    wanted = ending_of(match.game).rematch(moment, match) if match.is_over else None
    if wanted is None:
        messages.warning(request, "This match cannot be played again.")
        return redirect(match_address(match))
    name, args = wanted
    try:
        moment = _when_possible(request, moment, name)
        performed = perform_once(moment, name, dict(args), form_key(request))
    except Refusal as refusal:
        messages.error(request, refusal.detail)
        return redirect(match_address(match))
    tell_next(request, performed)
    return redirect(destination_of(performed.entry) or reverse("web:matches", args=[moment.cycle.slug]))


def _when_possible(request: HttpRequest, moment: ReadContext, name: str) -> ReadContext:
    """Return the read context in which the act is possible: the present one, or that of a later phase.

    In the visitor's own practice cycle, the clock is advanced by up to `MOST_PHASES` phases until the act is possible.
    """
    action, cycle = action_named(name, moment.law), moment.cycle
    if action.refusal(moment) is None or not cycle.practice or cycle.owner_name != moment.actor.name:
        return moment
    for _ in range(MOST_PHASES):
        perform(cycle.slug, moment.actor, "advance-clock", {"to_next_phase": True})
        moment = moment_for(request, cycle.slug)
        if action.refusal(moment) is None:
            break
    return moment
