"""The list of games for staff, a form that opens one, and a button that deletes one that never began."""

from typing import cast

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from nomic.accounts.models import Person
from nomic.accounts.roles import Duty
from nomic.cycles.models import Cycle, Joining
from nomic.cycles.schedule.settle import cycles_now
from nomic.law.document.templates import described_templates
from nomic.office.access import for_duty
from nomic.office.cycles.opening import NotDone, delete_by_form, open_by_form
from nomic.office.write_staff_log import instant_in_words
from nomic.players.guests import GUEST
from nomic.wiki.pages.layout.titles import base_title

FIELDS = ("template", "title", "slug", "begins", "zone", "joining", "published", "now", "reason")
MOST = 100  # games of the list


def _on_the_wiki(cycle: Cycle) -> str:
    """Return a sentence with the name of a game's main page on the wiki, or "" if it is not published."""
    return f" Its page on the wiki is “{base_title(cycle)}”." if cycle.published else ""


@require_http_methods(["GET", "HEAD", "POST"])
@for_duty(Duty.GAMES)
def cycles(request: HttpRequest) -> HttpResponse:
    """Show real and practice games, and open or delete one. Guests' tables are left out."""
    by, error = cast(Person, request.user), ""
    typed = {field: request.POST.get(field, "").replace("\x00", "")[:1000] for field in FIELDS}
    if request.method == "POST":
        try:
            if slug := request.POST.get("delete", "").replace("\x00", "")[:80]:
                messages.success(request, f"You deleted {delete_by_form(by, slug, typed)}.")
            else:
                opened = open_by_form(by, typed)
                begins = opened.starts_at > timezone.now()
                when = (
                    f"It begins on {instant_in_words(opened.starts_at, typed['zone'] or 'UTC')}."
                    if begins
                    else "It has begun."
                )
                messages.success(request, f"You opened {opened.title}. {when}{_on_the_wiki(opened)}")
                return redirect("office:cycle", slug=opened.slug)
        except NotDone as refused:
            error = f"{refused}"
        else:
            return redirect("office:cycles")
    now = timezone.now()
    rows = Cycle.objects.filter(fork_of=None, practice=False).order_by("-starts_at", "pk")[:MOST]
    practice = (
        Cycle.objects.filter(fork_of=None, practice=True).exclude(owner_name=GUEST).order_by("-created_at", "-pk")
    )
    context = {
        "practice": cycles_now(practice[:MOST]),
        "cycles": [(cycle, cycle.starts_at > now) for cycle in cycles_now(rows)],
        "games": described_templates(),
        "joining": Joining.choices,
        "typed": typed,
        "zone": typed["zone"] or getattr(request.user, "zone", "") or "UTC",
        "error": error,
    }
    return render(request, "office/cycles.html", context, status=422 if error else 200)
