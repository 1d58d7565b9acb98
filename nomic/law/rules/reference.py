"""References from code to rules, resolved in the current law."""

from typing import Self

from nomic.law.document.sections import Law
from nomic.law.rules.rule_of_place import rule_at
from nomic.law.rules.tree import rules_of


class RuleRef(str):
    """A rule's name, such as "Card gifting (R23)", which is also a plain string.

    `at` is the rule's id. For rules whose ids differ between laws, it is a place in the law that belongs to the rule,
    such as "/gifts".
    """

    at: str

    def __new__(cls, at: str, name: str) -> Self:
        made = super().__new__(cls, name)
        made.at = at
        return made

    def __reduce__(self) -> tuple[type[Self], tuple[str, str]]:
        return type(self), (self.at, str(self))


def named_in(law: Law, name: str) -> RuleRef:
    """Return the rule's current title followed by its rulings.

    Its attribute `at` is the rule's id, or empty if the law has no such rule. The rule is found by its place, or else
    by the title with which the name begins.
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
