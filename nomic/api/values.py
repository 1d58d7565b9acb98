"""Values stored by rules in the API."""

from collections.abc import Iterable
from typing import Literal

from pydantic import Field

from nomic.api.shapes import Shape
from nomic.clauses.views.values import ShownValue


class RuleNumber(Shape):
    """A number stored by a rule. A flag is 1 or 0."""

    name: str
    rule: str = Field(description="the id of the rule that stores it")
    kind: Literal["number", "flag"]
    number: int


class RuleMembers(Shape):
    """The names or players in a value stored by a rule. A single name or player is a list of at most one."""

    name: str
    rule: str = Field(description="the id of the rule that stores them")
    kind: Literal["name", "names", "player", "players"]
    members: list[str]


class RuleSecret(Shape):
    """A value stored by a rule that you may not see."""

    name: str
    rule: str = Field(description="the id of the rule that stores it")
    kind: Literal["secret"]


RuleValue = RuleNumber | RuleMembers | RuleSecret


def sent(values: Iterable[ShownValue]) -> list[RuleValue]:
    """Convert values to the shapes that are sent."""
    return [_sent(each) for each in values]


def _sent(value: ShownValue) -> RuleValue:
    if value.is_hidden:
        return RuleSecret(name=value.name, rule=value.rule, kind="secret")
    return (RuleNumber if value.is_ in ("number", "flag") else RuleMembers).from_object(value, kind=value.is_)
