"""What happens to values and clauses."""

from nomic.cycles.events import Event


class ValueChanged(Event, frozen=True, tag="value-changed"):
    """A value that a rule keeps is another now: the cycle's, or that `of` these players."""

    value: str
    of: list[str]


class ClauseFailed(Event, frozen=True, tag="clause-failed"):
    """What a rule does at an event failed, and changed nothing. After three times in a row it rests."""

    rule: str
    clause: str
    times: int
