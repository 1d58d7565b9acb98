"""What somebody is asked."""

from typing import Any, Literal

from msgspec import Struct, json


class Option(Struct, frozen=True):
    """One thing that can be selected: its value in an answer, and how to name it to a person."""

    value: str | int
    label: str


class Question(Struct, frozen=True):
    """What somebody has to decide before a move can go on.

    `kind` says what is chosen, for the page that shows it: "card", "player", "name", "number", "cell", "offer", or a
    word of a game's own. An answer is a list of `least` to `most` different values of `options`. `late` says what
    happens when the time is up: nothing is chosen (of a number, 0), or chance chooses `least` of them.
    """

    who: str
    prompt: str
    kind: str
    options: tuple[Option, ...]
    least: int = 1
    most: int = 1
    late: Literal["none", "chance"] = "chance"


def question_data(question: Question) -> dict[str, Any]:
    """A question as callers, pages and the journal know it."""
    data: dict[str, Any] = json.decode(json.encode(question))
    return data
