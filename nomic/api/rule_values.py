"""Values stored by rules, and their deferred effects, in the API."""

from collections.abc import Iterable
from datetime import datetime
from typing import Literal

from pydantic import Field

from nomic.api.response_model import Shape, TextOrNone
from nomic.clauses.schema.value_kinds import KeyKind
from nomic.clauses.views.values import ShownValue


class RuleNumber(Shape):
    """A number stored by a rule. A flag is 1 if it is set, otherwise 0."""

    name: str
    rule: str = Field(description="the id of the rule that stores it")
    kind: Literal["number", "flag"]
    number: int


class RuleMembers(Shape):
    """The names, players or proposals in a value stored by a rule. A single one is sent as a list, too.

    Proposals are listed by their codes; `words` holds their numbers and titles.
    """

    name: str
    rule: str = Field(description="the id of the rule that stores them")
    kind: Literal["name", "names", "player", "players", "proposal", "proposals"]
    members: list[str]
    words: str = Field(description="the same in words, as pages show it")


class RuleSecret(Shape):
    """A value stored by a rule that you may not see."""

    name: str
    rule: str = Field(description="the id of the rule that stores it")
    kind: Literal["secret"]


class RuleEntry(Shape):
    """The content of a rule's value for one player, name, item or suit: a number, or names or players."""

    key: str
    number: int
    members: list[str]


class RuleByKey(Shape):
    """A value that a rule stores for each of several players, names, items or suits.

    Entries at their initial value are left out. `count` is the total number of entries. At most 200 of them are sent,
    sorted by key.
    """

    name: str
    rule: str = Field(description="the id of the rule that stores it")
    kind: Literal["by key"]
    by: KeyKind
    count: int
    entries: list[RuleEntry]


class RuleLater(Shape):
    """A deferred effect: an effect that a rule causes once, at an instant or at the next event of a kind."""

    code: str
    rule: TextOrNone = Field(description="the id of the rule that scheduled it, while it exists")
    title: str = Field(description="the title of the rule")
    at: datetime | None = Field(description="when it is due, if known")
    event: TextOrNone = Field(description="the event that it waits for, if any")
    when: str = Field(description="that event in words")
    words: str = Field(description="the effect, without its secrets")
    players: list[str] = Field(description="the players that it names")


RuleValue = RuleNumber | RuleMembers | RuleSecret | RuleByKey


def value_models(values: Iterable[ShownValue]) -> list[RuleValue]:
    """Return the shapes of values."""
    return [_sent(each) for each in values]


def _sent(value: ShownValue) -> RuleValue:
    if value.is_hidden:
        return RuleSecret(name=value.name, rule=value.rule, kind="secret")
    if value.by is not None:
        return RuleByKey.from_object(value, kind="by key")
    return (RuleNumber if value.is_ in ("number", "flag") else RuleMembers).from_object(value, kind=value.is_)
