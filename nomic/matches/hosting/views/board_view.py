"""What somebody sees of a match and can do about it: what a game's board is drawn from."""

import json
from dataclasses import dataclass
from typing import Any

from msgspec import to_builtins

from nomic.law.document.sections import Law
from nomic.matches.contract.game import Answers, BarredMove, Event, LegalMove, Question
from nomic.matches.contract.moves import Move


def written(value: object) -> str:
    """A move or an answer's value as forms carry it: JSON, each value written in one way only."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, default=to_builtins)


@dataclass(frozen=True, slots=True)
class Offer:
    """A move or a standing order as a page offers it: its value in the form, and its name.

    `warning` is what is said before it can be done, `answers` what it answers at once, as forms carry it.
    """

    value: str
    label: str
    warning: str = ""
    answers: str = "[]"


@dataclass(frozen=True, slots=True)
class Pick:
    """Something that can be selected now. `value` is as forms carry it, `many`: others can be selected with it."""

    value: str
    label: str
    many: bool
    chosen: bool = False


@dataclass(frozen=True, slots=True)
class BoardView:
    """A match as its page shows it to one visitor.

    `view` is the game's; `legal` and `barred` are empty for who only looks on. `question` is what the visitor's move in
    hand (`move`, with its `answers` so far) asks, `chosen` what of it is selected already (written), `opened` what the
    address asks to be shown whole. `lately` is what the newest step brought, and `drawn_in` the number of the entry
    that the newest draws until then belong to.
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
    drawn_in: int | None = None

    @property
    def picks(self) -> dict[str | int, Pick]:
        """What the question offers, by value."""
        if self.question is None:
            return {}
        many = asks_for_many(self.question)
        return {
            option.value: Pick(written(option.value), option.label, many, written(option.value) in self.chosen)
            for option in self.question.options
        }


@dataclass(frozen=True, slots=True)
class Drawing:
    """What a game's board template needs, and which of the question's values it shows itself."""

    context: dict[str, Any]
    placed: frozenset[str | int] = frozenset()


def asks_for_many(question: Question) -> bool:
    """Whether several can be chosen, so that choosing one is not the whole answer."""
    return question.most > 1
