"""A move in the making: what the form of a table carries from one question to the next, without a script."""

from dataclasses import dataclass
from typing import Any

from django.http import QueryDict

from nomic.law.json_text import NotJson, read_json

Json = Any
LONGEST = 20_000  # characters of all answers together; what is longer no page of ours has sent
MOST_CHOSEN = 500


class Unreadable(Exception):
    """A form that no page of ours has sent."""


@dataclass(frozen=True, slots=True)
class Making:
    """A move with the answers given so far, and what is selected for the next one but not sent yet."""

    move: dict[str, Json] | None = None
    answers: tuple[tuple[str | int, ...], ...] = ()
    chosen: tuple[str | int, ...] = ()

    @classmethod
    def of(cls, form: QueryDict) -> "Making":
        """What a form says. Raises Unreadable."""
        return cls(_move(form.get("move", "")), _answers(form.get("answers", "")), _chosen(form.getlist("chosen")))

    @property
    def kind(self) -> str:
        """The kind of the move; "" without one, and for what is none by its form."""
        kind = (self.move or {}).get("kind")
        return kind if isinstance(kind, str) else ""

    def answered(self) -> "Making":
        """With what is selected as the next answer."""
        return Making(self.move, (*self.answers, self.chosen))

    def back(self) -> "Making":
        """Without the last answer, which is selected again; before the first there is no move."""
        return Making(self.move, self.answers[:-1], self.answers[-1]) if self.answers else Making()

    def cut(self, place: int) -> "Making":
        """As far as the answers hold; what was selected at `place` stays selected as far as it is offered."""
        return self if place >= len(self.answers) else Making(self.move, self.answers[:place], self.answers[place])


def _read(text: str) -> Json:
    if len(text) > LONGEST:
        raise Unreadable("That is too long.")
    try:
        return read_json(text)
    except NotJson:
        raise Unreadable("This form cannot be read.") from None


def read_object(text: str) -> dict[str, Json]:
    """A move or an order of a form. Raises Unreadable."""
    value = _read(text)
    if not isinstance(value, dict):
        raise Unreadable("This form cannot be read.")
    return value


def _move(text: str) -> dict[str, Json] | None:
    return read_object(text) if text else None


def _answers(text: str) -> tuple[tuple[str | int, ...], ...]:
    answers = _read(text) if text else []
    if not isinstance(answers, list) or not all(isinstance(answer, list) for answer in answers):
        raise Unreadable("Answers are a list of lists.")
    return tuple(tuple(_value(value) for value in answer) for answer in answers)


def _chosen(texts: list[str]) -> tuple[str | int, ...]:
    if len(texts) > MOST_CHOSEN:
        raise Unreadable("That is too much.")
    return tuple(_value(_read(text)) for text in texts)


def _value(value: Json) -> str | int:
    if not isinstance(value, str | int) or isinstance(value, bool):
        raise Unreadable("An answer is a list of names and numbers.")
    return value
