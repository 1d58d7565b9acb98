"""What an act asks before it is done, as it is answered."""

from typing import Literal

from django.http import HttpResponse

from nomic.api.shapes import Shape
from nomic.cycles.domain.exceptions import Unanswered


class OptionShape(Shape):
    """One thing that can be chosen: its value in an answer, and how to name it to a person."""

    value: str | int
    label: str


class QuestionShape(Shape):
    """What `who` has to decide: an answer is a list of `least` to `most` different values of `options`.

    `late` says what happens when the time is up: nothing is chosen (of a number, 0), or chance chooses.
    """

    who: str
    prompt: str
    kind: str
    options: list[OptionShape]
    least: int
    most: int
    late: Literal["none", "chance"]


class Asked(Shape):
    """An act that needs an answer first. Nothing has changed, and its idempotency key is still unused.

    Send it again with one answer more. `version` is that of the match that was looked at.
    """

    status: Literal["question"] = "question"
    version: int
    question: QuestionShape


def asked_response(unanswered: Unanswered) -> HttpResponse:
    """The question as an answer."""
    shape = Asked(version=unanswered.version, question=QuestionShape.model_validate(unanswered.question))
    response = HttpResponse(shape.as_bytes(), content_type="application/json")
    response["Cache-Control"] = "no-store"
    return response
