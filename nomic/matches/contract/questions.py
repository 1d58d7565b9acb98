"""Questions as JSON data."""

from typing import Any

from nomic.effects.asking.questions import question_data as question_data
from nomic.matches.contract.game import Question


def question_data_or_none(question: Question | None) -> dict[str, Any] | None:
    """Return the question as JSON data, or None if there is no question."""
    return None if question is None else question_data(question)
