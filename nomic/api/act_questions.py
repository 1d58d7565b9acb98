"""Questions that the caller has to answer before an act is performed."""

from typing import Literal

from django.http import HttpResponse

from nomic.api.response_model import Shape
from nomic.cycles.domain.exceptions import Unanswered


class OptionShape(Shape):
    """An option of a question: its value in an answer, and its label for people."""

    value: str | int
    label: str


class QuestionShape(Shape):
    """A question to the player `who`. An answer is a list of `least` to `most` distinct values of `options`.

    `late` says what happens if the time runs out: nothing is chosen (0 for a number), or the choice is random.
    """

    who: str
    prompt: str
    kind: str
    options: list[OptionShape]
    least: int
    most: int
    late: Literal["none", "chance"]


class Asked(Shape):
    """A question to answer before the act can be performed. Nothing has changed; the idempotency key is still unused.

    Send the act again with one more answer. `version` is the version of the match that was read.
    """

    status: Literal["question"] = "question"
    version: int
    question: QuestionShape


def asked_response(unanswered: Unanswered) -> HttpResponse:
    """Return the response with the question that the act needs an answer to."""
    shape = Asked(version=unanswered.version, question=QuestionShape.model_validate(unanswered.question))
    response = HttpResponse(shape.as_bytes(), content_type="application/json")
    response["Cache-Control"] = "no-store"
    return response
