"""The office's start page: what is wrong, what waits, when jobs last ran, and what staff did recently."""

from dataclasses import replace
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from nomic.accounts.roles import Duty, has_duty, roles_of
from nomic.config.health import services
from nomic.office.access import for_duty, with_open_links
from nomic.office.concerns import Concern
from nomic.office.health.attention import attention_of
from nomic.office.health.heartbeats import BACKUP, VERIFY, WORKERS, JobRun, job_runs
from nomic.office.health.verdict import KindWithConcerns, verdict
from nomic.office.read_staff_log import acts_of_staff

MOST_DONE = 20  # acts of staff


@require_safe
@for_duty(Duty.LOOK)
def office(request: HttpRequest) -> HttpResponse:
    """Show the office's start page."""
    found = verdict(services())
    attention_of(request.user, found)
    context = {
        "verdict": found,
        "wrong": _for(request.user, found.wrong),
        "waiting": _for(request.user, found.waiting),
        "runs": _runs(),
        "done": with_open_links(request.user, acts_of_staff(MOST_DONE)),
        "roles": roles_of(request.user),
    }
    return render(request, "office/home.html", context)


def _for(person: Any, found: list[KindWithConcerns]) -> list[KindWithConcerns]:
    """Return the problems found, with buttons only to pages on which this person (the user model) can solve them."""

    def things(each: KindWithConcerns) -> list[Concern]:
        if has_duty(person, each.kind.duty):
            return with_open_links(person, each.things)
        return [replace(thing, link="") for thing in each.things]

    return [replace(each, things=things(each)) for each in found]


def _runs() -> list[tuple[str, JobRun, bool]]:
    """Return the regular jobs as text, each with its last run and whether it is late."""
    found, now = job_runs(), timezone.now()
    words = {**{name: who[:1].upper() + who[1:] for name, who in WORKERS.items()}}
    words |= {BACKUP: "The last backup", VERIFY: "The nightly check"}
    return [(says, found[name], found[name].is_late(now)) for name, says in words.items()]
