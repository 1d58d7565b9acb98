"""A visitor before a match: what they see, what they can do, and the move that they have in hand."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from nomic.cycles.moment import Moment
from nomic.tables.contract.game import BadAnswer, BarredMove, IllegalMove, LegalMove, Question
from nomic.tables.contract.moves import kind_of_move, move_data, read_move
from nomic.tables.hosting.board_view import BoardView, asks_for_many, written
from nomic.tables.hosting.loaded_match import RecordedEnvironment
from nomic.tables.hosting.next_question import asked_next
from nomic.tables.hosting.visible_match import VisibleMatch
from nomic.tables.models import Match
from nomic.web.making import Making

ANSWER = "answer"


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
        return self.question is not None and asks_for_many(self.question)

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


class Sitting:
    """A visitor before a match: who they are there, what they see and can do."""

    def __init__(self, moment: Moment, match: Match) -> None:
        self.match = match
        self.reading = VisibleMatch(moment, match)
        self.table = self.reading.table
        self.player = self.reading.viewer or ""
        self.environment = RecordedEnvironment(moment, self.table.hosted)
        can_act = moment.cycle.is_running
        self.legal: Sequence[LegalMove] = self.reading.legal if can_act else []
        self.barred: Sequence[BarredMove] = self.reading.barred if can_act else []

    @property
    def is_seated(self) -> bool:
        return bool(self.player)

    def in_hand(self, making: Making) -> InHand:
        """A move in the making as the table stands now. A begun move of the visitor's comes before every other."""
        begun = next((item for item in self.legal if kind_of_move(item.move) == ANSWER), None)
        if begun is not None and (making.move is None or making.move.get("kind") == ANSWER):
            return self._begun(begun, making)
        if making.move is None or not self.legal:
            return NOTHING
        label = next((item.label for item in self.legal if move_data(item.move) == making.move), "")
        return self._asked(making, label)

    def _begun(self, begun: LegalMove, making: Making) -> InHand:
        """What was answered before the draw stays answered."""
        answered = tuple(tuple(answer) for answer in self.table.game.answers(self.table.state))
        answers = making.answers if making.answers[: len(answered)] == answered else answered
        found = self._asked(Making(move_data(begun.move), answers, making.chosen), begun.label)
        return replace(found, binding=len(found.making.answers) <= len(answered))

    def _asked(self, making: Making, label: str) -> InHand:
        move = making.move or {}
        try:
            question = asked_next(
                self.table.game,
                self.table.rules,
                self.table.state,
                self.player,
                read_move(self.table.game, move),
                [list(answer) for answer in making.answers],
                self.environment,
            )
        except BadAnswer as bad:
            if not making.answers:
                return InHand(Making(), "", trouble=bad.detail)
            again = self._asked(making.cut(min(bad.place, len(making.answers) - 1)), label)
            return replace(again, trouble=again.trouble or f"Choose again: {bad.detail}.")
        except IllegalMove as illegal:
            return InHand(Making(), label, trouble=illegal.detail, rule=illegal.rule)
        return InHand(making, label, question)

    def sight(self, in_hand: InHand, opened: frozenset[str]) -> BoardView:
        """What the board is drawn from."""
        return BoardView(
            law=self.table.law,
            view=self.reading.view,
            legal=tuple(self.legal),
            barred=tuple(self.barred),
            move=None if in_hand.making.move is None else read_move(self.table.game, in_hand.making.move),
            answers=in_hand.making.answers,
            question=in_hand.question,
            chosen=frozenset(written(value) for value in in_hand.making.chosen),
            opened=opened,
        )
