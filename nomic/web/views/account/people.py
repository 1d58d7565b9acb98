"""People: the profile of somebody who has played, muting them, and the hall of fame."""

from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from nomic.accounts.lookalikes import folded_name
from nomic.accounts.looks.lookup import look_of, looks_of
from nomic.accounts.models import Person
from nomic.accounts.name_rules import tidy_name
from nomic.comments.mutes import has_muted, mute_person, unmute_person
from nomic.cycles.domain.exceptions import Refused
from nomic.players.models import Player
from nomic.web.forms.redirects import redirect_back
from nomic.web.people.hall_of_fame import hall_of_fame
from nomic.web.people.profile import profile_of


@require_safe
def profile(request: HttpRequest, name: str) -> HttpResponse:
    """Show a person's achievements in all real cycles, and the visitor's actions that concern the person."""
    found = profile_of(name)
    if found is None:
        raise Http404("Nobody of that name has played in a cycle that counts.")
    if folded_name(tidy_name(name)) != folded_name(found.name):  # of an account that was merged into this one
        return redirect("web:profile", name=found.name)
    person = request.user if request.user.is_authenticated else None
    is_me = person is not None and person.get_username() == found.name
    common = []
    if person is not None and not is_me:
        mine = Player.objects.filter(person=person.pk, left_at=None, cycle__in=[row.cycle_id for row in found.playing])
        with_me = set(mine.values_list("cycle", flat=True))
        common = [row.cycle for row in found.playing if row.cycle_id in with_me]
    context = {
        "profile": found,
        "looks": {found.name: look_of(found.person)},
        "is_me": is_me,
        "common": [(cycle, cycle.law.has("trades")) for cycle in common],
        "can_mute": person is not None and found.person is not None and not is_me,
        "is_muted": person is not None and found.person is not None and has_muted(person, found.person),
    }
    return render(request, "web/profile.html", context)


@login_required
@require_POST
def mute_or_unmute(request: HttpRequest, name: str) -> HttpResponse:
    """Mute a person, or unmute them."""
    found = profile_of(name)
    if found is None or found.person is None:
        raise Http404("There is nobody of that name.")
    me = cast(Person, request.user)
    try:
        if request.POST.get("do") == "unmute":
            unmute_person(me, found.person)
        else:
            mute_person(me, found.person)
    except Refused as refused:
        messages.error(request, refused.detail)
    return redirect_back(request, reverse("web:profile", args=[found.name]))


@require_safe
def fame(request: HttpRequest) -> HttpResponse:
    """Show the hall of fame."""
    found = hall_of_fame()
    return render(request, "web/fame.html", {"fame": found, "looks": looks_of(found.names)})
