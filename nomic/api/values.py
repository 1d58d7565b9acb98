"""Values that rules keep, as the API sends them."""

from collections.abc import Iterable
from typing import Literal

from pydantic import Field

from nomic.api.shapes import Shape
from nomic.clauses.views.values import ShownValue


class RuleNumber(Shape):
    """A number that a rule keeps, and what it is now: of a flag 1 or 0."""

    name: str
    rule: str = Field(description="the id of the rule that keeps it")
    kind: Literal["number", "flag"]
    number: int


class RuleMembers(Shape):
    """Names or players that a rule keeps, as they are now; of one name or player one at the most."""

    name: str
    rule: str = Field(description="the id of the rule that keeps them")
    kind: Literal["name", "names", "player", "players"]
    members: list[str]


class RuleSecret(Shape):
    """What a rule keeps and you may not see."""

    name: str
    rule: str = Field(description="the id of the rule that keeps it")
    kind: Literal["secret"]


RuleValue = RuleNumber | RuleMembers | RuleSecret


def sent(values: Iterable[ShownValue]) -> list[RuleValue]:
    """Values as they are sent."""
    return [_sent(each) for each in values]


def _sent(value: ShownValue) -> RuleValue:
    if value.is_hidden:
        return RuleSecret(name=value.name, rule=value.rule, kind="secret")
    if value.is_ in ("number", "flag"):
        return RuleNumber(name=value.name, rule=value.rule, kind=value.is_, number=value.number)
    return RuleMembers(name=value.name, rule=value.rule, kind=value.is_, members=list(value.members))
