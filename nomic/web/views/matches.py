"""Matches: those of a cycle, and one with its board, its moves and its log."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any
from urllib.parse import urlencode

from django.contrib.auth.views import redirect_to_login
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from nomic.cycles.moment import Moment
from nomic.cycles.perform import Performed
from nomic.cycles.refusals import BadArguments, Refusal, Refused, Unanswered
from nomic.tables.hosting.visible_match import VisibleMatch
from nomic.tables.models import Match, MatchStatus
from nomic.web.boards import board_of
from nomic.web.form_acts import form_key, perform_once, tell_next
from nomic.web.making import Making, Unreadable
from nomic.web.matchpage import Says, match_context
from nomic.web.pages import cycle_page, render_page
from nomic.web.panels import panels_on
from nomic.web.sitting import Sitting

MATCHES_A_PAGE = 30
LOOKING = ("look", "back", "leave")  # steps of the form that make no move


@dataclass(frozen=True, slots=True)
class Listed:
    """A match in the list: whom it waits for, until when, and whether the visitor has a choice to make meanwhile."""

    match: Match
    waits_for: Sequence[str]
    due_at: datetime | None
    is_your_turn: bool
    you_owe: bool

    @property
    def is_yours(self) -> bool:
        """Whether there is something in it for the visitor to do."""
        return self.is_your_turn or self.you_owe


@require_safe
@cycle_page
def matches(request: HttpRequest, moment: Moment) -> HttpResponse:
    """Matches that go on, those that wait for the visitor first; then those that are over, newest first."""
    of_cycle = Match.objects.filter(cycle=moment.cycle).defer("state").prefetch_related("seats")
    over = of_cycle.filter(status=MatchStatus.OVER).order_by("-ended_at", "-pk")
    context = {
        "panels": panels_on("matches", request, moment),
        "going_on": matches_going_on(moment),
        "page": Paginator(over, MATCHES_A_PAGE).get_page(request.GET.get("page")),
    }
    return render_page(request, moment, "web/matches.html", context)


def matches_going_on(moment: Moment) -> list[Listed]:
    """The matches of a cycle that are not over, those that wait for the visitor first."""
    found = Match.objects.filter(cycle=moment.cycle).exclude(status=MatchStatus.OVER).defer("state")
    listed = [_listed(moment, match) for match in found.prefetch_related("seats", "clocks")]
    return sorted(listed, key=lambda item: (not item.is_yours, not item.is_your_turn))


def _listed(moment: Moment, match: Match) -> Listed:
    clocks = sorted(match.clocks.all(), key=lambda clock: clock.due_at)
    waits_for = list(dict.fromkeys(player for clock in clocks for player in clock.players))
    name = moment.actor.name
    you_owe = bool(name) and any(seat.player == name and seat.owes_since for seat in match.seats.all())
    return Listed(match, waits_for, clocks[0].due_at if clocks else None, bool(name) and name in waits_for, you_owe)


@require_http_methods(["GET", "POST"])
@cycle_page
def match(request: HttpRequest, moment: Moment, code: str) -> HttpResponse:
    """A match. A form of it is a step of a move, or only asks to see the table as it is now."""
    found = match_or_404(moment, code)
    if request.method != "POST":
        return match_page(request, moment, found, Making())
    try:
        making = Making.of(request.POST)
    except Unreadable as error:
        return match_page(request, moment, found, Making(), Says("bad", str(error)), status=422)
    if is_look(request):
        return match_page(request, moment, found, looked_at(request, making))
    if not request.user.is_authenticated:
        return redirect_to_login(found_address(found))
    if "answering" not in request.POST:
        return make_move(request, moment, found, making)
    if waits_for_a_last_word(found, making):
        return match_page(request, moment, found, making.answered())
    return make_move(request, moment, found, making.answered())


def match_or_404(moment: Moment, code: str) -> Match:
    """The match of that code. Raises Http404."""
    found = Match.objects.filter(cycle=moment.cycle, code=code).first()
    if found is None:
        raise Http404("There is no such match.")
    return found


def is_look(request: HttpRequest) -> bool:
    """Whether a form only asks to see something: a deck, the step before, the table as it is now."""
    return request.POST.get("step") in LOOKING or "show" in request.POST or "hide" in request.POST


def looked_at(request: HttpRequest, making: Making) -> Making:
    """The move in the making after a form that makes none."""
    step = request.POST.get("step")
    if step == "leave":
        return Making()
    return making.back() if step == "back" else making


def waits_for_a_last_word(found: Match, making: Making) -> bool:
    """Whether a move is shown with its answers, the last one too, before it is made, as the game's board wants it."""
    return making.kind in board_of(found.game).last_word


def make_move(request: HttpRequest, moment: Moment, found: Match, making: Making) -> HttpResponse:
    """Make the move as far as it was answered: it is done, or asks on, or is refused and nothing has changed."""
    if making.move is None:
        return match_page(request, moment, found, Making(), Says("warn", "No move was chosen."), status=422)
    try:
        performed = _perform(request, moment, found, making)
    except Unanswered:
        return match_page(request, moment, found, replace(making, chosen=()))
    except BadArguments as bad:
        return _once_more(request, moment, found, making, bad)
    except Refused as refused:
        if refused.code == "stale-version":
            return _stale(request, moment, found, making)
        says = Says("bad", refused.detail, refused.rule)
        return match_page(request, moment, found, Making(), says, status=409)
    except Refusal as refusal:
        return match_page(request, moment, found, Making(), Says("bad", refusal.detail), status=409)
    if performed.again or not request.headers.get("HX-Request"):
        tell_next(request, performed)  # else the log and the page's live region do
    return HttpResponseRedirect(found_address(found, opened_in(request)))


def _perform(request: HttpRequest, moment: Moment, found: Match, making: Making) -> Performed:
    """Perform the move; the same form sent twice is one move, with another button another one."""
    answers = [list(answer) for answer in making.answers]
    args: dict[str, Any] = {"match": found.code, "move": making.move, "answers": answers}
    version = _expected_version(request, moment, found)
    if version is not None:
        args["expected_version"] = version
    return perform_once(moment, "move", args, form_key(request))


def _expected_version(request: HttpRequest, moment: Moment, found: Match) -> int | None:
    """The version of the match that the page showed; this one, where it differs in nothing that the move heeds."""
    heeds, heeded = board_of(found.game).heeds, request.POST.get("heeded", "")
    if heeds is not None and heeded and heeded == heeds(VisibleMatch(moment, found).view):
        return found.version
    version = request.POST.get("expected_version", "")
    return int(version) if version.isascii() and version.isdecimal() and len(version) < 12 else None


def _stale(request: HttpRequest, moment: Moment, found: Match, making: Making) -> HttpResponse:
    """Others were faster. The table is shown as it is now, and what was chosen is kept as far as it can be."""
    now = Match.objects.get(pk=found.pk)
    says = Says("warn", "Something else happened at the table meanwhile, so nothing of your move was done yet.")
    return match_page(request, moment, now, making, says, status=409)


def _once_more(request: HttpRequest, moment: Moment, found: Match, making: Making, bad: BadArguments) -> HttpResponse:
    """An answer does not fit what is asked: the question comes again, with what was chosen."""
    place = next((error.field.removeprefix("answers/") for error in bad.errors), "")
    kept = making.cut(int(place)) if place.isdecimal() else Making()
    says = Says("bad", f"This cannot be the answer: {bad.errors[0].detail}." if place.isdecimal() else bad.detail)
    return match_page(request, moment, found, kept, says, status=422)


def match_page(
    request: HttpRequest, moment: Moment, found: Match, making: Making, says: Says | None = None, *, status: int = 200
) -> HttpResponse:
    """The page of a match with a move in the making."""
    sitting = Sitting(moment, found)
    context = match_context(request, sitting, sitting.in_hand(making), opened_in(request), says)
    return render_page(request, moment, "web/match.html", context, status=status)


def opened_in(request: HttpRequest) -> frozenset[str]:
    """Whose cards the visitor has asked to see whole."""
    asked = [*request.GET.lists(), *request.POST.lists()]
    opened = {name for key, names in asked if key in ("open", "show") for name in names}
    hidden = {name for key, names in asked if key == "hide" for name in names}
    return frozenset(name for name in opened - hidden if 0 < len(name) <= 30)


def found_address(found: Match, opened: frozenset[str] = frozenset()) -> str:
    """The address of a match's page, with what is shown whole."""
    address = reverse("web:match", args=[found.cycle.slug, found.code])
    return f"{address}?{urlencode([('open', name) for name in sorted(opened)])}" if opened else address
