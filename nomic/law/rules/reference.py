"""The name of a rule that code gives for what it does or refuses, which knows where the law has that rule."""

from typing import Self

from nomic.law.document.sections import Law
from nomic.law.rules.ownership import rule_at
from nomic.law.rules.tree import rules_of


class RuleRef(str):
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


def named_in(law: Law, name: str) -> RuleRef:
    """The name as the law has it now, its rulings after it; `at` is then the id, empty for none of the law's rules.

    It is the rule that the name knows the place of, else the one whose title it begins with.
    """
    title, bracket, rulings = name.partition(" (")
    id_ = (_id_at(law, name.at) if isinstance(name, RuleRef) else None) or _titled(law).get(title.casefold())
    return RuleRef("", name) if id_ is None else RuleRef(id_, f"{rules_of(law)[id_].title}{bracket}{rulings}")


def _id_at(law: Law, at: str) -> str | None:
    if at.startswith("/"):
        return rule_at(law, at)
    return at if at in rules_of(law) else None


def _titled(law: Law) -> dict[str, str]:
    return law.once(
        "rules by their titles",
        lambda: {rule.title.casefold(): id_ for id_, rule in sorted(rules_of(law).items(), reverse=True)},
    )
