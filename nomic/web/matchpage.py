"""What the page of a match shows to a visitor: the board, the moves, the question, the clocks."""

import itertools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.http import HttpRequest
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString

from nomic.cycles.moment import Moment
from nomic.tables.ahead import asked_next
from nomic.tables.clocks import running
from nomic.tables.game import BadAnswer, BarredMove, IllegalMove, LegalMove, Question
from nomic.tables.models import Match, MatchStep, StepKind
from nomic.tables.reading import Reading
from nomic.tables.sight import Offer, Pick, Sight, written
from nomic.tables.table import Looking
from nomic.web.boards import Board, board_of
from nomic.web.making import Making

Json = Any
MANY_OF_A_KIND = 4  # so many moves of one kind are a list to choose from, fewer a button each
ANSWER = "answer"
LINES = 40  # of the log on the page
STEPS_READ = 120


@dataclass(frozen=True, slots=True)
class InHand:
    """A move in the making as the table stands: what it asks next, or that it can be made as it is (`is_ready`).

    `trouble` says why it cannot go on as it was; `binding`, that it has begun and cannot be given up (R18).
    """

    making: Making
    label: str
    question: Question | None = None
    trouble: str = ""
    rule: str = ""
    binding: bool = False

    @property
    def is_ready(self) -> bool:
        return self.making.move is not None and self.question is None and not self.trouble

    @property
    def move(self) -> str:
        return written(self.making.move)

    @property
    def answers(self) -> str:
        return written(self.making.answers)

    @property
    def many(self) -> bool:
        return self.question is not None and self.question.most > 1

    @property
    def how_many(self) -> str:
        """What has to be chosen, in words; empty where one has to be."""
        question = self.question
        if question is None or question.least == question.most == 1:
            return ""
        if question.least == question.most:
            return f"Choose {question.least}."
        return f"Choose {question.least} to {question.most}." if question.least else f"Choose up to {question.most}."


NOTHING = InHand(Making(), "")


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


class Sitting:
    """A visitor before a match: who they are there, what they see and can do."""

    def __init__(self, moment: Moment, match: Match) -> None:
        self.match = match
        self.reading = Reading(moment, match)
        self.table = self.reading.table
        self.player = self.reading.viewer or ""
        self.outside = Looking(moment, self.table.hosted)
        can_act = moment.cycle.is_running
        self.legal: Sequence[LegalMove] = self.reading.legal if can_act else []
        self.barred: Sequence[BarredMove] = self.reading.barred if can_act else []

    @property
    def is_seated(self) -> bool:
        return bool(self.player)

    def in_hand(self, making: Making) -> InHand:
        """A move in the making as the table stands now. A begun move of the visitor's comes before every other."""
        begun = next((item for item in self.legal if item.move.get("kind") == ANSWER), None)
        if begun is not None and (making.move is None or making.move.get("kind") == ANSWER):
            return self._begun(begun, making)
        if making.move is None or not self.legal:
            return NOTHING
        label = next((item.label for item in self.legal if item.move == making.move), "")
        return self._asked(making, label)

    def _begun(self, begun: LegalMove, making: Making) -> InHand:
        """What was answered before the draw stays answered."""
        answered = answers_of_begun(self.match, self.player)
        answers = making.answers if making.answers[: len(answered)] == answered else answered
        found = self._asked(Making(begun.move, answers, making.chosen), begun.label)
        return replace(found, binding=len(found.making.answers) <= len(answered))

    def _asked(self, making: Making, label: str) -> InHand:
        move = making.move or {}
        try:
            question = asked_next(
                self.table.game,
                self.table.rules,
                self.table.state,
                self.player,
                move,
                [list(answer) for answer in making.answers],
                self.outside,
            )
        except BadAnswer as bad:
            if not making.answers:
                return InHand(Making(), "", trouble=bad.detail)
            again = self._asked(making.cut(min(bad.place, len(making.answers) - 1)), label)
            return replace(again, trouble=again.trouble or f"Choose again: {bad.detail}.")
        except IllegalMove as illegal:
            return InHand(Making(), label, trouble=illegal.detail, rule=illegal.rule)
        return InHand(making, label, question)

    def sight(self, in_hand: InHand, opened: frozenset[str]) -> Sight:
        """What the board is drawn from."""
        return Sight(
            law=self.table.law,
            view=self.reading.view,
            legal=tuple(self.legal),
            barred=tuple(self.barred),
            question=in_hand.question,
            chosen=frozenset(written(value) for value in in_hand.making.chosen),
            opened=opened,
        )


def answers_of_begun(match: Match, player: str) -> tuple[tuple[str | int, ...], ...]:
    """What a player who has begun a move has answered so far: as the newest step of theirs says."""
    steps = MatchStep.objects.filter(match=match, player=player, kind__in=(StepKind.MOVE, StepKind.ORDER))
    newest = steps.order_by("-version").first()
    return () if newest is None or newest.is_sealed else tuple(tuple(answer) for answer in newest.answers)


def draw_board(
    request: HttpRequest, board: Board, sight: Sight, **more: Any
) -> tuple[SafeString, frozenset[str | int]]:
    """The board of a game as HTML, and which of the question's values it shows itself."""
    drawing = board.draw(sight)
    return render_to_string(board.template, {**drawing.context, **more}, request), drawing.placed


def offers(board: Board, legal: Iterable[LegalMove]) -> list[tuple[str, list[Offer]]]:
    """Moves that the board leaves to the page, by kind; a kind with many moves is a list to choose from."""
    shown = [item for item in legal if item.move.get("kind") not in {*board.places, *board.confirm, ANSWER}]
    by_kind = itertools.groupby(shown, lambda item: str(item.move.get("kind", "")))
    return [(kind, [Offer(written(item.move), item.label) for item in items]) for kind, items in by_kind]


def endings(board: Board, legal: Iterable[LegalMove]) -> list[Offer]:
    """Moves that ask to be confirmed."""
    return [
        Offer(written(item.move), item.label, board.confirm[item.move["kind"]])
        for item in legal
        if item.move.get("kind") in board.confirm
    ]


def order_in_words(board: Board, order: Json, sight: Sight) -> str:
    """What a standing order says, as its owner reads it."""
    return board.order_in_words(order, sight.view)


def left_over(sight: Sight, placed: frozenset[str | int]) -> list[Pick]:
    """What the question offers that lies nowhere on the board."""
    return [pick for value, pick in sight.picks.items() if value not in placed]


def match_context(
    request: HttpRequest, sitting: Sitting, in_hand: InHand, opened: frozenset[str], says: Says | None = None
) -> dict[str, Any]:
    """Everything that the template of a match needs."""
    match, board = sitting.match, board_of(sitting.match.game)
    sight = sitting.sight(in_hand, opened)
    board_html, placed = draw_board(request, board, sight, cycle=match.cycle, match=match)
    waited_for = [] if match.is_over else [seat.player for seat in sitting.table.seats if seat.to_act]
    trouble = Says("warn", in_hand.trouble, in_hand.rule) if in_hand.trouble else None
    lines = log_of(match)
    return {
        "match": match,
        "here": reverse("web:match", args=[match.cycle.slug, match.code]),
        "styles": board.styles,
        "says": [note for note in (says, trouble) if note is not None],
        "hand": in_hand,
        "opened": sorted(opened),
        "board_html": board_html,
        "placed": placed,
        "picks": left_over(sight, placed),
        "groups": [] if in_hand.making.move else offers(board, sitting.legal),
        "many": MANY_OF_A_KIND,
        "barred": [item for item in sitting.barred if item.move.get("kind") not in board.places],
        "endings": endings(board, sitting.legal),
        "orders": [(order.code, order_in_words(board, order.order, sight)) for order in sitting.reading.orders],
        "order_offers": board.orders(sight) if sitting.legal else {},
        "me_seated": sitting.is_seated,
        "your_turn": sitting.is_seated and sitting.player in waited_for,
        "waited_for": waited_for,
        "others_waited_for": [player for player in waited_for if player != sitting.player],
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
        "stopped": "It was stopped with the cycle, without a result.",
    }.get(result.get("ending", ""), "")


def log_of(match: Match, until: int | None = None) -> list[LogLine]:
    """The newest lines of a match's log, one more than are shown at once; up to a step, if one is given."""
    steps = MatchStep.objects.filter(match=match).select_related("entry").order_by("-version")
    if until is not None:
        steps = steps.filter(version__lte=until)
    lines: dict[int, LogLine] = {}
    for step in steps[:STEPS_READ]:
        known = lines.get(step.entry_id)
        draws = step.draw_count + (known.draws if known else 0)
        lines[step.entry_id] = LogLine(step.entry.seq, step.entry.at, step.entry.words, draws)
    return list(lines.values())[: LINES + 1]
