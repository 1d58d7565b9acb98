"""Questions that an act asks before it is done, as the API sends them."""

from typing import Literal

from django.http import HttpResponse

from nomic.api.shapes import Shape
from nomic.cycles.domain.exceptions import Unanswered


class OptionShape(Shape):
    """One option: its value in an answer, and its label for people."""

    value: str | int
    label: str


class QuestionShape(Shape):
    """What `who` has to decide: an answer is a list of `least` to `most` different values of `options`.

    `late` says what happens when the time is up: nothing is chosen (for a number, 0), or chance chooses.
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

    Send it again with one more answer. `version` is the version of the match that was read.
    """

    status: Literal["question"] = "question"
    version: int
    question: QuestionShape


def asked_response(unanswered: Unanswered) -> HttpResponse:
    """Response with the question."""
    shape = Asked(version=unanswered.version, question=QuestionShape.model_validate(unanswered.question))
    response = HttpResponse(shape.as_bytes(), content_type="application/json")
    response["Cache-Control"] = "no-store"
    return response
