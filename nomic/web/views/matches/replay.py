"""Replay of a match, step by step, from the perspective of one of its seats or of a spectator."""

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain, islice
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from nomic.cycles.actions.context import ReadContext
from nomic.cycles.models import Entry
from nomic.matches.contract.game import Event
from nomic.matches.hosting.loaded_match import LoadedMatch, law_at_revision, loaded_match
from nomic.matches.hosting.views.board_view import BoardView
from nomic.matches.hosting.views.export import export_match, record_for_views
from nomic.matches.models import Match, StepKind
from nomic.matches.practice.bot_seats import bot_game
from nomic.matches.simulation.replay_export import Diverged, Position, StillSealed, replay_positions
from nomic.web.hooks.boards import board_of
from nomic.web.matches.page import STEPS_READ, draw_board
from nomic.web.middleware.throttling import costly
from nomic.web.page_context import cycle_page, query_parameter, render_page
from nomic.web.views.matches.match import match_or_404, opened_in


@dataclass(frozen=True, slots=True)
class Shown:
    """A position that the visitor may see, and the reason if later positions are hidden.

    `drawn_in` is the entry of the latest draw before or at the position, and `recent` are the events up to it.
    """

    position: Position
    drawn_in: int | None = None
    stops: str = ""
    recent: tuple[Event, ...] = ()


@costly
@require_safe
@cycle_page
def replay_page(request: HttpRequest, ctx: ReadContext, code: str) -> HttpResponse:
    """Show the match after a step, from the perspective of a seat (the query parameters `step` and `seat`).

    The defaults are the newest step and the visitor's own seat, or a spectator. The step "start" is the last before the
    first move of the game: the match is open, and all players have chosen what they begin with.
    """
    match = match_or_404(ctx, code)
    table, board = loaded_match(ctx, match), board_of(match.game)
    seat = _seat(request, ctx, table)
    step = match.version if _is_start(request) else _step(request, match)
    shown = position_at(ctx, table, seat, step, up_to_start=_is_start(request))
    position = shown.position
    law = law_at_revision(ctx.cycle, position.step["revision"] if position.step else match.setup_revision)
    opened = opened_in(request)
    view = table.game.view(position.rules, position.state, seat)
    board_view = BoardView(
        law=law, view=view, opened=opened, lately=position.events, recent=shown.recent, drawn_in=shown.drawn_in
    )
    board_html, _ = draw_board(request, board, board_view, cycle=ctx.cycle, is_replay=True)
    context: dict[str, Any] = {
        "match": match,
        "styles": board.styles,
        "scripts": board.scripts,
        "board_html": board_html,
        "step": position.version,
        "stops": shown.stops,
        "preparations": position.version if _is_start(request) else 0,
        "before": position.version - 1 if position.version else None,
        "after": position.version + 1 if position.version < match.version and not shown.stops else None,
        "made": position.step,
        "letters": sum(len(event.text) for event in position.events),
        "words": [event.text for event in position.events if event.text] or _entry_words(ctx, position),
        "seat": seat or "",
        "seats": [each.player for each in table.seats],
        "opened": sorted(opened),
    }
    return render_page(request, ctx, "web/match_replay.html", context)


def _entry_words(ctx: ReadContext, position: Position) -> list[str]:
    """Return the journal's words for a step that the game does not describe, such as somebody joining."""
    if position.step is None:
        return []
    entry = Entry.objects.filter(cycle=ctx.cycle, seq=position.step["seq"]).first()
    return list(entry.words) if entry is not None else []


def _seat(request: HttpRequest, ctx: ReadContext, table: LoadedMatch) -> str | None:
    """Return the player from whose seat the match is shown, or None for a spectator.

    Raises Http404 if the address names a player who has no seat.
    """
    own = ctx.actor.name if ctx.actor.name and table.is_seated(ctx.actor.name) else ""
    seat = query_parameter(request, "seat") if "seat" in request.GET else own
    if seat and not table.is_seated(seat):
        raise Http404("Nobody of that name sits at this match.")
    return seat or None


def _step(request: HttpRequest, match: Match) -> int:
    """Return the number of the step in the address, at most the last step, which is the default."""
    text = query_parameter(request, "step")
    return min(int(text), match.version) if text.isascii() and text.isdecimal() and len(text) < 9 else match.version


def _is_start(request: HttpRequest) -> bool:
    return query_parameter(request, "step") == "start"


def _begins_play(match: Match, before: Position, after: Position) -> bool:
    """Return whether the step between two positions is the first move of the game, after all preparations."""
    program = bot_game(match.game)
    has_begun = program is None or program.has_begun(before.state)
    return has_begun and after.step is not None and after.step["kind"] == StepKind.MOVE


def position_at(
    ctx: ReadContext, table: LoadedMatch, seat: str | None, step: int, *, up_to_start: bool = False
) -> Shown:
    """Return the match after `step` steps, or the last position before a step that is still sealed to this visitor.

    If `up_to_start` is set, it is the position before the first move of the game if that comes earlier. One's own view
    and a spectator's view leave out secrets. Another player's view is made from the public record, so it shows only
    what everybody may see.
    """
    is_open = seat is None or seat == ctx.actor.name
    record = (record_for_views if is_open else export_match)(ctx.cycle, table.match)
    reached: Position | None = None
    drawn_in: int | None = None
    stops = ""
    recent: deque[Sequence[Event]] = deque(maxlen=STEPS_READ)
    try:
        for position in islice(replay_positions(record, table.game), step + 1):
            if up_to_start and reached is not None and _begins_play(table.match, reached, position):
                break
            reached = position
            recent.append(position.events)
            if position.step is not None and position.step["draws"]:
                drawn_in = position.step["seq"]
    except StillSealed:
        stops = "What comes next from this seat is sealed for now."
    except Diverged as diverged:
        stops = f"From here on this match cannot be played again as it was: {diverged}."
    if reached is None:
        raise Http404("This match has no beginning.")
    return Shown(reached, drawn_in, stops, tuple(chain.from_iterable(recent)))
