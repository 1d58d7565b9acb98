"""Base class for arguments of declared actions that may ask questions. The answers are sent with the act."""

from typing import Any

from nomic.clauses.runtime.questions import ANSWERS, GivenAnswers
from nomic.cycles.actions.registry import Args


class AskingArgs(Args):
    """Arguments of an action that may ask questions. The journal stores the answers if there are any."""

    answers: GivenAnswers = []

    def as_json(self) -> dict[str, Any]:
        return {name: value for name, value in super().as_json().items() if value or name != ANSWERS}
