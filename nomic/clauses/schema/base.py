"""Base class of the schemas of clauses."""

from typing import ClassVar

from pydantic import Field

from nomic.law.document.sections import SectionModel


class Clause(SectionModel):
    """A clause. `place` sorts it among the clauses of its rule. Clauses with equal places are sorted by name."""

    word: ClassVar[str]  # The key that names its kind.

    place: int = Field(default=0, ge=-1_000_000, le=1_000_000, title="Its place among the clauses of the rule")
