"""The form of a match: a move with its answers so far, carried from one question to the next."""

from dataclasses import dataclass
from typing import Any

from django.http import QueryDict

from nomic.law.schema.json_reader import Json, NotJson, read_json

MAX_LENGTH = 20_000  # characters of all answers together; our pages never send more
MAX_CHOSEN = 500

Answer = tuple[str | int, ...]


class Unreadable(Exception):
    """Raised for submitted data that no form of this site can have sent."""


@dataclass(frozen=True, slots=True)
class MoveForm:
    """A move as JSON with the answers so far, and the unsent selection for the next answer."""

    move: dict[str, Json] | None = None
    answers: tuple[Answer, ...] = ()
    chosen: Answer = ()

    @classmethod
    def of(cls, form: QueryDict) -> "MoveForm":
        """Parse a form. Raises Unreadable if it is malformed or too long."""
        move = form.get("move", "")
        return cls(
            read_object(move) if move else None, _answers(form.get("answers", "")), _chosen(form.getlist("chosen"))
        )

    @property
    def kind(self) -> str:
        """The kind of the move. Empty if there is no move or if it is malformed."""
        kind = (self.move or {}).get("kind")
        return kind if isinstance(kind, str) else ""

    def answered(self) -> "MoveForm":
        """Return the form with the selection as its next answer."""
        return MoveForm(self.move, (*self.answers, self.chosen))

    def back(self) -> "MoveForm":
        """Return the form without its last answer, which becomes the selection.

        Without answers, return an empty form.
        """
        return self.cut(len(self.answers) - 1) if self.answers else NO_MOVE

    def cut(self, place: int) -> "MoveForm":
        """Return the form with the answers before `place`. The answer at `place` becomes the selection."""
        return self if place >= len(self.answers) else MoveForm(self.move, self.answers[:place], self.answers[place])


NO_MOVE = MoveForm()


def read_object(text: str) -> dict[str, Json]:
    """Parse a move or an order from a form. Raises Unreadable if the text is too long or is not a JSON object."""
    value = _read(text)
    if not isinstance(value, dict):
        raise Unreadable("This form cannot be read. Open the page again.")
    return value


def _read(text: str) -> Any:
    if len(text) > MAX_LENGTH:
        raise Unreadable("That is too long.")
    try:
        return read_json(text)
    except NotJson:
        raise Unreadable("This form cannot be read. Open the page again.") from None


def _answers(text: str) -> tuple[Answer, ...]:
    answers = _read(text) if text else []
    if not isinstance(answers, list) or not all(isinstance(answer, list) for answer in answers):
        raise Unreadable("Answers must be a list of lists.")
    return tuple(tuple(_value(value) for value in answer) for answer in answers)


def _chosen(texts: list[str]) -> Answer:
    if len(texts) > MAX_CHOSEN:
        raise Unreadable("That is too much.")
    return tuple(_value(_read(text)) for text in texts)


def _value(value: Json) -> str | int:
    if not isinstance(value, str | int) or isinstance(value, bool):
        raise Unreadable("An answer is a list of names and numbers.")
    return value
