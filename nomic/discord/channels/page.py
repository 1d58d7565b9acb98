"""The page on which keepers choose which messages of a game go to which channels on Discord and webhooks."""

from dataclasses import dataclass, field
from typing import Any, cast

from django.contrib import messages
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from nomic.accounts.models import Person
from nomic.accounts.roles import Duty, has_duty
from nomic.cycles.models import Cycle
from nomic.cycles.schedule.settle import settled_cycle
from nomic.discord.channels.destination_kinds import KINDS, AnyForm, PlaceKind, switch_off
from nomic.office.access import for_duty
from nomic.office.connections import NotTested, after_test, try_connection
from nomic.office.cycles.opening import NotDone, reason_in
from nomic.office.write_staff_log import log_staff_act

WRONG = "Nothing was saved. Look at the fields below."


@dataclass(slots=True)
class DestinationForm:
    """A channel or webhook with its form. `is_open` is true if the form was just refused."""

    row: Any
    named: str
    form: AnyForm
    is_open: bool = False


@dataclass(slots=True)
class KindOfDestinations:
    """A kind of destination, the game's destinations of that kind with their forms, and the form that adds one."""

    kind: PlaceKind
    places: list[DestinationForm]
    form: AnyForm
    is_open: bool = False
    by_key: dict[str, DestinationForm] = field(default_factory=dict)


@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
@for_duty(Duty.GAMES)
def channels(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a game's channels on Discord and webhooks. Add, change, test, switch or remove one."""
    if not Cycle.objects.filter(slug=slug, fork_of=None, practice=False).exists():
        raise Http404("no such game")
    cycle = settled_cycle(slug)
    by, error = cast(Person, request.user), ""
    shown = [_shown(kind, cycle) for kind in KINDS]
    if request.method == "POST":
        try:
            messages.success(request, _do(request, by, cycle, shown))
        except (NotDone, NotTested) as refused:
            error = f"{refused}"
        else:
            return redirect(f"{reverse('channels:game', args=[slug])}{after_test(request)}")
    context = {
        "item": cycle,
        "shown": shown,
        "error": error,
        "may_connect": has_duty(by, Duty.CONNECTIONS),
        "tested": request.GET.get("tested", "")[:60],
    }
    return render(request, "office/channels.html", context, status=422 if error else 200)


def _shown(kind: PlaceKind, cycle: Cycle) -> KindOfDestinations:
    places = {
        f"{kind.name}-{row.pk}": DestinationForm(
            row, kind.named(row), kind.form(cycle, instance=row, prefix=f"{kind.name}-{row.pk}")
        )
        for row in kind.rows(cycle)
    }
    return KindOfDestinations(kind, list(places.values()), kind.form(cycle, prefix=kind.name), by_key=places)


def _do(request: HttpRequest, by: Person, cycle: Cycle, shown: list[KindOfDestinations]) -> str:
    """Perform the action of the pressed button. Return a message.

    A refused form replaces the one that was shown, so that it keeps the typed values. Raises NotDone or NotTested with
    the reason if the action fails.
    """
    key, action = request.POST.get("place", "")[:60], request.POST.get("do", "")[:20]
    if tested := request.POST.get("test", "")[:60]:
        if not any(tested in each.by_key for each in shown):
            raise NotTested("There is no such channel in this game.")
        return try_connection(by, tested)
    for each in shown:
        kind, place = each.kind, each.by_key.get(key)
        if key == kind.name and action == "add":
            each.form, each.is_open = kind.form(cycle, request.POST, prefix=kind.name), True
            return _saved(by, cycle, each, each.form, is_new=True)
        if place is not None:
            place.is_open = True
            if action == "save":
                fresh = kind.rows(cycle).get(pk=place.row.pk)
                place.form = kind.form(cycle, request.POST, instance=fresh, prefix=key)
                return _saved(by, cycle, each, place.form, is_new=False)
            return _switched(by, cycle, kind, place, action, request.POST.get(f"{key}-reason", ""))
    raise NotDone("There is no such channel in this game.")


def _saved(by: Person, cycle: Cycle, shown: KindOfDestinations, form: AnyForm, *, is_new: bool) -> str:
    """Store a submitted form and log it. Return a message. Raises NotDone if the form is invalid."""
    if not form.is_valid():
        raise NotDone(WRONG)
    with transaction.atomic():
        if is_new:
            shown.kind.add(form, by)
        else:
            shown.kind.save(form)
        named = shown.kind.named(form.instance)
        did = "started posting" if is_new else "changed what is posted:"
        _log(by, cycle, f"{did} {named}", form.cleaned_data["reason"])
    return "Saved. Now press “Send a test”."


def _switched(by: Person, cycle: Cycle, kind: PlaceKind, place: DestinationForm, action: str, typed: str) -> str:
    """Switch a place off or on, or remove it, and log it. Return a message.

    Raises NotDone if that changes nothing, or no reason is given.
    """
    row, reason = place.row, reason_in({"reason": typed.replace("\x00", "")})
    with transaction.atomic():
        if action == "off" and row.stopped_at is None:
            switch_off(row, by)
            did, said = "stopped posting", "Switched off. Nothing is posted there until somebody switches it on."
        elif action == "on" and row.stopped_at is not None:
            kind.switch_on(row)
            did, said = "posts again", "Switched on. What happens from now on is posted there."
        elif action == "remove":
            row.delete()
            did, said = "removed the posting of", "Removed. Messages that were posted stay where they are."
        else:
            raise NotDone("That is already the case.")
        _log(by, cycle, f"{did} {place.named}", reason)
    return said


def _log(by: Person, cycle: Cycle, did: str, reason: str) -> None:
    log_staff_act(by, f"{did}, in {cycle.title}", reason=reason, link=reverse("channels:game", args=[cycle.slug]))
