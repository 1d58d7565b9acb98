"""The page of the whole log of staff, by person and by game."""

from datetime import datetime

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.dateparse import parse_datetime
from django.utils.timezone import is_aware
from django.views.decorators.http import require_safe

from nomic.accounts.roles import Duty
from nomic.cycles.models import Cycle
from nomic.office.access import for_duty
from nomic.office.staff_log import acts_of_staff

A_PAGE = 50
MAX_GAMES = 200  # that can be chosen
MAX_NAME = 80  # characters of what is asked


@require_safe
@for_duty(Duty.LOOK)
def log(request: HttpRequest) -> HttpResponse:
    """Show what staff did, the newest first. `by` is a name, `game` a slug, `before` the instant of the last one shown.

    A game or an instant that does not exist is as good as none.
    """
    by, slug = (request.GET.get(name, "").replace("\x00", "").strip()[:MAX_NAME] for name in ("by", "game"))
    game = Cycle.objects.filter(slug=slug, fork_of=None).first() if slug else None
    acts = acts_of_staff(A_PAGE + 1, by=by, game=game, before=_instant(request.GET.get("before", "")))
    context = {
        "acts": acts[:A_PAGE],
        "earlier": acts[A_PAGE - 1].at.isoformat() if len(acts) > A_PAGE else "",
        "by": by,
        "game": game,
        "games": Cycle.objects.filter(fork_of=None, practice=False).order_by("-pk")[:MAX_GAMES],
    }
    return render(request, "office/log.html", context)


def _instant(typed: str) -> datetime | None:
    """Return the instant that an address names, or None if it is none."""
    try:
        found = parse_datetime(typed[:MAX_NAME])
    except ValueError:
        return None
    return found if found is not None and is_aware(found) else None
