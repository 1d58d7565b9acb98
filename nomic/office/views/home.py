"""The office's start page: what is wrong, what waits, when jobs last ran, and what staff did recently."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from nomic.accounts.roles import Duty, roles_of
from nomic.config.health import services
from nomic.office.access import for_duty
from nomic.office.health.heartbeats import BACKUP, VERIFY, WORKERS, Run, runs
from nomic.office.health.verdict import verdict
from nomic.office.staff_log import acts_of_staff

MOST_DONE = 20  # acts of staff


@require_safe
@for_duty(Duty.LOOK)
def office(request: HttpRequest) -> HttpResponse:
    """Show the office's start page."""
    context = {
        "verdict": verdict(services()),
        "runs": _runs(),
        "done": acts_of_staff(MOST_DONE),
        "roles": roles_of(request.user),
    }
    return render(request, "office/home.html", context)


def _runs() -> list[tuple[str, Run, bool]]:
    """Return the regular jobs as text, each with its last run and whether it is late."""
    found, now = runs(), timezone.now()
    words = {**{name: who[:1].upper() + who[1:] for name, who in WORKERS.items()}}
    words |= {BACKUP: "The last backup", VERIFY: "The nightly check"}
    return [(says, found[name], found[name].is_late(now)) for name, says in words.items()]
