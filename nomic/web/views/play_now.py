"""Play now: a practice table with bots, for visitors with or without an account."""

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST

from nomic.cycles.domain.actor import Actor
from nomic.cycles.domain.exceptions import Refused
from nomic.cycles.models import Cycle, Status
from nomic.cycles.practice_setup import open_practice_cycle
from nomic.law.document.templates import described_templates
from nomic.matches.practice.first_match import begin_first_match
from nomic.players.guests import TablesFull, new_guest, open_guest_table, tables_of
from nomic.ratelimit.rates import count_within_rate
from nomic.web.auth.guests import SESSION_KEY, guest_of
from nomic.web.coach import begin_coaching, stop_coaching
from nomic.web.forms.perform_once import form_key
from nomic.web.forms.redirects import redirect_back
from nomic.web.middleware.throttling import too_many, visitor
from nomic.web.page_context import actor_of

FIRST_GAME = "cycle-16"  # of Play now without a choice; if it is not installed, the first one
IDEAS = "ideas"  # where a form of Play now leads, in place of the table


@require_http_methods(["GET", "HEAD", "POST"])
def play(request: HttpRequest) -> HttpResponse:
    """Open the visitor's practice table of a game, or return to it.

    If possible, a match against a bot is begun there. With the parameter `then=ideas`, the visitor first sees ideas for
    its rules.
    """
    if request.method != "POST":
        return redirect(f"{reverse('web:home')}#games")
    games = {law.name: law.title for law in described_templates()}
    game = request.POST.get("game", FIRST_GAME if FIRST_GAME in games else next(iter(games), ""))
    if game not in games:
        raise Http404("There is no such game.")
    try:
        if request.user.is_authenticated:
            cycle, owner = _own_cycle(request, game)
        else:
            found = _guest_table(request, game, games[game])
            if isinstance(found, HttpResponse):
                return found
            cycle, owner = found
    except TablesFull as full:
        context = {"tables": full.tables, "oldest": full.tables[-1], "game": game, "title": games[game]}
        context["then"] = IDEAS if request.POST.get("then") == IDEAS else ""
        return render(request, "web/tables_full.html", context, status=409)
    except Refused as refused:
        messages.warning(request, refused.detail)
        return redirect("web:home" if request.user.is_authenticated else "account_signup")
    begin_coaching(request, cycle.slug)
    match = begin_first_match(cycle, owner)
    if request.POST.get("then") == IDEAS:
        return redirect("web:recipes", cycle.slug)
    return redirect("web:hall", cycle.slug) if match is None else redirect("web:match", cycle.slug, match.code)


def _own_cycle(request: HttpRequest, game: str) -> tuple[Cycle, Actor]:
    """Return a signed-in visitor's newest running practice cycle of the game, or open one. The actor is its owner."""
    owner = actor_of(request)
    own = Cycle.objects.filter(
        practice=True, owner_name=owner.name, book__template=game, status=Status.RUNNING, fork_of=None
    )
    return own.order_by("-created_at").first() or open_practice_cycle(game, owner, form_key(request)), owner


def _guest_table(request: HttpRequest, game: str, title: str) -> tuple[Cycle, Actor] | HttpResponse:
    """Return the guest's table of the game, opened if necessary, or status 429 if the address has opened too many."""
    guest = guest_of(request)
    known = [] if guest is None else [table for table in tables_of(guest) if table.book.template == game]
    if not known:
        count = count_within_rate(settings.GUEST_LIMIT, "guests", visitor(request))
        if count.wait:
            return too_many(request, count.wait)
    if guest is None:
        guest = new_guest()
        request.session[SESSION_KEY] = guest.pk
    cycle = open_guest_table(guest, game, f"{title}, practice", replacing=request.POST.get("replace", ""))
    return cycle, Actor(cycle.owner_name, guest.pk)


@require_POST
def skip_coach(request: HttpRequest) -> HttpResponse:
    """Hide the coach in a cycle until the visitor opens it again with *Play now*."""
    stop_coaching(request, request.POST.get("cycle", ""))
    return redirect_back(request, reverse("web:home"))
