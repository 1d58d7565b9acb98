"""The corrections of a game, each with its form on the game's own pages, and which one is used when."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from nomic.accounts.roles import Duty
from nomic.cycles.actions.context import ReadContext
from nomic.cycles.actions.registry import Availability, availability, declared_action
from nomic.cycles.domain.actor import Actor
from nomic.cycles.history.edits import UNTOUCHED
from nomic.cycles.models import Cycle, Entry
from nomic.cycles.schedule.settle import settled_cycle
from nomic.office.access import for_duty

CHANNELS = ("admin",)
PRACTICE_CHANNELS = (*CHANNELS, "practice")
DONE_ELSEWHERE = ("see-as-player",)  # its entry alone would show nothing: the form is on the person's page
MAX_LOOKED_AT = 50  # newest acts of an ended cycle


@require_safe
@for_duty(Duty.GAMES)
def corrections(request: HttpRequest, slug: str) -> HttpResponse:
    """List the corrections that can be made in a game, and the reasons why others cannot. Also in games for practice.

    Raises Http404 for forks.
    """
    if not Cycle.objects.filter(slug=slug, fork_of=None).exists():
        raise Http404("no such game")
    found = settled_cycle(slug)
    ctx = ReadContext(found, Actor.person(request.user), found.now())
    possible = _corrections(ctx)
    context = {
        "item": found,
        "has_court": found.law.has("court"),
        "possible": [each for each in possible if each.available],
        "others": [each for each in possible if not each.available],
        "last": None if found.is_running else _last_act(found),
    }
    return render(request, "office/corrections.html", context)


def _corrections(ctx: ReadContext) -> list[Availability]:
    """Return the corrections of the context's cycle. Actions for practice are among them in practice cycles only."""
    channels = PRACTICE_CHANNELS if ctx.cycle.practice else CHANNELS
    found = (each for each in availability(ctx) if each.action.channel in channels)
    return [each for each in found if each.action.name not in DONE_ELSEWHERE]


def _last_act(cycle: Cycle) -> Entry | None:
    """Return the last act of an ended cycle's people that can be corrected, or None."""
    acts = Entry.objects.filter(cycle=cycle).exclude(actor_kind="system").order_by("-seq")[:MAX_LOOKED_AT]
    for entry in acts:
        action = declared_action(entry.action)
        if action is None or action.channel not in UNTOUCHED:
            return entry
    return None
