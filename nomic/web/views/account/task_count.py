"""The number of things that wait for the visitor in all cycles, for the titles of open pages."""

from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from nomic.court.player_tasks import cycles_of
from nomic.cycles.schedule.settle import cycles_now
from nomic.players.player_tasks import Waiting, waiting_everywhere


def tasks_of(request: HttpRequest) -> list[Waiting]:
    """Return all tasks that wait for the visitor, in all running cycles in which they play or are the Judge."""
    person = request.user
    if not person.is_authenticated:
        return []
    return waiting_everywhere(person, cycles_now(cycles_of(person)))


@never_cache
@require_safe
def waiting(request: HttpRequest) -> JsonResponse:
    """Return the number of tasks that wait for the visitor, and the most urgent one.

    Anonymous visitors have none.
    """
    found = tasks_of(request)
    first = {"says": found[0].task.summary, "link": found[0].task.link} if found else None
    return JsonResponse({"count": len(found), "first": first})
