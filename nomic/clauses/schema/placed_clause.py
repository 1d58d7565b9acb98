"""A clause with its place in a law, and the source of a question."""

from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

from nomic.clauses.schema.base_clause import Clause
from nomic.law.document.sections import pointer

C = TypeVar("C", bound=Clause, covariant=True)


@dataclass(frozen=True, slots=True)
class Placed(Generic[C]):
    """A clause with its rule and its name within the rule.

    If another clause expands to this one, `of` is the name of that clause, and `name` begins with it.
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
    """The source of an effect that may ask questions: a clause, or an entry of a section."""

    @property
    def key(self) -> str: ...
    @property
    def rule(self) -> str: ...
    @property
    def title(self) -> str: ...
