"""What the page of a match shows: the board, the moves that it leaves to the page, the question, clocks and log."""

import itertools
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.http import HttpRequest
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString
from msgspec import convert

from nomic.tables.contract.game import Event, LegalMove
from nomic.tables.contract.moves import kind_of_move
from nomic.tables.hosting.board_view import BoardView, Offer, Pick, written
from nomic.tables.hosting.clocks import running
from nomic.tables.models import Match, MatchStep
from nomic.web.boards import Board, board_of
from nomic.web.sitting import ANSWER, InHand, Sitting

MANY_NAMES = 3  # so many others for whom the game waits are folded
MANY_OF_A_KIND = 4  # so many moves of one kind are a list to choose from, fewer a button each
LINES = 40  # of the log on the page
STEPS_READ = 120  # for those lines: an entry can have several


@dataclass(frozen=True, slots=True)
class Says:
    """Something that the page has to say first: good, warn or bad."""

    kind: str
    text: str
    rule: str = ""


@dataclass(frozen=True, slots=True)
class LogLine:
    """An entry of the journal by which the match went on."""

    seq: int
    at: datetime
    words: list[str]
    draws: int


def draw_board(
    request: HttpRequest, board: Board, sight: BoardView, **more: Any
) -> tuple[SafeString, frozenset[str | int]]:
    """The board of a game as HTML, and which of the question's values it shows itself."""
    drawing = board.draw(sight)
    return render_to_string(board.template, {**drawing.context, **more}, request), drawing.placed


def offers(board: Board, legal: Iterable[LegalMove]) -> list[tuple[str, list[Offer]]]:
    """Moves that the board leaves to the page, by kind; a kind with many moves is a list to choose from."""
    shown = [item for item in legal if kind_of_move(item.move) not in {*board.places, *board.confirm, ANSWER}]
    by_kind = itertools.groupby(shown, lambda item: kind_of_move(item.move))
    return [(kind, [Offer(written(item.move), item.label) for item in items]) for kind, items in by_kind]


def endings(board: Board, legal: Iterable[LegalMove]) -> list[Offer]:
    """Moves that ask to be confirmed."""
    return [
        Offer(written(item.move), item.label, board.confirm[kind_of_move(item.move)])
        for item in legal
        if kind_of_move(item.move) in board.confirm
    ]


def left_over(sight: BoardView, placed: frozenset[str | int]) -> list[Pick]:
    """What the question offers that lies nowhere on the board."""
    return [pick for value, pick in sight.picks.items() if value not in placed]


def match_context(
    request: HttpRequest, sitting: Sitting, in_hand: InHand, opened: frozenset[str], says: Says | None = None
) -> dict[str, Any]:
    """Everything that the template of a match needs."""
    match, board = sitting.match, board_of(sitting.match.game)
    steps = newest_steps(match)
    lines = log_of(steps)
    sight = replace(
        sitting.sight(in_hand, opened),
        lately=tuple(convert(steps[0].events if steps else [], list[Event])),
        drawn_in=next((line.seq for line in lines if line.draws), None),
    )
    board_html, placed = draw_board(request, board, sight, cycle=match.cycle, match=match)
    waited_for = [] if match.is_over else [seat.player for seat in sitting.table.seats if seat.to_act]
    others = [player for player in waited_for if player != sitting.player]
    trouble = Says("warn", in_hand.trouble, in_hand.rule) if in_hand.trouble else None
    return {
        "match": match,
        "here": reverse("web:match", args=[match.cycle.slug, match.code]),
        "styles": board.styles,
        "scripts": board.scripts,
        "says": [note for note in (says, trouble) if note is not None],
        "heeded": board.heeds(sight.view) if board.heeds else "",
        "hand": in_hand,
        "last_word": board.last_word.get(in_hand.making.kind, ""),
        "opened": sorted(opened),
        "board_html": board_html,
        "placed": placed,
        "picks": left_over(sight, placed),
        "groups": [] if in_hand.making.move else offers(board, sitting.legal),
        "ready": [] if in_hand.making.move else board.ready(sight),
        "many": MANY_OF_A_KIND,
        "barred": [item for item in sitting.barred if kind_of_move(item.move) not in board.places],
        "endings": endings(board, sitting.legal),
        "orders": [(order.code, board.order_in_words(order.order, sight.view)) for order in sitting.reading.orders],
        "order_offers": board.orders(sight) if sitting.legal else {},
        "me_seated": sitting.is_seated,
        "your_turn": sitting.is_seated and sitting.player in waited_for,
        "you_owe": sitting.is_seated
        and not match.is_over
        and any(seat.owes and seat.player == sitting.player for seat in sitting.table.seats),
        "waited_for": waited_for,
        "others_waited_for": others,
        "many_waited_for": len(others) >= MANY_NAMES,
        "clocks": [] if match.is_over else running(match),
        "ending": ending_in_words(match),
        "log": lines[:LINES],
        "more_log": len(lines) > LINES,
    }


def ending_in_words(match: Match) -> str:
    """How a match ended."""
    result = match.result or {}
    winners = " and ".join(result.get("winners", ()))
    return {
        "won": f"{winners} has won." if len(result.get("winners", ())) == 1 else f"{winners} have won.",
        "drawn": "It ended in a draw.",
        "off": "It was called off.",
        "terminated": "All agreed to end it.",
        "stopped": "It was stopped, without a result.",
    }.get(result.get("ending", ""), "")


def newest_steps(match: Match) -> list[MatchStep]:
    """As many steps as are read for the log, the newest first."""
    return list(MatchStep.objects.filter(match=match).select_related("entry").order_by("-version")[:STEPS_READ])


def log_of(steps: Iterable[MatchStep]) -> list[LogLine]:
    """The newest lines of a match's log, one more than are shown at once."""
    lines: dict[int, LogLine] = {}
    for step in steps:
        known = lines.get(step.entry_id)
        draws = step.draw_count + (known.draws if known else 0)
        lines[step.entry_id] = LogLine(step.entry.seq, step.entry.at, step.entry.words, draws)
    return list(lines.values())[: LINES + 1]
