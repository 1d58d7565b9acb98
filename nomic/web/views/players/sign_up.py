"""Signing up for a game that has not begun."""

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_POST

from nomic.cycles.actions.context import ReadContext
from nomic.cycles.domain.exceptions import Refused
from nomic.cycles.models import Cycle, Joining
from nomic.players.membership.join_requests import ask_to_join, withdraw_request
from nomic.web.page_context import cycle_page


@require_POST
@cycle_page
def sign_up(request: HttpRequest, ctx: ReadContext) -> HttpResponse:
    """Sign up for a game that has not begun, ask to be let in, or withdraw the request. Visitors must log in first."""
    hall = reverse("web:hall", args=[ctx.cycle.slug])
    if not request.user.is_authenticated:
        return redirect_to_login(hall)
    try:
        if request.POST.get("do") == "withdraw":
            withdraw_request(ctx)
            messages.success(request, "You are no longer signed up.")
        else:
            ask_to_join(ctx)
            messages.success(request, _asked(ctx.cycle))
    except Refused as refused:
        messages.error(request, refused.detail)
    return redirect(hall)


def _asked(cycle: Cycle) -> str:
    if cycle.joining == Joining.APPROVED:
        later = cycle.starts_at > cycle.now()
        when = (
            "Once a keeper lets you in, you play from the beginning."
            if later
            else "You play as soon as a keeper lets you in."
        )
        return f"You asked to join. {when}"
    return "You are signed up, and will join automatically when the game begins."
