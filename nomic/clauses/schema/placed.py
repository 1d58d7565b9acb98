"""A clause with its place in a law, and what a stored question needs to know of it."""

from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

from nomic.clauses.schema.base_clause import Clause
from nomic.law.document.sections import pointer

C = TypeVar("C", bound=Clause, covariant=True)


@dataclass(frozen=True, slots=True)
class Placed(Generic[C]):
    """A clause with its rule and its name within the rule.

    If another clause expands to it, `of` is the name of that clause, and `name` begins with it.
    """

    rule: str
    title: str
    name: str
    clause: C
    of: str = ""

    @property
    def key(self) -> str:
        """The clause's unique key within its law. Rule ids and names of written clauses contain no underscore."""
        return f"{self.rule}_{self.name}"

    @property
    def path(self) -> str:
        """The JSON pointer to the clause, or to the clause that expands to it."""
        return pointer("rules", self.rule, "clauses", self.of or self.name)


AnyPlaced: TypeAlias = Placed[Any]


class Origin(Protocol):
    """The part of the law that asks a question: a clause, or an entry of a section."""

    @property
    def key(self) -> str: ...
    @property
    def rule(self) -> str: ...
    @property
    def title(self) -> str: ...
