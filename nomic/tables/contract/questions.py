"""Questions as JSON data."""

from typing import Any

from msgspec import json

from nomic.tables.contract.game import Question


def question_data(question: Question) -> dict[str, Any]:
    """A question as callers, pages and the journal know it."""
    data: dict[str, Any] = json.decode(json.encode(question))
    return data


def question_data_or_none(question: Question | None) -> dict[str, Any] | None:
    """The same, where there may be none."""
    return None if question is None else question_data(question)
