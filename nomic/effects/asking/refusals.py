"""How rules turn a move down."""


class IllegalMove(Exception):
    """The rules say no. `code` is for programs, `detail` for people, `rule` names the rule or ruling, as "R37"."""

    def __init__(self, code: str, detail: str, rule: str = "") -> None:
        self.code = code
        self.detail = detail
        self.rule = rule
        super().__init__(detail)


class BadAnswer(Exception):
    """An answer that its question does not offer: `place` is its index among the answers."""

    def __init__(self, place: int, detail: str) -> None:
        self.place = place
        self.detail = detail
        super().__init__(detail)
