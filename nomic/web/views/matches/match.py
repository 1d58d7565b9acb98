"""Matches: the list of a cycle, and the page of a match with its board, moves and log."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any
from urllib.parse import urlencode

from django.contrib.auth.views import redirect_to_login
from django.core.paginator import Paginator
from django.db import DEFAULT_DB_ALIAS
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from nomic.cycles.actions.context import ReadContext
from nomic.cycles.domain.exceptions import BadArguments, Refusal, Refused, Unanswered
from nomic.db import Prepared
from nomic.matches.hosting.moves.preconditions import know_seats
from nomic.matches.hosting.player_tasks import TURN
from nomic.matches.hosting.views.visible_match import VisibleMatch
from nomic.matches.models import Match, MatchSeat, MatchStatus, TurnClock
from nomic.matches.practice.hints import Hint
from nomic.players.player_tasks import Task, waiting_for
from nomic.web.forms.perform_once import form_key, perform_once, report_on_next_page
from nomic.web.hooks.boards import board_of
from nomic.web.hooks.panels import panels_on
from nomic.web.matches.ending import outcome_of
from nomic.web.matches.move_draft import draft_of
from nomic.web.matches.move_form import NO_MOVE, MoveForm, Unreadable
from nomic.web.matches.next_turn import next_turn
from nomic.web.matches.page import Note, match_context
from nomic.web.matches.rules_in_short import rules_in_short
from nomic.web.matches.table_hints import CHOICE_HINT, kept_hint
from nomic.web.page_context import context_for, cycle_page, render_page
from nomic.web.sharing.pictures import has_picture

MATCHES_A_PAGE = 30
# Columns of a match that the list needs and that no step changes; then columns of a seat. The order matters.
LISTED = ("id", "code", "game", "title", "status", "opened_seq", "place")
SEATED = ("id", "match_id", "player", "place", "status", "owes_since")
LOOKING = ("look", "back", "leave", CHOICE_HINT)  # steps of the form that make no move


_coded = Prepared(
    lambda cycle, code: Match.objects.filter(cycle_id=cycle, code=code).order_by(), int, str, for_pages=True
)
_going_on = Prepared(
    lambda cycle: (
        Match.objects.filter(cycle_id=cycle)
        .exclude(status=MatchStatus.OVER)
        .order_by("-pk", "seats__place")
        .values_list(*LISTED, *(f"seats__{name}" for name in SEATED))
    ),
    int,
    for_pages=True,
)
_clocks = Prepared(
    lambda cycle: (
        TurnClock.objects.filter(match__cycle_id=cycle).exclude(match__status=MatchStatus.OVER).order_by("due_at", "pk")
    ),
    int,
    for_pages=True,
)


@dataclass(frozen=True, slots=True)
class Listed:
    """A row in the list of matches: the seats, the awaited players, the deadline, and what the visitor has to do."""

    match: Match
    seats: Sequence[MatchSeat]
    waits_for: Sequence[str]
    due_at: datetime | None
    is_your_turn: bool
    you_owe: bool

    @property
    def is_yours(self) -> bool:
        """True if the match waits for the visitor."""
        return self.is_your_turn or self.you_owe


@require_safe
@cycle_page
def show_matches(request: HttpRequest, ctx: ReadContext) -> HttpResponse:
    """Show the running matches, starting with those that wait for the visitor, then the finished ones, newest first."""
    of_cycle = Match.objects.filter(cycle=ctx.cycle).defer("state").prefetch_related("seats")
    over = of_cycle.filter(status=MatchStatus.OVER).order_by("-ended_at", "-pk")
    context = {
        "panels": panels_on("matches", request, ctx),
        "going_on": matches_going_on(ctx),
        "page": Paginator(over, MATCHES_A_PAGE).get_page(request.GET.get("page")),
    }
    return render_page(request, ctx, "web/matches.html", context)


def matches_going_on(ctx: ReadContext) -> list[Listed]:
    """Return the unfinished matches of a cycle. Those that wait for the visitor come first."""
    found = _with_seats(ctx)
    know_seats(ctx, found)
    clocks: dict[int, list[TurnClock]] = {}
    for clock in _clocks.all(ctx.cycle.pk) if found else ():
        clocks.setdefault(clock.match_id, []).append(clock)
    listed = [_listed(ctx, match, seats, clocks.get(match.pk, [])) for match, seats in found]
    return sorted(listed, key=lambda item: (not item.is_yours, not item.is_your_turn))


def _with_seats(ctx: ReadContext) -> list[tuple[Match, list[MatchSeat]]]:
    """Return the unfinished matches, newest first, each with its seats. Sends one query."""
    found: dict[int, tuple[Match, list[MatchSeat]]] = {}
    for row in _going_on.all(ctx.cycle.pk):
        match, seat = row[: len(LISTED)], row[len(LISTED) :]
        if row[0] not in found:
            found[row[0]] = Match.from_db(DEFAULT_DB_ALIAS, LISTED, match), []
        if seat[0] is not None:  # an outer join: a match may have no seats
            found[row[0]][1].append(MatchSeat.from_db(DEFAULT_DB_ALIAS, SEATED, seat))
    return list(found.values())


def _listed(ctx: ReadContext, match: Match, seats: list[MatchSeat], clocks: list[TurnClock]) -> Listed:
    waits_for = list(dict.fromkeys(player for clock in clocks for player in clock.players))
    name = ctx.actor.name
    you_owe = bool(name) and any(seat.player == name and seat.owes_since for seat in seats)
    return Listed(
        match, seats, waits_for, clocks[0].due_at if clocks else None, bool(name) and name in waits_for, you_owe
    )


@require_http_methods(["GET", "HEAD", "POST"])
@cycle_page
def match(request: HttpRequest, ctx: ReadContext, code: str) -> HttpResponse:
    """Show a match, and perform its form, which is a step of a move or only changes the view of the table."""
    visible = VisibleMatch(ctx, match_or_404(ctx, code))
    if request.method != "POST":
        return match_page(request, visible)
    try:
        form = MoveForm.of(request.POST)
    except Unreadable as error:
        return match_page(request, visible, note=Note("bad", str(error)), status=422)
    if is_look(request):
        looked = looked_at(request, form)
        return match_page(request, visible, looked, hint=kept_hint(request, visible) if looked.move is None else None)
    if not request.user.is_authenticated:
        return redirect_to_login(match_address(visible.match))
    if "answering" in request.POST:
        form = form.answered()
        if form.kind in board_of(visible.match.game).last_word:
            return match_page(request, visible, form)
    return make_move(request, visible, form)


def match_or_404(ctx: ReadContext, code: str) -> Match:
    """Return the match with this code. Raises Http404 if there is none."""
    found = _coded.first(ctx.cycle.pk, code)
    if found is None:
        raise Http404("There is no such match.")
    found.cycle = ctx.cycle
    return found


def is_look(request: HttpRequest) -> bool:
    """Return whether a form only changes the view, for example to a deck or to the previous step."""
    return request.POST.get("step") in LOOKING or "show" in request.POST or "hide" in request.POST


def looked_at(request: HttpRequest, form: MoveForm) -> MoveForm:
    """Return the move in progress after a submitted form that does not make the move."""
    step = request.POST.get("step")
    if step == "leave":
        return NO_MOVE
    return form.back() if step == "back" else form


def make_move(request: HttpRequest, visible: VisibleMatch, form: MoveForm) -> HttpResponse:
    """Make the move with the answers so far, and return the response.

    The response shows the result of the move, its next question, or an error.
    """
    if form.move is None:
        return match_page(request, visible, note=Note("warn", "No move was chosen."), status=422)
    args: dict[str, Any] = {
        "match": visible.match.code,
        "move": form.move,
        "answers": [list(answer) for answer in form.answers],
        "expected_version": _expected_version(request, visible),
    }
    try:
        performed = perform_once(visible.ctx, "move", args, form_key(request))
    except Unanswered:
        return match_page(request, visible, replace(form, chosen=()))
    except BadArguments as bad:
        return _asked_again(request, visible, form, bad)
    except Refused as refused:
        if refused.code == "stale-version":
            return _stale(request, visible, form)
        return match_page(request, visible, note=Note("bad", refused.detail, refused.rule), status=409)
    except Refusal as refusal:
        return match_page(request, visible, note=Note("bad", refusal.detail), status=409)
    if performed.is_repeated:
        report_on_next_page(request, performed)  # otherwise the table itself says what has happened since
    return HttpResponseRedirect(match_address(visible.match, opened_in(request)))


def _expected_version(request: HttpRequest, visible: VisibleMatch) -> int | None:
    """Return the match's version that the page showed, or None if the form does not say.

    If nothing has changed that the move depends on, the current version is returned.
    """
    depends_on, shown = board_of(visible.match.game).moves_depend_on, request.POST.get("moves_depend_on", "")
    if depends_on is not None and shown and shown == depends_on(visible.view):
        return visible.match.version
    version = request.POST.get("expected_version", "")
    return int(version) if version.isascii() and version.isdecimal() and len(version) < 12 else None


def _stale(request: HttpRequest, visible: VisibleMatch, form: MoveForm) -> HttpResponse:
    """Return the current table as the response to an outdated move.

    The visitor's choices are kept as far as possible.
    """
    ctx = context_for(request, visible.ctx.cycle.slug)
    now = VisibleMatch(ctx, match_or_404(ctx, visible.match.code))
    note = Note("warn", "Something else happened at the table meanwhile, so your move was not made.")
    return match_page(request, now, form, note, status=409)


def _asked_again(request: HttpRequest, visible: VisibleMatch, form: MoveForm, bad: BadArguments) -> HttpResponse:
    """Return the response to an invalid answer: the same question with the visitor's choices."""
    place = next((error.field.removeprefix("answers/") for error in bad.errors), "")
    if not place.isdecimal():
        return match_page(request, visible, note=Note("bad", bad.detail), status=422)
    note = Note("bad", f"This cannot be the answer: {bad.errors[0].detail}.")
    return match_page(request, visible, form.cut(int(place)), note, status=422)


def match_page(
    request: HttpRequest,
    visible: VisibleMatch,
    form: MoveForm = NO_MOVE,
    note: Note | None = None,
    *,
    hint: Hint | None = None,
    status: int = 200,
) -> HttpResponse:
    """Return the page of a match, with a move in progress or a hint for the next move."""
    context = match_context(request, visible, draft_of(visible, form), opened_in(request), note, hint)
    context["next_table"] = next_table(visible)
    context["next_turn"] = next_turn(visible)
    context["outcome"] = outcome_of(visible)
    context["has_picture"] = has_picture(visible.match)
    context["in_short"] = rules_in_short(visible)
    return render_page(request, visible.ctx, "web/match.html", context, status=status)


def next_table(visible: VisibleMatch) -> Task | None:
    """Return the visitor's most urgent turn in another match of the cycle, or None."""
    here = match_address(visible.match)
    turns = (each.task for each in waiting_for(visible.ctx) if each.kind.name == TURN.name)
    return next((task for task in turns if task.link != here), None)


def opened_in(request: HttpRequest) -> frozenset[str]:
    """Return the players whose cards the visitor has unfolded."""
    asked = [*request.GET.lists(), *request.POST.lists()]
    opened = {name for key, names in asked if key in ("open", "show") for name in names}
    hidden = {name for key, names in asked if key == "hide" for name in names}
    return frozenset(name for name in opened - hidden if 0 < len(name) <= 30)


def match_address(found: Match, opened: frozenset[str] = frozenset()) -> str:
    """Return the URL of a match's page. The cards of the players in `opened` are unfolded."""
    address = reverse("web:match", args=[found.cycle.slug, found.code])
    return f"{address}?{urlencode([('open', name) for name in sorted(opened)])}" if opened else address
