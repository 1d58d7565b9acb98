"""Errors by which rules refuse a move."""


class IllegalMove(Exception):
    """Raised for a move that the rules do not allow.

    `code` is for programs, `detail` for people; `rule` is a rule or ruling ("R37").
    """

    def __init__(self, code: str, detail: str, rule: str = "") -> None:
        self.code = code
        self.detail = detail
        self.rule = rule
        super().__init__(detail)


class BadAnswer(Exception):
    """Raised for an answer that its question does not offer. `place` is its index among the answers."""

    def __init__(self, place: int, detail: str) -> None:
        self.place = place
        self.detail = detail
        super().__init__(detail)
