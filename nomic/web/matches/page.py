"""The page of a match: the board, the moves that the board does not show, the question, clocks and log."""

import itertools
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cache
from typing import Any

from django.http import HttpRequest
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString
from msgspec import convert

from nomic.comments.topics import has_talk, page_of
from nomic.effects.prose.second_person import addressable, is_about
from nomic.matches.contract.derive_schemas import moves_schema
from nomic.matches.contract.game import Event, LegalMove
from nomic.matches.contract.moves import read_order
from nomic.matches.hosting.clocks import running_clocks
from nomic.matches.hosting.registry import game_named
from nomic.matches.hosting.views.board_view import BoardView, OfferedMove, Pick, move_as_json
from nomic.matches.hosting.views.destroyed_together import destroyed_together
from nomic.matches.hosting.views.visible_match import VisibleMatch, newest_steps
from nomic.matches.models import Match, MatchStep, StepKind
from nomic.matches.practice.hints import Hint, advised_answers, advised_move, can_ask, reason_for
from nomic.web.coach import is_beginning, is_coached
from nomic.web.hooks.boards import Board, board_of
from nomic.web.matches.move_draft import ANSWER, MoveDraft
from nomic.web.matches.since_viewers_last_move import done_to_viewer
from nomic.web.matches.table_hints import asks_for_choice, choice_advised, choice_in_words

MANY_NAMES = 3  # if the game waits for this many others, their names are folded
MANY_OF_A_KIND = 4  # this many moves of one kind become a list, fewer become a button each
LINES = 40  # of the log on the page
SINCE_LENGTH = 130  # characters, and the sentence in which they end, of what happened since the viewer's last move
STEPS_READ = 120  # for those lines: an entry can have several


@dataclass(frozen=True, slots=True)
class Note:
    """A message at the top of the page: good, warn or bad."""

    kind: str
    text: str
    rule: str = ""


@dataclass(frozen=True, slots=True)
class LogLine:
    """An entry of the journal with steps of the match."""

    seq: int
    at: datetime
    words: list[str]
    draws: int


def match_context(
    request: HttpRequest,
    visible: VisibleMatch,
    draft: MoveDraft,
    opened: frozenset[str],
    note: Note | None = None,
    hint: Hint | None = None,
) -> dict[str, Any]:
    """Return the context of a match's template."""
    match, board = visible.match, board_of(visible.match.game)
    steps = newest_steps(match, STEPS_READ)
    lines = log_of(steps)
    board_view = board_view_of(visible, draft, opened, steps, lines)
    board_view, about_hints = _with_hints(request, visible, draft, board_view, steps, hint)
    board_html, placed = draw_board(
        request, board, board_view, cycle=match.cycle, match=match, ctx=visible.ctx, **about_hints
    )
    trouble = Note("warn", draft.trouble, draft.rule) if draft.trouble else None
    return {
        "match": match,
        "talk_page": page_of(match.cycle, match) if has_talk(match.cycle) else "",
        **about_hints,
        "board_shows_hint": board.shows_hint,
        "api": reverse("api:match", args=[match.code]),
        "moves_schema": moves_in_json_schema(match.game),
        "styles": board.styles,
        "scripts": board.scripts,
        "notes": [each for each in (note, trouble) if each is not None],
        "moves_depend_on": board.moves_depend_on(board_view.view) if board.moves_depend_on else "",
        "opened": sorted(opened),
        "advice": board.advice(board_view) if visible.viewer is not None else [],
        "board_html": board_html,
        "placed": placed,
        "me_seated": visible.viewer is not None,
        "seated": [seat.player for seat in visible.table.seats],
        **_news(board, board_view, visible, steps),
        **_whose_turn(visible),
        **_move_context(board, board_view, draft, placed),
        "orders": [
            (order.code, board.order_in_words(read_order(visible.table.game, order.order), board_view.view))
            for order in visible.orders
        ],
        "order_offers": board.orders(board_view) if visible.legal else {},
        "clocks": [] if match.is_over else running_clocks(match),
        "ending": ending_in_words(match),
        "log": lines[:LINES],
        "more_log": len(lines) > LINES,
    }


def _with_hints(
    request: HttpRequest,
    visible: VisibleMatch,
    draft: MoveDraft,
    board_view: BoardView,
    steps: Sequence[MatchStep],
    hint: Hint | None,
) -> tuple[BoardView, dict[str, Any]]:
    """Return the board with the advised move or choice marked, and the context of the hints beside it."""
    choice_hint = choice_pick = ""
    if hint is not None:
        board_view = replace(board_view, advised=hint.advised, advised_answers=hint.given)
    elif asks_for_choice(request):
        board_view, choice_hint, choice_pick = _with_choice_hint(request, visible, draft, board_view)
    elif board_of(visible.match.game).heeds_hint and is_coached(request, visible.ctx):
        board_view = _with_advice_of_coach(visible, draft, board_view, steps)
    can_ask_for_choice = draft.question is not None and not choice_hint and can_ask(visible)
    return replace(board_view, can_ask_for_choice=can_ask_for_choice), {
        "here": reverse("web:match", args=[visible.match.cycle.slug, visible.match.code]),
        "can_ask_for_hint": draft.move is None and _has_something_to_do(visible) and can_ask(visible),
        "hint": hint,
        "choice_hint": choice_hint,
        "choice_pick": choice_pick,
        "can_ask_for_choice": can_ask_for_choice,
    }


def _with_choice_hint(
    request: HttpRequest, visible: VisibleMatch, draft: MoveDraft, board_view: BoardView
) -> tuple[BoardView, str, str]:
    """Return the board's input with a hint for the open question, the hint in words, and the option to tick or ""."""
    given = choice_advised(request, visible, draft)
    advised = replace(board_view, advised=draft.move if given else None, advised_answers=given)
    picked = [move_as_json(value) for value in given[len(draft.form.answers)]] if given else []
    if draft.many:
        advised = replace(advised, chosen=frozenset(picked) or board_view.chosen)
    # The answers of a move with a last word are its steps, so its reason is theirs.
    has_steps = draft.form.kind in board_of(visible.match.game).last_word
    why = reason_for(visible, draft.move, given) if has_steps and draft.move is not None and given else ""
    said = f"{choice_in_words(draft, given)} {why}".strip()
    return advised, said, picked[0] if picked and not draft.many else ""


def _with_advice_of_coach(
    visible: VisibleMatch, draft: MoveDraft, board_view: BoardView, steps: Sequence[MatchStep]
) -> BoardView:
    """Return the board's input with the next move or answer that the coach marks."""
    if draft.move is None and board_of(visible.match.game).heeds_answers_alone:
        return board_view
    if draft.move is None:
        return replace(board_view, advised=advised_move(visible, plain=is_beginning(steps, visible.viewer)))
    if draft.question is None:
        return board_view
    given = advised_answers(visible, draft.move, draft.form.answers)
    return replace(board_view, advised=draft.move if given else None, advised_answers=given)


def _has_something_to_do(visible: VisibleMatch) -> bool:
    """Return whether the match waits for the visitor, or the visitor can make a useful move anyway."""
    seats = [seat for seat in visible.table.seats if seat.player == visible.viewer]
    return visible.viewer in visible.table.may_act or any(seat.to_act or seat.owes for seat in seats)


def board_view_of(
    visible: VisibleMatch,
    draft: MoveDraft,
    opened: frozenset[str],
    steps: Sequence[MatchStep],
    lines: Sequence[LogLine],
) -> BoardView:
    """Return the input for drawing the board. `steps` and `lines` are the latest ones, newest first."""
    return BoardView(
        law=visible.table.law,
        view=visible.view,
        legal=tuple(visible.legal),
        barred=tuple(visible.barred),
        move=draft.move,
        answers=draft.form.answers,
        question=draft.question,
        chosen=frozenset(move_as_json(value) for value in draft.form.chosen),
        opened=opened,
        lately=tuple(convert(steps[0].events if steps else [], list[Event])),
        recent=_events_of(reversed(steps)),
        own_turn=_events_of(own_turn(visible, steps)),
        drawn_in=next((line.seq for line in lines if line.draws), None),
    )


def _news(
    board: Board, board_view: BoardView, visible: VisibleMatch, steps: Sequence[MatchStep]
) -> dict[str, list[str]]:
    """Return the template context of the events since the viewer's last move.

    `brought` addresses the viewer in the second person: what the game says, or what others have done to the viewer.
    Sentences that it replaces are left out of `since_yours`.
    """
    if visible.viewer is None or visible.match.is_over:
        return {"brought": [], "since_yours": []}
    since = since_own_move(visible, steps)
    you = addressable(visible.ctx.law, visible.viewer)
    if brought := board.brought(board_view):
        return {"brought": brought, "since_yours": [each for each in since if not is_about(each, you)]}
    waited_for = [seat.player for seat in visible.table.seats if seat.to_act]
    done = done_to_viewer(
        you,
        [_events_of([step]) for step in own_turn(visible, steps)[1:]],
        board.many_of_a_kind,
        board.no_news,
        is_turn=waited_for == [visible.viewer],
    )
    if done is None:
        return {"brought": [], "since_yours": list(destroyed_together(since))}
    rest = [each for each in since if each not in done.covered]
    return {"brought": [done.line], "since_yours": list(destroyed_together(rest))}


def _events_of(steps: Iterable[MatchStep]) -> tuple[Event, ...]:
    return tuple(event for step in steps for event in convert(step.events, list[Event]))


def own_turn(visible: VisibleMatch, steps: Sequence[MatchStep]) -> list[MatchStep]:
    """Return the viewer's newest move and the steps after it, oldest first. `steps` are newest first.

    Empty for viewers without a move among the steps.
    """
    own = (place for place, step in enumerate(steps) if step.kind == StepKind.MOVE and step.player == visible.viewer)
    newest = next(own, None) if visible.viewer is not None else None
    return [] if newest is None else list(reversed(steps[: newest + 1]))


def since_own_move(visible: VisibleMatch, steps: Iterable[MatchStep]) -> list[str]:
    """Return sentences about the events since the viewer's last move, oldest first.

    `steps` are newest first. If there are many, those that name the viewer have priority, then newer ones. Empty for
    viewers without a seat or a move among the steps, and if the match is over.
    """
    if visible.viewer is None or visible.match.is_over:
        return []
    no_news = board_of(visible.match.game).no_news
    sentences: list[str] = []  # newest first
    for step in steps:
        if step.kind == StepKind.MOVE and step.player == visible.viewer:
            return _most_telling(sentences, visible.viewer)[::-1]
        sentences += [
            event["text"] for event in reversed(step.events) if event["text"] and event["kind"] not in no_news
        ]
    return []


def _most_telling(sentences: list[str], viewer: str) -> list[str]:
    """Return as many of these sentences as fit, in their order. Those that name the viewer have priority."""
    kept: set[int] = set()
    for place in sorted(range(len(sentences)), key=lambda place: not is_about(sentences[place], viewer)):
        if sum(len(sentences[each]) for each in kept) < SINCE_LENGTH:
            kept.add(place)
    return [sentences[place] for place in sorted(kept)]


def _move_context(board: Board, shown: BoardView, draft: MoveDraft, placed: frozenset[str | int]) -> dict[str, Any]:
    """Return the template context of the move in progress, or of the possible moves."""
    is_free = draft.move is None
    return {
        "draft": draft,
        "about": board.about(shown) if shown.question is not None else "",
        "asked": board.asked(shown) if shown.question is not None else "",
        "last_word": board.last_word.get(draft.form.kind, ""),
        "picks": left_over(shown, placed),
        "groups": offers(board, shown.legal) if is_free else [],
        "ready": board.ready(shown) if is_free else [],
        "preparing": board.preparing(shown) if is_free else "",
        "many": MANY_OF_A_KIND,
        "barred": [item for item in shown.barred if item.move.kind not in board.places],
        "endings": endings(board, shown.legal),
    }


def _whose_turn(visible: VisibleMatch) -> dict[str, Any]:
    """Return the template context for whose turn it is, and for the visitor's task."""
    seats = [] if visible.match.is_over else visible.table.seats
    waited_for = [seat.player for seat in seats if seat.to_act]
    others = [player for player in waited_for if player != visible.viewer]
    return {
        "your_turn": visible.viewer in waited_for,
        "is_invited": any(seat.status == "invited" and seat.player == visible.viewer for seat in seats),
        "you_owe": any(seat.owes and seat.player == visible.viewer for seat in seats),
        "may_act": visible.viewer in visible.table.may_act,
        "waited_for": waited_for,
        "others_waited_for": others,
        "many_waited_for": len(others) >= MANY_NAMES,
    }


def draw_board(
    request: HttpRequest, board: Board, board_view: BoardView, **more: Any
) -> tuple[SafeString, frozenset[str | int]]:
    """Return a game's board as HTML, and the options of the question that the board itself shows."""
    drawing = board.draw(board_view)
    return render_to_string(board.template, {**drawing.context, **more}, request), drawing.placed


def offers(board: Board, legal: Iterable[LegalMove]) -> list[tuple[str, list[OfferedMove]]]:
    """Return the moves that the board does not show, grouped by kind.

    Moves that read the same, such as drawing either of two owed cards, share one button with their number.
    """
    shown = [item for item in legal if item.move.kind not in {*board.places, *board.confirm, ANSWER}]
    by_kind = itertools.groupby(shown, lambda item: item.move.kind)
    return [(kind, _counted_together(items)) for kind, items in by_kind]


def _counted_together(moves: Iterable[LegalMove]) -> list[OfferedMove]:
    alike: dict[str, list[LegalMove]] = {}
    for move in moves:
        alike.setdefault(move.label, []).append(move)
    return [
        OfferedMove(move_as_json(same[0].move), label if len(same) == 1 else f"{label}: 1 of {len(same)}")
        for label, same in alike.items()
    ]


def endings(board: Board, legal: Iterable[LegalMove]) -> list[OfferedMove]:
    """Return the moves that need a confirmation."""
    return [
        OfferedMove(move_as_json(item.move), item.label, board.confirm[item.move.kind])
        for item in legal
        if item.move.kind in board.confirm
    ]


def left_over(board_view: BoardView, placed: frozenset[str | int]) -> list[Pick]:
    """Return the options of the question that the board does not show."""
    return [pick for value, pick in board_view.picks.items() if value not in placed]


@cache
def moves_in_json_schema(game: str) -> str:
    """Return the JSON schema of a game's moves, for authors of bots."""
    return json.dumps(moves_schema(game_named(game).engine), indent=2, ensure_ascii=False)


def ending_in_words(match: Match) -> str:
    """Return a sentence that says how a match ended. Empty if it has not ended."""
    result = match.result or {}
    winners = " and ".join(result.get("winners", ()))
    return {
        "won": f"{winners} has won." if len(result.get("winners", ())) == 1 else f"{winners} have won.",
        "drawn": "It ended in a draw.",
        "off": "It was called off.",
        "terminated": "It was ended without a winner.",
        "stopped": "It was stopped, without a result.",
    }.get(result.get("ending", ""), "")


def log_of(steps: Iterable[MatchStep]) -> list[LogLine]:
    """Return the newest lines of a match's log: at most one more than the page shows, to see whether there are more."""
    lines: dict[int, LogLine] = {}
    for step in steps:
        known = lines.get(step.entry_id)
        draws = step.draw_count + (known.draws if known else 0)
        lines[step.entry_id] = LogLine(step.entry.seq, step.entry.at, step.entry.words, draws)
    return list(lines.values())[: LINES + 1]
