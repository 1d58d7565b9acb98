"""View model of a match's page for one viewer, from which the game's board is rendered."""

import json
from dataclasses import dataclass
from typing import Any

from msgspec import to_builtins

from nomic.law.document.sections import Law
from nomic.matches.contract.game import Answers, BarredMove, Event, LegalMove, Question
from nomic.matches.contract.moves import Move


def move_as_json(value: object) -> str:
    """Return a move or an answer's value as the canonical JSON that forms use."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, default=to_builtins)


@dataclass(frozen=True, slots=True)
class OfferedMove:
    """A move or a standing order on a page: its form value and its label.

    The page shows `warning` before the move is made. `answers` are the answers included in the offer, as form values.
    """

    value: str
    label: str
    warning: str = ""
    answers: str = "[]"


@dataclass(frozen=True, slots=True)
class Pick:
    """A selectable option: its form value, and `many`, which is true if several can be selected."""

    value: str
    label: str
    many: bool
    chosen: bool = False


@dataclass(frozen=True, slots=True)
class BoardView:
    """A match as its page shows it to one visitor.

    `view` is the game's own view; `legal` and `barred` are empty for spectators. `question` is the question of the
    visitor's current move (`move`, with its `answers` so far). `chosen` lists the form values already selected for it,
    and `opened` the parts that the address asks to show in full. `lately` holds the events of the newest step, and
    `recent` those of the last few dozen steps, oldest first. `own_turn` holds the events of the visitor's newest move
    and of all steps after it, oldest first. `drawn_in` is the number of the newest entry that has draws. `advised` and
    `advised_answers` are the move of a hint, for visitors who asked for one or are coached. `can_ask_for_choice` is
    true if a button beside the question asks for a hint.
    """

    law: Law
    view: Any
    legal: tuple[LegalMove, ...] = ()
    barred: tuple[BarredMove, ...] = ()
    move: Move | None = None
    answers: Answers = ()
    question: Question | None = None
    chosen: frozenset[str] = frozenset()
    opened: frozenset[str] = frozenset()
    lately: tuple[Event, ...] = ()
    recent: tuple[Event, ...] = ()
    own_turn: tuple[Event, ...] = ()
    drawn_in: int | None = None
    advised: Move | None = None
    advised_answers: Answers = ()
    can_ask_for_choice: bool = False

    @property
    def picks(self) -> dict[str | int, Pick]:
        """The options of the question, by value."""
        if self.question is None:
            return {}
        many = asks_for_many(self.question)
        return {
            option.value: Pick(
                move_as_json(option.value), option.label, many, move_as_json(option.value) in self.chosen
            )
            for option in self.question.options
        }


@dataclass(frozen=True, slots=True)
class Drawing:
    """The context of a game's board template, and the question's option values that the template itself shows."""

    context: dict[str, Any]
    placed: frozenset[str | int] = frozenset()


def asks_for_many(question: Question) -> bool:
    """Return whether a question accepts several options, so that choosing one does not complete the answer."""
    return question.most > 1
