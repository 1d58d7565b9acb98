"""Questions that a run puts to players, and their options."""

from collections.abc import Iterable
from typing import Any, Literal

from msgspec import Struct, json


class Option(Struct, frozen=True):
    """An option: its value in an answer, and its label for people."""

    value: str | int
    label: str


class Question(Struct, frozen=True):
    """A question that must be answered before a move can go on.

    `kind` is the type of the options, for the page that displays them: "card", "player", "name", "number", "cell",
    "offer", or a game's own word. An answer is a list of `least` to `most` distinct values of `options`. `late` is the
    default when the time is up: either nothing is chosen (0 for a number), or chance chooses `least` options.
    """

    who: str
    prompt: str
    kind: str
    options: tuple[Option, ...]
    least: int = 1
    most: int = 1
    late: Literal["none", "chance"] = "chance"


def decline_label(kind: str, labels: Iterable[str]) -> str:
    """Return the label for choosing nothing: "No" if an offer can be answered with "Yes", else "None of these".

    For all other questions it is "Choose none".
    """
    if kind != "offer":
        return "Choose none"
    return "No" if any(label.casefold().startswith("yes") for label in labels) else "None of these"


def question_data(question: Question) -> dict[str, Any]:
    """Return the question as JSON for clients, pages and the journal."""
    data: dict[str, Any] = json.decode(json.encode(question))
    return data
