"""A number as an argument."""

from collections.abc import Iterator
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field

from nomic.clauses.arguments.base import Argument, Asking
from nomic.effects.language.bounds import MOST_NUMBER
from nomic.effects.language.nodes import Kind
from nomic.effects.language.vocabulary import Vocabulary
from nomic.effects.language.world import Players, Value
from nomic.law.sections import Law

Number = Annotated[int, Field(ge=-MOST_NUMBER, le=MOST_NUMBER)]


class NumberArgument(Argument):
    """A number within bounds."""

    kind: ClassVar[Kind] = "number"

    is_: Literal["number"] = Field(alias="is")
    least: Number | None = None
    most: Number | None = None

    def flaws(self, law: Law, known: Vocabulary) -> Iterator[tuple[str, str]]:
        if self.least is not None and self.most is not None and self.least > self.most:
            yield "/most", f"this is below the least, {self.least}"

    def typed(self) -> Any:
        low = -MOST_NUMBER if self.least is None else self.least
        high = MOST_NUMBER if self.most is None else self.most
        return Annotated[int, Field(ge=low, le=high, description=self.says or "a number")]

    def read(self, asking: Asking, name: str, given: Any) -> Value:
        return int(given)

    def tried(self, asking: Asking, players: Players) -> Value:
        """The greatest that can be said."""
        return next((bound for bound in (self.most, self.least) if bound is not None), 1)
