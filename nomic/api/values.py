"""Values that rules keep, as the API sends them."""

from collections.abc import Iterable
from typing import Literal

from pydantic import Field

from nomic.api.shapes import Shape
from nomic.clauses.shown import ShownValue


class RuleValue(Shape):
    """A value that a rule keeps, and what it is now: a number, or of a flag 1 or 0."""

    name: str
    rule: str = Field(description="the id of the rule that keeps it")
    kind: Literal["number", "flag"]
    number: int


def sent(values: Iterable[ShownValue]) -> list[RuleValue]:
    """Values as they are sent."""
    return [
        RuleValue(name=each.name, rule=each.rule, kind="flag" if each.is_flag else "number", number=each.number)
        for each in values
    ]
