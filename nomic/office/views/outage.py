"""The form of an outage."""

import re
from datetime import datetime

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from nomic.accounts.roles import Duty
from nomic.accounts.time_zones import local_time
from nomic.cycles.commands.perform import new_idempotency_key
from nomic.cycles.commands.preview import MAX_TOKEN_LENGTH
from nomic.cycles.domain.actor import Actor
from nomic.cycles.models import Cycle
from nomic.effects.prose.english_grammar import sentences
from nomic.office.access import for_duty
from nomic.office.cycles.outages import MAX_GAMES, OutageForm, OutageOfGame, games_of_outages, record_or_show

ONCE = re.compile(r"[0-9a-z]{32}")
FIELD = "previewed-"  # and the game's slug: the field with the token of its preview


@require_http_methods(["GET", "HEAD", "POST"])
@for_duty(Duty.GAMES)
def outage(request: HttpRequest) -> HttpResponse:
    """Show the form, then a preview for each game. When the form is sent again, record the outage."""
    now, games, found, later = timezone.now(), games_of_outages(), list[OutageOfGame](), list[Cycle]()
    sent = request.POST.get("once", "")
    once = sent if ONCE.fullmatch(sent) else new_idempotency_key()
    initial = {"zone": getattr(request.user, "zone", "") or "UTC", "game": request.GET.get("game", "")}
    form = OutageForm(request.POST or None, games=games[:MAX_GAMES], now=now, initial=initial)
    if request.method == "POST" and form.is_valid():
        chosen, later = _concerned(form, games, now)
        found = _recorded_or_shown(request, form, chosen, later, once)
        if _is_recorded(request, found):
            return redirect("office:outage")
    times = form.cleaned_data if found else {}
    context = {
        "form": form,
        "found": [each for each in found if each.done is None],
        "later": later,
        "any_shown": any(each.preview for each in found),
        "began": times.get("began"),
        "ended": times.get("ended"),
        "once": once,
    }
    return render(request, "office/outage.html", context, status=422 if form.errors else 200)


def _concerned(form: OutageForm, games: list[Cycle], now: datetime) -> tuple[list[Cycle], list[Cycle]]:
    """Return the games of a valid form that ran during the outage, and those that began after it."""
    began, ended = form.cleaned_data["began"], form.cleaned_data["ended"] or now
    still = [game for game in games if game.ended_at is None or game.ended_at > began]
    named = [game for game in still if form.cleaned_data["game"] in ("", game.slug)]
    return [game for game in named if game.starts_at < ended], [game for game in named if game.starts_at >= ended]


def _recorded_or_shown(
    request: HttpRequest, form: OutageForm, chosen: list[Cycle], later: list[Cycle], once: str
) -> list[OutageOfGame]:
    """Preview the outage in each game, or record it where its preview was sent. Adds an error to the form if none."""
    if len(chosen) > MAX_GAMES:
        form.add_error("game", f"More than {MAX_GAMES} games were running. Choose one at a time.")
        return []
    if not chosen:
        form.add_error("game", _why_none(later, form.cleaned_data["zone"]))
        return []
    tokens = {game.slug: request.POST.get(FIELD + game.slug, "")[:MAX_TOKEN_LENGTH] for game in chosen}
    found = record_or_show(chosen, Actor.person(request.user), form.fields_of_act(), once, tokens)
    if not found:
        form.add_error("game", "These games have ended, and nothing was due in them then.")
    return found


def _is_recorded(request: HttpRequest, found: list[OutageOfGame]) -> bool:
    """Report what was recorded. Return whether the outage is finished: recorded in a game, and awaited in none."""
    done = [(each.game, each.done) for each in found if each.done is not None]
    for game, performed in done:
        messages.success(request, f"{game.title}: {sentences(performed.entry.words)}")
    if not done or any(each.preview for each in found):
        return False
    for each in found:
        if each.why_not:
            messages.warning(request, f"{each.game.title}: not recorded. {each.why_not}")
    return True


def _why_none(later: list[Cycle], zone: str) -> str:
    """Return why an outage affects no game: none ran then, or all of `later` began after it. Times are in this zone."""
    if not later:
        return "No game was running then."
    first = min(later, key=lambda game: game.starts_at)
    began = local_time(first.starts_at, zone)
    return f"Nobody was due to play then: {first.title} began on {began} ({zone})."
