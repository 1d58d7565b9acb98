"""The name of a rule that code gives for what it does or refuses, which knows where the law has that rule."""

from dataclasses import dataclass
from typing import Self

from nomic.law.belonging import rule_at
from nomic.law.rules import rules_of
from nomic.law.sections import Law


class ByRule(str):
    """A rule's name, such as "Card gifting (R23)", that is a text as any other.

    `at` is the rule's id or, where rules are free to have any, a place of the law that belongs to it, as "/gifts".
    """

    at: str

    def __new__(cls, at: str, says: str) -> Self:
        made = super().__new__(cls, says)
        made.at = at
        return made

    def __reduce__(self) -> tuple[type[Self], tuple[str, str]]:
        return type(self), (self.at, str(self))


@dataclass(frozen=True, slots=True)
class NamedRule:
    """A rule as the law has it now: its id, empty where it is none of the law's, and its title with the rulings."""

    id: str
    words: str


def rule_named(law: Law, name: str) -> NamedRule:
    """The rule that a name means: the one it knows the place of, else the one whose title it begins with."""
    title, bracket, rulings = name.partition(" (")
    id_ = _id_of(law, name.at) if isinstance(name, ByRule) else None
    id_ = id_ or _titled(law).get(title.casefold())
    return NamedRule("", str(name)) if id_ is None else NamedRule(id_, f"{rules_of(law)[id_].title}{bracket}{rulings}")


def _id_of(law: Law, at: str) -> str | None:
    if at.startswith("/"):
        return rule_at(law, at)
    return at if at in rules_of(law) else None


def _titled(law: Law) -> dict[str, str]:
    return law.once(
        "rules by their titles",
        lambda: {rule.title.casefold(): id_ for id_, rule in sorted(rules_of(law).items(), reverse=True)},
    )
